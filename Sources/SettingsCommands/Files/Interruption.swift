// A dispatch source can be canceled from any thread, but its type isn't marked as sendable yet.
@preconcurrency import Dispatch
import SettingsSystem
import Synchronization

/// Catches the signals that ask the program to end during an apply. The apply can first end the running command and restore the old
/// content.
///
///     Ctrl-C ─▶ SignalPipe ─▶ receive ─▶ count + 1, stop(.interrupted) of the running command
///                                        └▶ CommandParticipant: commands that haven't started refuse
///
/// A signal handler may do next to nothing, so it only writes into a pipe (see ``SignalPipe``), and the rest happens on a queue. The
/// signals are counted. A revert passes the count of its start to ``watch(_:since:)``: the Ctrl-C that caused the revert doesn't end it, a
/// second Ctrl-C does.
///
///     count 0   --commit runs
///     Ctrl-C    count 1: the command is ended, the old content is restored, --commit runs again with watch(since: 1)
///     Ctrl-C    count 2 > 1: that run is ended, too
///
/// At the end, the failure of the command carries the signal, and the process ends by it.
final class Interruption: Sendable {
  /// All that handlers and tasks share, behind one lock.
  private struct State {
    var received: Int32?
    /// The number of signals received.
    var count = 0
    var source: (any DispatchSourceRead)?
    var pipe: SignalPipe?
    var child: ChildProcess?
  }

  private let state = Mutex(State())

  /// The first signal received.
  var received: Int32? { state.withLock { $0.received } }

  /// The number of signals received.
  var count: Int { state.withLock { $0.count } }

  /// Begins to catch signals, except signals that are ignored (`nohup`).
  ///
  /// After it returns, no signal is lost: each waits in a pipe until the dispatch source reads it. If there can't be a pipe, signals end
  /// the program as before.
  func begin() {
    guard let pipe = SignalPipe(catching: Signal.endings) else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: pipe.stream.descriptor, queue: .global())
    source.setEventHandler { [weak self] in self?.receiveAll(from: pipe) }
    // The descriptor must stay open until the source has let go of it.
    source.setCancelHandler { pipe.stream.close() }
    source.activate()
    state.withLock { ($0.source, $0.pipe) = (source, pipe) }
  }

  /// Stops catching signals; they end the program again. Signals that have arrived until now are counted first. Without ``begin()``, it
  /// does nothing.
  func end() {
    let (source, pipe) = state.withLock { state in
      defer { (state.source, state.pipe) = (nil, nil) }
      return (state.source, state.pipe)
    }
    guard let source, let pipe else { return }
    // Signals that arrived before the release are still in the pipe, and count.
    pipe.release()
    receiveAll(from: pipe)
    source.cancel()
  }

  /// Ends a command when a signal is received while it runs, or at once if that has happened before. `nil` if no command runs anymore.
  ///
  /// - Parameter earlier: The number of signals that were received before and don't end the command.
  func watch(_ child: ChildProcess?, since earlier: Int = 0) {
    let isLate = state.withLock { state in
      state.child = child
      return state.count > earlier
    }
    if isLate { child?.stop(.interrupted) }
  }

  private func receiveAll(from pipe: SignalPipe) {
    for signal in pipe.waitingSignals() { receive(signal.rawValue) }
  }

  /// Counts a signal and ends the running command. The command is ended outside of the lock, since that takes a lock of its own.
  private func receive(_ number: Int32) {
    let child = state.withLock { state in
      if state.received == nil { state.received = number }
      state.count += 1
      return state.child
    }
    child?.stop(.interrupted)
  }
}
