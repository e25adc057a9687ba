#define _GNU_SOURCE 1
#define _DARWIN_C_SOURCE 1
#include "CSystem.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/fsuid.h>
#include <sys/syscall.h>
#endif
#ifdef __APPLE__
#include <crt_externs.h>
#endif

const int csystem_spawn_setsid = POSIX_SPAWN_SETSID;

static int argument_count = 0;
static char **arguments = NULL;

#ifdef __GLIBC__
// glibc passes the arguments of main to constructors.
__attribute__((constructor)) static void keep_arguments(int count, char **values, char **environment) {
  (void)environment;
  argument_count = count;
  arguments = values;
}
#endif

const char *csystem_argument(int number) {
  return number >= 0 && number < argument_count ? arguments[number] : NULL;
}

char **csystem_environment(void) {
#ifdef __APPLE__
  return *_NSGetEnviron();
#else
  return environ;
#endif
}

enum { signal_limit = 64 };
static struct sigaction former[signal_limit];
static bool is_caught[signal_limit];
// The end of the pipe that the handler writes to; -1 while no signals are caught.
static volatile int pipe_end = -1;
// The child process that gets the signals that end this process; 0 for none.
static volatile sig_atomic_t child;

void csystem_forward_termination_to(int process) { child = process; }

void csystem_keep_children(void) {
  struct sigaction action;
  if (sigaction(SIGCHLD, NULL, &action) != 0) return;
  bool is_ignored = (action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler == SIG_IGN;
  if (!is_ignored && (action.sa_flags & SA_NOCLDWAIT) == 0) return;
  if (is_ignored) action.sa_handler = SIG_DFL;
  action.sa_flags &= ~SA_NOCLDWAIT;
  sigaction(SIGCHLD, &action, NULL);
}

static void write_number(int number) {
  int saved = errno;
  // The child ends before this process handles the signal.
  if (child > 0 && (number == SIGTERM || number == SIGHUP)) kill(child, number);
  unsigned char byte = (unsigned char)number;
  // If the pipe is full, the reader has enough signals to handle.
  (void)!write(pipe_end, &byte, 1);
  errno = saved;
}

int csystem_catch_signals(const int *numbers, int count) {
  int ends[2];
  if (pipe_end >= 0 || pipe(ends) != 0) return -1;
  for (int index = 0; index < 2; index++) {
    fcntl(ends[index], F_SETFL, fcntl(ends[index], F_GETFL) | O_NONBLOCK);
    fcntl(ends[index], F_SETFD, FD_CLOEXEC);
  }
  pipe_end = ends[1];
  for (int index = 0; index < count; index++) {
    int number = numbers[index];
    if (number <= 0 || number >= signal_limit || sigaction(number, NULL, &former[number]) != 0) continue;
    // Signals that the process ignores (nohup) stay ignored, except the two that an editor always needs.
    bool is_ignored = (former[number].sa_flags & SA_SIGINFO) == 0 && former[number].sa_handler == SIG_IGN;
    if (is_ignored && number != SIGTSTP && number != SIGWINCH) continue;
    struct sigaction action = {0};
    action.sa_handler = write_number;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART | SA_ONSTACK;
    is_caught[number] = sigaction(number, &action, NULL) == 0;
  }
  return ends[0];
}

void csystem_release_signals(void) {
  if (pipe_end < 0) return;
  for (int number = 0; number < signal_limit; number++) {
    if (is_caught[number]) sigaction(number, &former[number], NULL);
    is_caught[number] = false;
  }
  close(pipe_end);
  pipe_end = -1;
}

void csystem_prepare_heap(int step) {
#ifdef __GLIBC__
  // If a call fails, the defaults stay in place and the program is only slower.
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_TOP_PAD, step);
  mallopt(M_MMAP_THRESHOLD, step / 2);
#else
  (void)step;
#endif
}

int csystem_allow_open_files(int count) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= (rlim_t)count) return count;
  limit.rlim_cur = limit.rlim_max < (rlim_t)count ? limit.rlim_max : (rlim_t)count;
  setrlimit(RLIMIT_NOFILE, &limit);
  return (int)limit.rlim_cur;
}

size_t csystem_missing_memory(size_t base, int threads) {
  struct rlimit memory, stack;
  if (getrlimit(RLIMIT_AS, &memory) != 0 || memory.rlim_cur == RLIM_INFINITY) return 0;
  // Each thread reserves its whole stack.
  int has_limit = getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur != RLIM_INFINITY;
  size_t needed = base + (size_t)threads * (has_limit ? (size_t)stack.rlim_cur : (size_t)8 << 20);
  return memory.rlim_cur < needed ? needed : 0;
}

void csystem_start_writing(int file) {
#ifdef __linux__
  int former = errno;
  sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WRITE);
  errno = former;
#else
  (void)file;
#endif
}

void csystem_populate(void *start, size_t count) {
#ifdef __linux__
  // From <linux/mman.h>, since Linux 5.14. Earlier kernels reject it, and provide each page when it is first used.
  enum { populate_write = 23 };
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t first = ((uintptr_t)start + page - 1) / page * page;
  uintptr_t end = ((uintptr_t)start + count) / page * page;
  int former = errno;
  if (first < end) madvise((void *)first, end - first, populate_write);
  errno = former;
#else
  (void)start;
  (void)count;
#endif
}

void *csystem_next_allocation(size_t count) {
  void *memory = malloc(count);
  free(memory);
  return memory;
}

// MARK: - Files

#ifdef __linux__
// From <linux/fs.h>, which clashes with other headers.
enum { rename_noreplace = 1, rename_exchange = 2 };
#endif

int csystem_exchange(int folder, const char *name, int other_folder, const char *other_name) {
#ifdef __linux__
  // The system call, because musl has no function for it.
  return (int)syscall(SYS_renameat2, folder, name, other_folder, other_name, rename_exchange);
#else
  return renameatx_np(folder, name, other_folder, other_name, RENAME_SWAP);
#endif
}

int csystem_move(int folder, const char *name, int new_folder, const char *new_name) {
#ifdef __linux__
  if (syscall(SYS_renameat2, folder, name, new_folder, new_name, rename_noreplace) == 0) return 0;
#else
  if (renameatx_np(folder, name, new_folder, new_name, RENAME_EXCL) == 0) return 0;
#endif
  if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP) return -1;
  // A link fails if the name is taken, too. After a crash in between, the file has both names.
  if (linkat(folder, name, new_folder, new_name, 0) != 0) return -1;
  return unlinkat(folder, name, 0);
}

int csystem_make_folder_as(unsigned user, unsigned group, int folder, const char *name, unsigned mode) {
#ifdef __linux__
  // These two concern the calling thread only. They return the former ID and report no error, so the second call reads back
  // what the first one set.
  gid_t former_group = (gid_t)setfsgid(group);
  uid_t former_user = (uid_t)setfsuid(user);
  int result = -1;
  int error = EPERM;
  if ((uid_t)setfsuid(user) == user && (gid_t)setfsgid(group) == group) {
    result = mkdirat(folder, name, mode);
    error = errno;
  }
  setfsuid(former_user);
  setfsgid(former_group);
  errno = error;
  return result;
#else
  (void)user, (void)group, (void)folder, (void)name, (void)mode;
  errno = ENOTSUP;
  return -1;
#endif
}

int csystem_is_open_for_writing(int descriptor) {
#ifdef __linux__
  // The system grants a read lease only if no descriptor has the file open for writing. If a program opens the file before the
  // lease is given up, the system sends a signal. SIGURG is ignored by default; the usual SIGIO would end the process.
  if (fcntl(descriptor, F_SETSIG, SIGURG) != 0) return -1;
  if (fcntl(descriptor, F_SETLEASE, F_RDLCK) == 0) {
    fcntl(descriptor, F_SETLEASE, F_UNLCK);
    return 0;
  }
  return errno == EAGAIN ? 1 : -1;
#else
  (void)descriptor;
  return -1;
#endif
}

int csystem_remove_access_lists(int descriptor) {
#ifdef __linux__
  static const char *const names[] = {"system.posix_acl_access", "system.posix_acl_default"};
  for (int index = 0; index < 2; index++) {
    if (fremovexattr(descriptor, names[index]) != 0 && errno != ENODATA && errno != ENOTSUP && errno != EACCES) return -1;
  }
#else
  (void)descriptor;
#endif
  return 0;
}

#ifdef __linux__
#define modification_time st_mtim
#define change_time st_ctim
#else
#define modification_time st_mtimespec
#define change_time st_ctimespec
#endif

static long long nanoseconds(struct timespec time) {
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

long long csystem_modified(const void *status) {
  return nanoseconds(((const struct stat *)status)->modification_time);
}

long long csystem_changed(const void *status) {
  return nanoseconds(((const struct stat *)status)->change_time);
}

long long csystem_created(const char *path) {
#ifdef __linux__
  struct statx status;
  if (statx(AT_FDCWD, path, 0, STATX_BTIME, &status) != 0 || !(status.stx_mask & STATX_BTIME)) return 0;
  return status.stx_btime.tv_sec * 1000000000LL + status.stx_btime.tv_nsec;
#elif defined(__APPLE__)
  struct stat status;
  return stat(path, &status) == 0 ? nanoseconds(status.st_birthtimespec) : 0;
#else
  (void)path;
  return 0;
#endif
}

long long csystem_boot_milliseconds(void) {
  struct timespec now;
#ifdef __linux__
  clock_gettime(CLOCK_BOOTTIME, &now);
#else
  clock_gettime(CLOCK_MONOTONIC_RAW, &now);
#endif
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

long long csystem_wall_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

bool csystem_parse_time(const char *text, long long *milliseconds) {
  static const char *const formats[] = {"%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S",
                                        "%Y-%m-%dT%H:%M:%SZ"};
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    struct tm parts = {.tm_isdst = -1};
    const char *end = strptime(text, formats[i], &parts);
    if (!end || *end) continue;
    struct tm normal = parts;
    long long seconds = formats[i][strlen(formats[i]) - 1] == 'Z' ? timegm(&normal) : mktime(&normal);
    // The 31st of June is the 1st of July for these functions.
    if (normal.tm_mday != parts.tm_mday || normal.tm_mon != parts.tm_mon) return false;
    *milliseconds = seconds * 1000;
    return true;
  }
  return false;
}

bool csystem_contains(const void *bytes, size_t count, const void *part, size_t part_count) {
  return part_count == 0 || (count >= part_count && memmem(bytes, count, part, part_count) != NULL);
}
