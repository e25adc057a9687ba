#ifndef CTERMINAL_H
#define CTERMINAL_H

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What Swift cannot reach itself: curses' macros and globals, and code that runs in a signal handler.

// Attributes, as bits of their own: curses' are macros.
enum {
  CTERMINAL_BOLD = 1 << 0,
  CTERMINAL_DIM = 1 << 1,
  CTERMINAL_REVERSE = 1 << 2,
  CTERMINAL_UNDERLINE = 1 << 3,
};

// Takes over the terminal. False if TERM names none that curses can draw on. The mouse is asked for only if wanted.
bool cterminal_open(int input, int output, bool wants_mouse);
// Gives the terminal back. Does nothing if it is not open.
void cterminal_close(void);

// Whether the locale's text is UTF-8; known once the terminal is open.
bool cterminal_is_utf8(void);
// Whether the environment's locale has UTF-8 as its text; without a terminal.
bool cterminal_expects_utf8(void);
// How many colours there are; 0 for none.
int cterminal_colors(void);
// Sets a pair of colours; -1 is the terminal's own.
void cterminal_set_pair(short pair, short foreground, short background);

// Asks the system for the window's size and tells curses. False if the size is not known.
bool cterminal_measure(int *columns, int *rows);
// Puts one character, a spacing scalar with its marks, on the screen to come.
void cterminal_put(int row, int column, const uint32_t *scalars, int count, int width, int attributes, short pair);
// Shows the screen to come, with the cursor at a place.
void cterminal_show(int row, int column);
// Forgets what the terminal shows: all is painted anew.
void cterminal_forget(void);

// Sends bytes that are for the terminal itself, if it is one that knows control strings.
void cterminal_send(const char *bytes, size_t length);

// Stops the process, and the rest of its group, until it is continued; for a program that catches SIGTSTP.
void cterminal_stop_process(void);
// Stops the process as a shell's Ctrl-Z does, and comes back when it is continued.
void cterminal_suspend(void);
// Lends the terminal to a program that runs in front: as it was before, and keys that end or stop programs are for
// that program (stopping stops this process, too).
void cterminal_lend(void);
// Takes the terminal back.
void cterminal_take_back(void);
// Sets the editor's terminal modes again, after somebody else had the terminal.
void cterminal_resume(void);

// Catches the signals that concern a terminal; each arrives as one byte, its number, in the pipe returned.
// Returns -1 if there can be no pipe.
int cterminal_catch_signals(void);
// Restores the handlers that were there before.
void cterminal_release_signals(void);

#endif
