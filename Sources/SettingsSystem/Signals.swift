import CSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The number of a signal.
package struct Signal: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  package static let interrupt = Signal(rawValue: SIGINT)
  package static let terminate = Signal(rawValue: SIGTERM)
  package static let hangUp = Signal(rawValue: SIGHUP)
  package static let quit = Signal(rawValue: SIGQUIT)
  package static let kill = Signal(rawValue: SIGKILL)
  package static let windowChange = Signal(rawValue: SIGWINCH)
  /// The signal that a person sends with Ctrl-Z.
  package static let stop = Signal(rawValue: SIGTSTP)
  package static let resume = Signal(rawValue: SIGCONT)

  /// The signals that a person or the system sends to end a program.
  package static let endings: [Signal] = [.interrupt, .terminate, .hangUp, .quit]
}

// A dispatch source can be canceled from any thread, but its type isn't marked as sendable yet.
@preconcurrency import Dispatch

/// Calls a function for each arrival of a signal, instead of the signal's default action, until it is released.
///
/// Several observers of one signal are all called. Signals that arrive at the same time are combined into one. The body runs on a queue of
/// its own, so it may lock and allocate, unlike a handler. A store reads its files again on SIGHUP this way.
package final class SignalObserver: Sendable {
  private let source: any DispatchSourceSignal

  /// Starts to observe a signal. When the initializer returns, the signal no longer has its default action.
  ///
  /// It waits for the registration: a SIGHUP right after the start of a daemon would otherwise end it.
  package init(_ signal: Signal, body: @escaping @Sendable () -> Void) {
    source = DispatchSource.makeSignalSource(
      signal: signal.rawValue, queue: DispatchQueue(label: "settings.signals"))
    let isRegistered = DispatchSemaphore(value: 0)
    source.setRegistrationHandler { isRegistered.signal() }
    source.setEventHandler(handler: body)
    source.activate()
    isRegistered.wait()
  }

  deinit { source.cancel() }
}

extension SpawnedProcess {
  /// Sends a signal to the process alone. Call it only before ``reap()``.
  package func signal(_ signal: Signal) {
    kill(id, signal.rawValue)
  }
}

/// Caught signals, as bytes in a pipe. Each byte is the number of a signal.
///
/// A signal handler can do little more than write to a pipe, and the pipe keeps a signal until it is read. Only one signal pipe can be open
/// at a time, and the editor's terminal uses one.
package struct SignalPipe: Sendable {
  /// Readable while signals are waiting.
  package let stream: ByteStream

  /// Begins to catch signals; returns `nil` if another signal pipe is open.
  ///
  /// A signal that the process ignores (`nohup`) stays ignored, except SIGTSTP and SIGWINCH, which an editor always needs.
  package init?(catching signals: [Signal]) {
    let descriptor = csystem_catch_signals(signals.map(\.rawValue), Int32(signals.count))
    guard descriptor >= 0 else { return nil }
    stream = ByteStream(descriptor)
  }

  /// Creates a reader of the pipe that the editor's terminal has opened.
  package init(_ stream: ByteStream) {
    self.stream = stream
  }

  /// Restores the previous handlers. Waiting signals can still be read; close the stream afterward.
  package func release() {
    csystem_release_signals()
  }

  /// Returns the waiting signals, in the order of their arrival; an empty list if none waits. A signal can be there several times.
  package func waitingSignals() -> [Signal] {
    guard case .bytes(let numbers) = stream.readAvailable() else { return [] }
    return numbers.map { Signal(rawValue: Int32($0)) }
  }
}
