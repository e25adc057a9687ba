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
    var sources: [any DispatchSourceSignal] = []
    var child: ChildProcess?
  }

  private let state = Mutex(State())

  /// The signal that came; `nil` if none did.
  var received: Int32? { state.withLock { $0.received } }

  /// Begins to catch signals, but for those that are ignored (`nohup`).
  func begin() {
    for number in Self.signals where csystem_is_ignored(number) == 0 {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [weak self] in self?.receive(number) }
      source.activate()
      state.withLock { $0.sources.append(source) }
    }
  }

  /// Catches no more signals: they end the program again.
  func end() {
    let sources = state.withLock { state in
      defer { state.sources = [] }
      return state.sources
    }
    for source in sources {
      source.cancel()
      signal(Int32(source.handle), SIG_DFL)
    }
  }

  /// Ends a command, too, when a signal comes while it runs.
  func watch(_ child: ChildProcess?) {
    let isLate = state.withLock { state in
      state.child = child
      return state.received != nil
    }
    if isLate { child?.stop(.interrupted) }
  }

  private func receive(_ number: Int32) {
    let child = state.withLock { state in
      if state.received == nil { state.received = number }
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
