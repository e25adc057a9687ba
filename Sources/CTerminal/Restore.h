#ifndef CTERMINAL_RESTORE_H
#define CTERMINAL_RESTORE_H

#include <stddef.h>

// Giving the terminal back where curses cannot be called: in a signal handler, and while the process exits.

// Remembers the modes that the terminal has.
void cterminal_save_modes(int input);
// Remembers what to write, in order; each may be NULL.
void cterminal_prepare_restore(int output, const char *const *texts, int count);
// There is nothing to give back any more.
void cterminal_forget_restore(void);
// Gives the terminal back, once. Safe in a signal handler.
void cterminal_restore(void);

// What the terminal's description says under terminfo's name; NULL for nothing.
const char *cterminal_capability(const char *name);

// Writes all of it, whatever interrupts.
void cterminal_write(int descriptor, const char *text, size_t length);

// Leaves the signals of keys to a program that has the terminal meanwhile.
void cterminal_leave_signals_to_child(void);
// Answers them again.
void cterminal_answer_signals_again(void);

#endif
