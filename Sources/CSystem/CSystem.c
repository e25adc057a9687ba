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
#include <unistd.h>

#ifdef __APPLE__
#include <crt_externs.h>
#endif

const int csystem_spawn_setsid = POSIX_SPAWN_SETSID;

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
// The pipe's end to write; -1 while no signals are caught.
static volatile int news = -1;

static void tell(int number) {
  int saved = errno;
  unsigned char byte = (unsigned char)number;
  // A full pipe holds news enough.
  (void)!write(news, &byte, 1);
  errno = saved;
}

int csystem_catch_signals(const int *numbers, int count) {
  int ends[2];
  if (news >= 0 || pipe(ends) != 0) return -1;
  for (int index = 0; index < 2; index++) {
    fcntl(ends[index], F_SETFL, fcntl(ends[index], F_GETFL) | O_NONBLOCK);
    fcntl(ends[index], F_SETFD, FD_CLOEXEC);
  }
  news = ends[1];
  for (int index = 0; index < count; index++) {
    int number = numbers[index];
    if (number <= 0 || number >= signal_limit || sigaction(number, NULL, &former[number]) != 0) continue;
    if ((former[number].sa_flags & SA_SIGINFO) == 0 && former[number].sa_handler == SIG_IGN) continue;
    struct sigaction action = {0};
    action.sa_handler = tell;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    is_caught[number] = sigaction(number, &action, NULL) == 0;
  }
  return ends[0];
}

void csystem_release_signals(void) {
  if (news < 0) return;
  for (int number = 0; number < signal_limit; number++) {
    if (is_caught[number]) sigaction(number, &former[number], NULL);
    is_caught[number] = false;
  }
  close(news);
  news = -1;
}

void csystem_share_memory(int step) {
#ifdef __GLIBC__
  // Who says no leaves things as they are: only slower.
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_TOP_PAD, step);
#else
  (void)step;
#endif
}
