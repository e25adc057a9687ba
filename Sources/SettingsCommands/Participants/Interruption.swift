// A dispatch source may be cancelled from any thread; its type just does not say so yet.
@preconcurrency import Dispatch
import SettingsSystem
import Synchronization

/// Catches the signals that ask the program to end while an apply is under way, so that it ends with the old content in
/// place and without a command running on.
final class Interruption: Sendable {
  private struct State {
    var received: Int32?
    /// How many signals came.
    var count = 0
    var source: (any DispatchSourceRead)?
    var pipe: SignalPipe?
    var child: ChildProcess?
  }

  private let state = Mutex(State())

  /// The signal that came; `nil` if none did.
  var received: Int32? { state.withLock { $0.received } }

  /// How many signals came so far.
  var count: Int { state.withLock { $0.count } }

  /// Begins to catch signals, but for those that are ignored (`nohup`).
  ///
  /// From its return on none gets lost: each waits in a pipe, so that it does not matter how soon somebody listens.
  func begin() {
    guard let pipe = SignalPipe(catching: Signal.endings) else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: pipe.stream.descriptor, queue: .global())
    source.setEventHandler { [weak self] in self?.receiveAll(from: pipe) }
    source.setCancelHandler { pipe.stream.close() }
    source.activate()
    state.withLock { ($0.source, $0.pipe) = (source, pipe) }
  }

  /// Catches no more signals: they end the program again.
  func end() {
    let (source, pipe) = state.withLock { state in
      defer { (state.source, state.pipe) = (nil, nil) }
      return (state.source, state.pipe)
    }
    guard let source, let pipe else { return }
    pipe.release()
    receiveAll(from: pipe)
    source.cancel()
  }

  /// Ends a command, too, when a signal comes while it runs.
  ///
  /// - Parameter earlier: how many signals came before it was to be started; those it is not ended for.
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

  private func receive(_ number: Int32) {
    let child = state.withLock { state in
      if state.received == nil { state.received = number }
      state.count += 1
      return state.child
    }
    child?.stop(.interrupted)
  }
}
