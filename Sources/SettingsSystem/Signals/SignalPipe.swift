import CSystem

/// Caught signals, as bytes in a pipe. Each byte is the number of a signal.
///
/// A handler can do little more than write to a pipe, and the pipe keeps a signal until it is read. Only one such pipe can be
/// open at a time, including that of the editor's terminal.
package struct SignalPipe: Sendable {
  /// Readable while signals are waiting.
  package let stream: ByteStream

  /// Begins to catch signals; returns `nil` if signals are already caught. A signal that the process ignores (`nohup`) stays
  /// ignored.
  package init?(catching signals: [Signal]) {
    let descriptor = csystem_catch_signals(signals.map(\.rawValue), Int32(signals.count))
    guard descriptor >= 0 else { return nil }
    stream = ByteStream(descriptor)
  }

  /// Restores the handlers that were set before. Waiting signals can still be read; close the stream afterwards.
  package func release() {
    csystem_release_signals()
  }

  /// Returns the waiting signals, in the order of their arrival.
  package func waitingSignals() -> [Signal] {
    guard case .bytes(let numbers) = stream.readAvailable() else { return [] }
    return numbers.map { Signal(rawValue: Int32($0)) }
  }
}
