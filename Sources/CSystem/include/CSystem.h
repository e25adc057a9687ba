#ifndef CSYSTEM_H
#define CSYSTEM_H

// What the toolchain's own import of the C library leaves out.
#include <sys/xattr.h>

// The flag of posix_spawn that gives the child a session of its own.
extern const int csystem_spawn_setsid;

// The variables of this process's environment.
char **csystem_environment(void);

// Whether a signal is ignored.
int csystem_is_ignored(int number);

// Lets all threads get memory from one place, and from the system so many bytes at a time; nothing where the C library
// can't be told.
void csystem_share_memory(int step);

#endif
