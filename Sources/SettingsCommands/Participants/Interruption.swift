import CSystem
// A dispatch source may be cancelled from any thread; its type just does not say so yet.
@preconcurrency import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Catches the signals that ask the program to end while an apply is under way, so that it ends with the old content in
/// place and without a command running on.
final class Interruption: Sendable {
  /// The signals that a person or the system sends to end a program.
  static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  private struct State {
    var received: Int32?
    /// How many signals came.
    var count = 0
    var source: (any DispatchSourceRead)?
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
    let pipe = csystem_catch_signals(Self.signals, Int32(Self.signals.count))
    guard pipe >= 0 else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: pipe, queue: .global())
    source.setEventHandler { [weak self] in self?.receiveAll(from: pipe) }
    source.setCancelHandler { close(pipe) }
    source.activate()
    state.withLock { $0.source = source }
  }

  /// Catches no more signals: they end the program again.
  func end() {
    let source = state.withLock { state in
      defer { state.source = nil }
      return state.source
    }
    guard let source else { return }
    csystem_release_signals()
    receiveAll(from: Int32(source.handle))
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

  private func receiveAll(from pipe: Int32) {
    var number: UInt8 = 0
    while systemRead(pipe, &number, 1) == 1 { receive(Int32(number)) }
  }

  private func receive(_ number: Int32) {
    let child = state.withLock { state in
      if state.received == nil { state.received = number }
      state.count += 1
      return state.child
    }
    child?.stop(.interrupted)
  }

  /// Ends the program by a signal, as if it had never been caught.
  static func die(of number: Int32) -> Never {
    signal(number, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
    exit(128 + number)
  }
}
