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

// Exchanges two names in one step. Fails with EINVAL, ENOSYS or ENOTSUP where the file system can't.
int csystem_exchange(int folder, const char *name, int other_folder, const char *other_name);

// Renames a file in one step, and fails with EEXIST if the new name is taken.
int csystem_move(int folder, const char *name, int new_folder, const char *new_name);

// Makes a folder as another user, so that the folder belongs to that user from its first moment. Only for root, and only on
// systems where one thread can act as another user; fails with ENOTSUP elsewhere.
int csystem_make_folder_as(unsigned user, unsigned group, int folder, const char *name, unsigned mode);

// Whether another descriptor has the file of this one open for writing: 1 or 0; -1 where the system can't tell.
// The descriptor must be open for reading only.
int csystem_is_open_for_writing(int descriptor);

// Removes the access control lists that a new file takes over from its folder. Returns 0, also if the file has no such list.
int csystem_remove_access_lists(int descriptor);

// When the content, or the content or the status, of a file was last changed, in nanoseconds since 1970. Takes a struct stat,
// whose times Swift can't name in an optimized build.
long long csystem_modified(const void *status);
long long csystem_changed(const void *status);

// Milliseconds since the machine was started, sleep included.
long long csystem_boot_milliseconds(void);

#endif
