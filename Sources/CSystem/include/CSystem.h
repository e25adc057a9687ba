#ifndef CSYSTEM_H
#define CSYSTEM_H

// Parts of the C library that the toolchain's import leaves out.
#include <stdbool.h>
#include <sys/xattr.h>

// The flag of posix_spawn that starts the child in a new session.
extern const int csystem_spawn_setsid;

// The environment variables of this process.
char **csystem_environment(void);

// An argument of this process, the program's name first; null after the last one. Null for all if the C library doesn't pass the arguments
// to constructors. The standard library of Swift reads them from /proc, and ends the process if that can't be opened.
const char *csystem_argument(int number);

// Catches signals. Each arrives as one byte, its number, in a pipe, and stays there until it is read. Ignored signals (nohup)
// stay ignored, except SIGTSTP and SIGWINCH. Returns the reading end of the pipe, which the caller closes; -1 if signals are
// already caught or can't be caught.
int csystem_catch_signals(const int *numbers, int count);

// Restores the handlers that were set before and closes the writing end of the pipe.
void csystem_release_signals(void);

// Passes SIGTERM and SIGHUP on to a child process that has not been waited for; 0 for none.
void csystem_forward_termination_to(int process);

// Makes child processes that end wait for this process to learn how. A process that ignores SIGCHLD, which programs inherit from the one
// that starts them, never learns it. A handler of the signal stays.
void csystem_keep_children(void);

// Makes all threads share one heap that grows by this number of bytes. Does nothing where the C library has no such options.
void csystem_prepare_heap(int step);

// Raises the number of files that this process may open to a count, or to as many as it is allowed. Returns the number, up to the count.
int csystem_allow_open_files(int count);

// Returns the bytes of memory that this process needs for a number of threads and for a base, if its limit is below that; otherwise 0.
size_t csystem_missing_memory(size_t base, int threads);

// Gets the pages of some memory from the system in one call, which takes less time than a fault for each page. The memory keeps its
// content. Does nothing where the system has no such call.
void csystem_populate(void *start, size_t count);
// Returns the address of an allocation of this size, if it were the next one; null if there is no memory for it. The address isn't
// allocated: it is for csystem_populate only.
void *csystem_next_allocation(size_t count);

// Starts to write a file's content to the disk. An error is reported by the next fsync. Does nothing where the system has no such
// call.
void csystem_start_writing(int file);

// Exchanges two names in one step. Fails with EINVAL, ENOSYS or ENOTSUP if the file system doesn't support it.
int csystem_exchange(int folder, const char *name, int other_folder, const char *other_name);

// Renames a file in one step, and fails with EEXIST if the new name is taken.
int csystem_move(int folder, const char *name, int new_folder, const char *new_name);

// Creates a folder as another user, so that the folder belongs to that user from the start. For root only. Fails with ENOTSUP on
// systems where a thread can't act as another user.
int csystem_make_folder_as(unsigned user, unsigned group, int folder, const char *name, unsigned mode);

// Returns 1 if another descriptor has the file open for writing, 0 if not, and -1 if the system can't determine it. The
// descriptor must be open for reading only.
int csystem_is_open_for_writing(int descriptor);

// Removes the access control lists that a new file inherits from its folder. Returns 0 even if the file has none.
int csystem_remove_access_lists(int descriptor);

// The times of the last change of a file's content, and of its content or status, in nanoseconds since 1970. They take a struct
// stat, whose times Swift can't name in an optimized build.
long long csystem_modified(const void *status);
long long csystem_changed(const void *status);
// Returns the time at which the file at a path was created, in nanoseconds since 1970; 0 if the file system doesn't have it.
long long csystem_created(const char *path);

// Milliseconds since the machine was started, including those that it slept.
long long csystem_boot_milliseconds(void);

// Milliseconds since 1970 by the wall clock.
long long csystem_wall_milliseconds(void);

// Reads a day, or a point in time: in UTC if it ends with Z, in the local time zone otherwise. strptime(3) isn't in Swift's Glibc.
bool csystem_parse_time(const char *text, long long *milliseconds);

// Whether bytes contain others. memmem(3) isn't in Swift's Glibc.
bool csystem_contains(const void *bytes, size_t count, const void *part, size_t part_count);

#endif
