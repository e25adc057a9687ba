// Fails one system call of a process, or kills the process before it. Calls are counted over all threads.
//
// Tests preload this library. It counts the calls that change files, and those that open a name in an open folder. A process that is
// killed leaves the same files before a call as after the change that precedes it. So of the calls between two changes, only the first
// is counted if the process is to be killed, which shows the same in fewer runs.
//
//     FAULT_CALL=N        the number of the call, starting at 1; without this variable no call fails.
//     FAULT_ERROR=NUMBER  the call's error; without this variable the process is killed before the call.
//     FAULT_REPORT=FILE   receives the name of the call, so that a test knows whether there were N calls.
//     FAULT_EXCHANGE=no   renameat2 rejects flags, as on file systems that can't exchange two names.
//     FAULT_MOUNT=NAME    a file of this name can't be replaced, as one that is mounted by itself.
//
// The variables, LD_PRELOAD included, are not passed on to child processes.
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static long target;
static int error_number;
static int lacks_exchange;
static char mounted[256];
static char report[4096];
static atomic_long count;
// Whether files have changed since the last call that was counted.
static atomic_int has_changed = 1;

static long (*real_syscall)(long, ...);

__attribute__((constructor)) static void begin(void) {
  real_syscall = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  const char *text = getenv("FAULT_ERROR");
  if (text) error_number = atoi(text);
  text = getenv("FAULT_REPORT");
  if (text && strlen(text) < sizeof report) strcpy(report, text);
  lacks_exchange = getenv("FAULT_EXCHANGE") != NULL;
  text = getenv("FAULT_MOUNT");
  if (text && strlen(text) < sizeof mounted) strcpy(mounted, text);
  text = getenv("FAULT_CALL");
  if (text) target = atol(text);
  const char *names[] = {"FAULT_ERROR", "FAULT_REPORT", "FAULT_EXCHANGE", "FAULT_MOUNT", "FAULT_CALL", "LD_PRELOAD"};
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) unsetenv(names[index]);
}

// The error of this call; 0 if it must not fail.
static int fault(const char *call) {
  if (target == 0) return 0;
  if (!atomic_exchange(&has_changed, 0) && error_number == 0) return 0;
  if (atomic_fetch_add(&count, 1) + 1 != target) return 0;
  int file = (int)real_syscall(SYS_openat, AT_FDCWD, report, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file >= 0) {
    real_syscall(SYS_write, file, call, strlen(call));
    real_syscall(SYS_close, file);
  }
  if (error_number != 0) return error_number;
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

// A function of the C library that is counted and passed on. The first call may come before the constructor.
#define CHANGING(result, name, parameters, arguments) COUNTED(result, name, parameters, arguments, has_changed = 1)
#define COUNTED(result, name, parameters, arguments, change)             \
  result name parameters {                                              \
    static result(*real) parameters;                                     \
    if (!real) real = (result(*) parameters)dlsym(RTLD_NEXT, #name);     \
    int error = fault(#name);                                            \
    if (error) {                                                         \
      errno = error;                                                     \
      return -1;                                                         \
    }                                                                    \
    result outcome = real arguments;                                     \
    change;                                                              \
    return outcome;                                                      \
  }

// The content of files isn't changed by these two.
COUNTED(int, fsync, (int file), (file), (void)0)
COUNTED(int, flock, (int file, int operation), (file, operation), (void)0)

CHANGING(int, fchmod, (int file, mode_t mode), (file, mode))
CHANGING(int, fchmodat, (int folder, const char *name, mode_t mode, int flags), (folder, name, mode, flags))
CHANGING(int, fchown, (int file, uid_t user, gid_t group), (file, user, group))
CHANGING(int, rename, (const char *name, const char *other), (name, other))
CHANGING(int, renameat, (int folder, const char *name, int other_folder, const char *other),
        (folder, name, other_folder, other))
CHANGING(int, linkat, (int folder, const char *name, int other_folder, const char *other, int flags),
        (folder, name, other_folder, other, flags))
CHANGING(int, unlink, (const char *name), (name))
CHANGING(int, unlinkat, (int folder, const char *name, int flags), (folder, name, flags))
CHANGING(int, mkdir, (const char *name, mode_t mode), (name, mode))
CHANGING(int, mkdirat, (int folder, const char *name, mode_t mode), (folder, name, mode))
CHANGING(int, fremovexattr, (int file, const char *name), (file, name))
CHANGING(int, fsetxattr, (int file, const char *name, const void *value, size_t size, int flags),
        (file, name, value, size, flags))

// Only writes to files are counted. Output is not part of a transaction, and libdispatch wakes its threads by writing to an eventfd: at
// another place of the order in each run, so that a sweep over the numbers would miss a call.
static int is_counted_file(int file) {
  struct stat status;
  return file > STDERR_FILENO && fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

ssize_t write(int file, const void *bytes, size_t size) {
  int error = is_counted_file(file) ? fault("write") : 0;
  if (error) {
    errno = error;
    return -1;
  }
  if (!real_syscall) return -1;
  ssize_t written = real_syscall(SYS_write, file, bytes, size);
  has_changed = 1;
  return written;
}

int posix_fallocate(int file, off_t offset, off_t size) {
  static int (*real)(int, off_t, off_t);
  if (!real) real = (int (*)(int, off_t, off_t))dlsym(RTLD_NEXT, "posix_fallocate");
  int error = fault("posix_fallocate");
  if (error) return error;
  int result = real(file, offset, size);
  has_changed = 1;
  return result;
}

int posix_fallocate64(int file, off64_t offset, off64_t size) { return posix_fallocate(file, offset, size); }

static int open_in(int folder, const char *name, int flags, mode_t mode) {
  int is_counted = (flags & O_CREAT) != 0 || (folder != AT_FDCWD && name[0] != '/');
  int error = is_counted ? fault("openat") : 0;
  if (error) {
    errno = error;
    return -1;
  }
  static int (*real)(int, const char *, int, ...);
  if (!real) real = (int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, "openat");
  int file = real(folder, name, flags, mode);
  if (flags & (O_CREAT | O_TRUNC)) has_changed = 1;
  return file;
}

static mode_t mode_of(int flags, va_list list) { return flags & O_CREAT ? va_arg(list, mode_t) : 0; }

#define OPEN(call)                                       \
  va_list list;                                          \
  va_start(list, flags);                                 \
  mode_t mode = mode_of(flags, list);                    \
  va_end(list);                                          \
  return open_in call;

int open(const char *name, int flags, ...) { OPEN((AT_FDCWD, name, flags, mode)) }
int open64(const char *name, int flags, ...) { OPEN((AT_FDCWD, name, flags, mode)) }
int openat(int folder, const char *name, int flags, ...) { OPEN((folder, name, flags, mode)) }
int openat64(int folder, const char *name, int flags, ...) { OPEN((folder, name, flags, mode)) }

// Only renameat2 is counted: the library makes other calls this way, too, which wait for threads.
long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long words[6];
  for (int index = 0; index < 6; index++) words[index] = va_arg(list, long);
  va_end(list);
  if (!real_syscall) real_syscall = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  if (number == SYS_renameat2) {
    const char *from = (const char *)words[1], *to = (const char *)words[3];
    int error = *mounted && (!strcmp(from, mounted) || !strcmp(to, mounted)) ? EBUSY
                : lacks_exchange && (unsigned)words[4] != 0                  ? EINVAL
                                                                             : fault("renameat2");
    if (error) {
      errno = error;
      return -1;
    }
  }
  long result = real_syscall(number, words[0], words[1], words[2], words[3], words[4], words[5]);
  if (number == SYS_renameat2) has_changed = 1;
  return result;
}
