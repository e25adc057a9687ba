#ifndef CSYSTEM_H
#define CSYSTEM_H

// What the toolchain's own import of the C library leaves out.
#include <sys/xattr.h>

// The flag of posix_spawn that gives the child a session of its own.
extern const int csystem_spawn_setsid;

// The variables of this process's environment.
char **csystem_environment(void);

// Catches signals, but for those that are ignored (nohup). Each arrives as one byte, its number, in a pipe, and waits there
// until it is read. Returns the pipe's end to read, which the caller closes; -1 if signals are caught already, or can't be.
int csystem_catch_signals(const int *numbers, int count);

// Gives the signals back to those who had them before, and closes the pipe's other end.
void csystem_release_signals(void);

// Lets all threads get memory from one place, and from the system so many bytes at a time; nothing where the C library
// can't be told.
void csystem_share_memory(int step);

#endif
