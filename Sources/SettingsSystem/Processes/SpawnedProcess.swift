import CSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A child process.
///
/// The process keeps its ID until ``reap()``; only after that can the system give the same ID to another process.
package struct SpawnedProcess: Hashable, Sendable {
  /// How a process ended.
  package enum Ending: Hashable, Sendable {
    case exited(status: Int32)
    case killed(signal: Int32)
  }

  package let id: Int32

  /// Whether the process has ended. Use it only before ``reap()``.
  package var hasEnded: Bool {
    var information = siginfo_t()
    guard waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT | WNOHANG) == 0 else { return false }
    // With WNOHANG, the call also succeeds while the process runs, and then leaves the structure zero.
    return information.si_signo == SIGCHLD
  }

  /// Waits for the end of the process. The process keeps its ID until ``reap()``.
  package func waitForEnd() {
    var information = siginfo_t()
    while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
  }

  /// Waits for the end of the process. A SIGTERM or SIGHUP that this process catches is also sent to the child.
  package func waitForEndPassingSignals() {
    csystem_forward_termination_to(id)
    waitForEnd()
    csystem_forward_termination_to(0)
  }

  /// Waits for the end of the process, and releases its ID.
  package func reap() -> Ending {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? .exited(status: status >> 8 & 0xFF) : .killed(signal: signal)
  }

  /// Sends a signal to all processes of the session that the process leads. Call it only before ``reap()``.
  package func signalGroup(_ signal: Signal) {
    kill(-id, signal.rawValue)
  }
}
