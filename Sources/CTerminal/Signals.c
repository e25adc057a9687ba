#define _DEFAULT_SOURCE 1
#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE 1
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

#include "CTerminal.h"
#include "Restore.h"

// Signals that the editor answers, and signals that end the process on the spot.
static const int answered[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH};
static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE};
enum {
  answered_count = sizeof answered / sizeof *answered,
  fatal_count = sizeof fatal / sizeof *fatal,
};
static struct sigaction former_answered[answered_count];
static struct sigaction former_fatal[fatal_count];
static int ends[2] = {-1, -1};
static bool is_catching;

// The program that has the terminal meanwhile; 0 for none.
static volatile sig_atomic_t child;

void cterminal_pass_endings_to(int process) { child = process; }

static void tell(int number) {
  int saved = errno;
  // Who ends this process ends what it waits for; the child's end is heard before the signal is.
  if (child > 0 && (number == SIGTERM || number == SIGHUP)) kill(child, number);
  unsigned char byte = (unsigned char)number;
  // A full pipe holds news enough.
  (void)!write(ends[1], &byte, 1);
  errno = saved;
}

static void die(int number) {
  cterminal_restore();
  // Whoever came before gets the signal: the instruction runs again, or abort() raises it again.
  for (int index = 0; index < fatal_count; index++) {
    if (fatal[index] == number) sigaction(number, &former_fatal[index], NULL);
  }
  raise(number);
}

static void catch(int number, void (*handler)(int), struct sigaction *former) {
  struct sigaction action = {0};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  sigaction(number, NULL, former);
  // What the process was told to ignore (nohup) stays ignored.
  bool is_plain = (former->sa_flags & SA_SIGINFO) == 0;
  if (is_plain && former->sa_handler == SIG_IGN && number != SIGTSTP && number != SIGWINCH) return;
  sigaction(number, &action, NULL);
}

int cterminal_catch_signals(void) {
  if (is_catching || pipe(ends) != 0) return -1;
  for (int index = 0; index < 2; index++) {
    fcntl(ends[index], F_SETFL, fcntl(ends[index], F_GETFL) | O_NONBLOCK);
    fcntl(ends[index], F_SETFD, FD_CLOEXEC);
  }
  is_catching = true;
  for (int index = 0; index < answered_count; index++) catch(answered[index], tell, &former_answered[index]);
  for (int index = 0; index < fatal_count; index++) catch(fatal[index], die, &former_fatal[index]);
  return ends[0];
}

void cterminal_release_signals(void) {
  if (!is_catching) return;
  is_catching = false;
  for (int index = 0; index < answered_count; index++) {
    sigaction(answered[index], &former_answered[index], NULL);
  }
  for (int index = 0; index < fatal_count; index++) sigaction(fatal[index], &former_fatal[index], NULL);
  close(ends[0]);
  close(ends[1]);
  ends[0] = ends[1] = -1;
}

void cterminal_stop_process(void) {
  struct sigaction ours, action = {0};
  sigemptyset(&action.sa_mask);
  // First the rest of the group, which a shell's Ctrl-Z would stop too, then this process: a signal that a
  // thread sends itself is delivered before the call returns.
  action.sa_handler = SIG_IGN;
  sigaction(SIGTSTP, &action, &ours);
  kill(0, SIGTSTP);
  // A thread that blocks the signal keeps it in spite of all that, and would stop this process once more when it goes on:
  // to ignore it again drops what is kept (POSIX, sigaction).
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

// While another program has the terminal: what its keys send goes to the whole group of processes.
static const int left_to_child[] = {SIGINT, SIGQUIT, SIGTSTP};
enum { left_count = sizeof left_to_child / sizeof *left_to_child };
static struct sigaction ours_meanwhile[left_count];
static sigset_t mask_meanwhile;

void cterminal_leave_signals_to_child(void) {
  for (int index = 0; index < left_count; index++) {
    struct sigaction action = {0};
    sigemptyset(&action.sa_mask);
    // Stopped together, so that the shell gets the terminal; ended is the child alone.
    action.sa_handler = left_to_child[index] == SIGTSTP ? SIG_DFL : SIG_IGN;
    sigaction(left_to_child[index], &action, &ours_meanwhile[index]);
  }
  sigset_t stop;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &stop, &mask_meanwhile);
}

void cterminal_answer_signals_again(void) {
  pthread_sigmask(SIG_SETMASK, &mask_meanwhile, NULL);
  for (int index = 0; index < left_count; index++) {
    sigaction(left_to_child[index], &ours_meanwhile[index], NULL);
  }
}
