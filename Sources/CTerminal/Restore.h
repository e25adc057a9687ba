#ifndef CTERMINAL_RESTORE_H
#define CTERMINAL_RESTORE_H

#include <stddef.h>

// Restores the terminal where curses can't be called: in a signal handler, and while the process exits.

// Saves the modes of the terminal.
void cterminal_save_modes(int input);
// Saves the strings that restore the terminal, in order; each may be NULL.
void cterminal_prepare_restore(int output, const char *const *texts, int count);
// Forgets what was saved, because the terminal is restored.
void cterminal_forget_restore(void);
// Restores the terminal, once. Async-signal-safe.
void cterminal_restore(void);

// Returns the terminal's capability with a terminfo name; NULL if it has none.
const char *cterminal_capability(const char *name);

// Writes the whole string, even if signals interrupt the calls.
void cterminal_write(int descriptor, const char *text, size_t length);

// Leaves the signals of keys to the program that uses the terminal temporarily.
void cterminal_leave_signals_to_child(void);
// Handles the signals of keys again.
void cterminal_handle_signals_again(void);

#endif
