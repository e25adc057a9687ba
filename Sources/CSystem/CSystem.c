#define _GNU_SOURCE 1
#define _DARWIN_C_SOURCE 1
#include "CSystem.h"

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
