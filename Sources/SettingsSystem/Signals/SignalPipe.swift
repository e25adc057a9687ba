import CSystem

/// Caught signals, as bytes in a pipe. Each byte is the number of a signal.
///
/// A signal handler can do little more than write to a pipe, and the pipe keeps a signal until it is read. Only one signal pipe can
/// be open at a time, including the one of the editor's terminal.
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

  /// Returns the waiting signals, in the order of their arrival.
  package func waitingSignals() -> [Signal] {
    guard case .bytes(let numbers) = stream.readAvailable() else { return [] }
    return numbers.map { Signal(rawValue: Int32($0)) }
  }
}
