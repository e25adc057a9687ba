import Synchronization

/// The number of elements that a stream of a store keeps for a reader that is late; the oldest are dropped. A reader that has stopped must
/// not fill the memory.
let streamCapacity = 1_000

/// The observers of one kind of event in a store, such as a change of the stored content.
///
/// Observers are called outside of this type's lock, because an observer may end its own observation or begin another. One that is being
/// removed by another thread can therefore still be called once.
final class StoreObservers<Element: Sendable>: Sendable {
  private struct Observer: Sendable {
    let notify: @Sendable (Element) -> Void
    let end: @Sendable () -> Void
  }

  private struct State {
    var observers: [Int: Observer] = [:]
    var lastID = 0
  }

  private let state = Mutex(State())

  deinit {
    for observer in state.withLock(\.observers).values { observer.end() }
  }

  /// Calls an observer from now on, until the returned observation is released. Whoever ignores the result observes nothing.
  ///
  /// - Parameter end: Called when there is nothing left to observe, because the store is gone.
  func add(
    _ observer: @escaping @Sendable (Element) -> Void, atEnd end: @escaping @Sendable () -> Void = {}
  ) -> StoreObservation {
    let id = state.withLock { state in
      state.lastID += 1
      state.observers[state.lastID] = Observer(notify: observer, end: end)
      return state.lastID
    }
    return StoreObservation { [weak self] in self?.remove(id) }
  }

  /// Calls the observers, in the order in which they were added.
  func notify(_ element: Element) {
    // Call the observers outside of the lock, because an observer may end its own observation.
    let observers = state.withLock { state in state.observers.sorted { $0.key < $1.key }.map(\.value) }
    for observer in observers { observer.notify(element) }
  }

  /// Returns an element for each notification from now on. The sequence ends when it is no longer iterated, and with the store.
  func stream() -> AsyncStream<Element> { stream { $0 } }

  /// Returns what is made from each notification from now on; notifications of which nothing is made are left out.
  func stream<Output: Sendable>(
    keeping capacity: Int = streamCapacity, _ output: @escaping @Sendable (Element) -> Output?
  ) -> AsyncStream<Output> {
    AsyncStream(bufferingPolicy: .bufferingNewest(capacity)) { continuation in
      let observation = add(
        { element in if let output = output(element) { continuation.yield(output) } },
        atEnd: { continuation.finish() })
      continuation.onTermination = { _ in observation.cancel() }
    }
  }

  private func remove(_ id: Int) {
    state.withLock { $0.observers[id] = nil }
  }
}

/// Ends an observation when it is released. Keep it as long as the observer is to be called.
package final class StoreObservation: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  /// Ends the observation now.
  func cancel() { end() }

  deinit { end() }
}
