import Synchronization

/// Events in the order in which they happened. Any thread adds them; one loop takes them, until the queue is finished or its task is
/// canceled.
///
///     while let event = await events.next() { … }
///
/// The loop waits on its own actor. With an `AsyncStream`, two threads of the pool would wake for each event, only to hand it over.
final class EventQueue<Event: Sendable>: Sendable {
  private struct State {
    /// The events that were added last, in order.
    var added: [Event] = []
    /// The events before them, the first one last, so that it is taken in constant time.
    var ready: [Event] = []
    /// The loop, while it waits.
    var waiting: UnsafeContinuation<Event?, Never>?
    var isFinished = false

    mutating func takeFirst() -> Event? {
      if ready.isEmpty {
        ready = added.reversed()
        added = []
      }
      return ready.popLast()
    }
  }

  private let state = Mutex(State())

  /// Adds an event. Does nothing after the end.
  func add(_ event: Event) {
    let waiting = state.withLock { state -> UnsafeContinuation<Event?, Never>? in
      defer { state.waiting = nil }
      if !state.isFinished, state.waiting == nil { state.added.append(event) }
      return state.waiting
    }
    waiting?.resume(returning: event)
  }

  /// Ends the loop after the events that were added until now.
  func finish() {
    let waiting = state.withLock { state -> UnsafeContinuation<Event?, Never>? in
      state.isFinished = true
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: nil)
  }

  /// Returns the next event, or waits for one; `nil` after the end.
  func next(isolation: isolated (any Actor)? = #isolation) async -> Event? {
    await withTaskCancellationHandler {
      await withUnsafeContinuation(isolation: isolation) { continuation in
        let (isReady, event) = state.withLock { state -> (Bool, Event?) in
          let event = state.takeFirst()
          let isReady = event != nil || state.isFinished
          if !isReady { state.waiting = continuation }
          return (isReady, event)
        }
        if isReady { continuation.resume(returning: event) }
      }
    } onCancel: {
      finish()
    }
  }
}
