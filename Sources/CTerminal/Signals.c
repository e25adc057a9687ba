#define _DEFAULT_SOURCE 1
#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE 1
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

#include "CSystem.h"
#include "CTerminal.h"
#include "Restore.h"

// Signals that the editor handles, and signals that end the process at once.
static const int handled[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH};
static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE};
enum {
  handled_count = sizeof handled / sizeof *handled,
  fatal_count = sizeof fatal / sizeof *fatal,
};
static struct sigaction former_fatal[fatal_count];
// The reading end of the pipe of caught signals; -1 while signals aren't caught.
static int signal_pipe = -1;

static void die(int number) {
  cterminal_restore();
  // Restore the previous handler, which gets the signal next: the signal is blocked until this function returns, so `raise` leaves
  // it pending; besides, a faulty instruction runs again, and abort() raises its signal again.
  for (int index = 0; index < fatal_count; index++) {
    if (fatal[index] == number) sigaction(number, &former_fatal[index], NULL);
  }
  raise(number);
}

int cterminal_catch_signals(void) {
  if (signal_pipe >= 0) return -1;
  signal_pipe = csystem_catch_signals(handled, handled_count);
  if (signal_pipe < 0) return -1;
  for (int index = 0; index < fatal_count; index++) {
    struct sigaction action = {0};
    action.sa_handler = die;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART | SA_ONSTACK;
    sigaction(fatal[index], NULL, &former_fatal[index]);
    bool is_ignored = (former_fatal[index].sa_flags & SA_SIGINFO) == 0 && former_fatal[index].sa_handler == SIG_IGN;
    if (!is_ignored) sigaction(fatal[index], &action, NULL);
  }
  return signal_pipe;
}

void cterminal_release_signals(void) {
  if (signal_pipe < 0) return;
  csystem_release_signals();
  for (int index = 0; index < fatal_count; index++) sigaction(fatal[index], &former_fatal[index], NULL);
  close(signal_pipe);
  signal_pipe = -1;
}

void cterminal_stop_process(void) {
  struct sigaction ours, action = {0};
  sigemptyset(&action.sa_mask);
  // Stop the rest of the group first, as a shell's Ctrl-Z does, and then this process: a signal that a
  // thread sends itself is delivered before the call returns.
  action.sa_handler = SIG_IGN;
  sigaction(SIGTSTP, &action, &ours);
  kill(0, SIGTSTP);
  // If a thread blocks the signal, it stays pending, and would stop this process again after it is continued.
  // Ignoring the signal again discards it (POSIX, sigaction).
  sigaction(SIGTSTP, &action, NULL);
  action.sa_handler = SIG_DFL;
  sigaction(SIGTSTP, &action, NULL);
  // Swift runs the main actor on a thread that blocks all signals.
  sigset_t stop, former;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &stop, &former);
  raise(SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &former, NULL);
  sigaction(SIGTSTP, &ours, NULL);
}

// While the terminal is lent, the signals of keys go to the whole process group.
static const int left_to_child[] = {SIGINT, SIGQUIT, SIGTSTP};
enum { left_count = sizeof left_to_child / sizeof *left_to_child };
static struct sigaction handlers_before_lending[left_count];
static sigset_t mask_before_lending;

void cterminal_leave_signals_to_child(void) {
  for (int index = 0; index < left_count; index++) {
    struct sigaction action = {0};
    sigemptyset(&action.sa_mask);
    // Both processes stop, so that the shell gets the terminal; only the child is ended.
    action.sa_handler = left_to_child[index] == SIGTSTP ? SIG_DFL : SIG_IGN;
    sigaction(left_to_child[index], &action, &handlers_before_lending[index]);
  }
  sigset_t stop;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &stop, &mask_before_lending);
}

void cterminal_handle_signals_again(void) {
  pthread_sigmask(SIG_SETMASK, &mask_before_lending, NULL);
  for (int index = 0; index < left_count; index++) {
    sigaction(left_to_child[index], &handlers_before_lending[index], NULL);
  }
}
