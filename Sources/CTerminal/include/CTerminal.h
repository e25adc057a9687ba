#ifndef CTERMINAL_H
#define CTERMINAL_H

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Macros and globals of curses as functions, because Swift can't use them, and code that runs in a signal handler.

// Attributes; those of curses are macros.
enum {
  CTERMINAL_BOLD = 1 << 0,
  CTERMINAL_DIM = 1 << 1,
  CTERMINAL_REVERSE = 1 << 2,
  CTERMINAL_UNDERLINE = 1 << 3,
};

// Takes over the terminal. False if curses can't draw on the type in TERM, nor on the other type, if it is given. The mouse is enabled only if wanted.
bool cterminal_open(int input, int output, const char *fallback, bool wants_mouse);
// Restores the terminal. Does nothing if it isn't open.
void cterminal_close(void);

// Whether the locale's text is UTF-8; known once the terminal is open.
bool cterminal_is_utf8(void);
// Whether the text of the environment's locale is UTF-8; needs no terminal.
bool cterminal_expects_utf8(void);
// Returns the number of colors; 0 for a terminal without colors.
int cterminal_colors(void);
// Defines a pair of colors; -1 is the terminal's default color.
void cterminal_set_pair(short pair, short foreground, short background);

// Asks the system for the window's size and passes it to curses. False if the size is unknown.
bool cterminal_measure(int *columns, int *rows);
// Puts one character, a spacing scalar with its marks, on the next screen.
void cterminal_put(int row, int column, const uint32_t *scalars, int count, int width, int attributes, short pair);
// Shows the next screen, with the cursor at a position.
void cterminal_show(int row, int column);
// Makes curses paint the whole next screen, because the terminal may show something else than curses assumes.
void cterminal_invalidate(void);

// Sends a control string to the terminal, if it supports them.
void cterminal_send(const char *bytes, size_t length);

// Stops the process, and the rest of its group, until it is continued; for a program that catches SIGTSTP.
void cterminal_stop_process(void);
// Stops the process as a shell's Ctrl-Z does, and returns when it is continued.
void cterminal_suspend(void);
// Restores the terminal for a program in the foreground. Keys that end or stop programs act on that program
// (stopping it stops this process, too).
void cterminal_lend(void);
// Takes over the terminal again.
void cterminal_reclaim(void);
// Sets the editor's terminal modes again, after another process used the terminal.
void cterminal_resume(void);

// Catches the signals that concern a terminal; each arrives as one byte, its number, in the returned pipe.
// Returns -1 if the pipe can't be created.
int cterminal_catch_signals(void);
// Restores the previous handlers.
void cterminal_release_signals(void);

#endif
