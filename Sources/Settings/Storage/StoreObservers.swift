import Synchronization

/// The number of elements that a stream of a store keeps for a reader that is late; the oldest are dropped. A reader that has stopped must
/// not fill the memory.
let streamCapacity = 1_000

/// The observers of one kind of event in a store, such as a change of the stored content.
///
/// Observers are called outside of this type's lock, because an observer may end its own observation or begin another. One that is being
/// removed by another thread can therefore still be called once.
final class StoreObservers<Element: Sendable>: Sendable {
  private struct State {
    var observers: [Int: @Sendable (Element) -> Void] = [:]
    var lastID = 0
  }

  private let state = Mutex(State())

  /// Calls an observer from now on, until the returned observation is released. Whoever ignores the result observes nothing.
  func add(_ observer: @escaping @Sendable (Element) -> Void) -> StoreObservation {
    let id = state.withLock { state in
      state.lastID += 1
      state.observers[state.lastID] = observer
      return state.lastID
    }
    return StoreObservation { [weak self] in self?.remove(id) }
  }

  /// Calls the observers, in the order in which they were added.
  func notify(_ element: Element) {
    // Call the observers outside of the lock, because an observer may end its own observation.
    let observers = state.withLock { state in state.observers.sorted { $0.key < $1.key }.map(\.value) }
    for observer in observers { observer(element) }
  }

  /// Returns an element for each notification from now on. The sequence ends when it is no longer iterated.
  func stream() -> AsyncStream<Element> {
    AsyncStream(bufferingPolicy: .bufferingNewest(streamCapacity)) { continuation in
      let observation = add { continuation.yield($0) }
      continuation.onTermination = { _ in observation.cancel() }
    }
  }

  private func remove(_ id: Int) {
    state.withLock { $0.observers[id] = nil }
  }
}

/// Ends an observation when it is released. Keep it as long as the observer is to be called.
final class StoreObservation: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  /// Ends the observation now.
  func cancel() { end() }

  deinit { end() }
}
