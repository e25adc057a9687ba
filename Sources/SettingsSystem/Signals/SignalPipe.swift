import CSystem

/// Caught signals, as bytes in a pipe: each is the number of one signal.
///
/// A handler can do hardly more than write to a pipe, and a signal that arrives before anyone reads is kept there. Only one pipe
/// can be open at a time, that of the editor's terminal included.
package struct SignalPipe: Sendable {
  /// Readable while signals are waiting.
  package let stream: ByteStream

  /// Begins to catch signals. A signal that the process ignores (`nohup`) stays ignored. `nil` if signals are already caught.
  package init?(catching signals: [Signal]) {
    let descriptor = csystem_catch_signals(signals.map(\.rawValue), Int32(signals.count))
    guard descriptor >= 0 else { return nil }
    stream = ByteStream(descriptor)
  }

  /// Restores the handlers that were set before. Waiting signals can still be read; close the stream afterwards.
  package func release() {
    csystem_release_signals()
  }

  /// The waiting signals, in the order of their arrival.
  package func waitingSignals() -> [Signal] {
    guard case .bytes(let numbers) = stream.readAvailable() else { return [] }
    return numbers.map { Signal(rawValue: Int32($0)) }
  }
}
