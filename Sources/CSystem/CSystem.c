#define _GNU_SOURCE 1
#define _DARWIN_C_SOURCE 1
#include "CSystem.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <signal.h>
#include <spawn.h>
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

int csystem_is_ignored(int number) {
  struct sigaction action;
  if (sigaction(number, NULL, &action) != 0) return 0;
  return (action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler == SIG_IGN;
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
