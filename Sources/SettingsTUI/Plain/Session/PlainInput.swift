import CTerminal
import SettingsSystem

/// The events of the plain editor. They outlast a session, because the next one on another layer reads the same input.
@MainActor
final class PlainInput {
  static let stream = ByteStream.standardInput

  let events: AsyncStream<PlainEvent>
  let continuation: AsyncStream<PlainEvent>.Continuation
  private let sources: PlainEvents
  /// The events that came while a session was busy, or after it had ended.
  var waiting: [PlainEvent] = []

  /// Starts listening.
  init() throws(EditorError) {
    let (events, continuation) = AsyncStream.makeStream(of: PlainEvent.self)
    sources = try PlainEvents(input: Self.stream.descriptor, to: continuation)
    self.events = events
    self.continuation = continuation
  }

  /// Stops listening, and makes typed text visible again.
  func close() {
    continuation.finish()
    sources.cancel()
    Self.stream.setEcho(true)
  }
}
