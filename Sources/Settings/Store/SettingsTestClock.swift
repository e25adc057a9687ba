import SettingsSystem
import Synchronization

/// A clock that only a test advances.
///
/// In a store with this clock, the time limits of confirmations, participants and side effects end only when the test advances the clock.
/// So a test of a minute takes milliseconds, and never depends on the load of the machine.
///
/// ```swift
/// let clock = SettingsTestClock()
/// let store = try SettingsStore<AppSettings>(clock: clock)
/// try await store.update(options: ApplyOptions(confirmWithin: .seconds(60))) { $0.network.port = 80 }
/// await clock.advance(by: .seconds(60))
/// ```
///
/// The rollback that follows runs in a task of the store. Wait for it by ``SettingsStore/changes(of:)``, as the article about testing
/// shows.
///
/// The times in the history of such a store begin at a fixed point, and confirmations have the IDs 00000001, 00000002 and so on, which a
/// test can compare. One clock can serve several stores. It can be used from any thread.
public final class SettingsTestClock: Sendable {
  private struct Sleeper {
    let deadline: Duration
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var time = Duration.zero
    var sleepers: [Int: Sleeper] = [:]
    /// The durations of all sleeps, in order.
    var sleeps: [Duration] = []
    /// The callers of ``waitForSleep()``, which continue when something sleeps.
    var observers: [CheckedContinuation<Void, Never>] = []
    var nextID: UInt32 = 1
  }

  private let state = Mutex(State())

  /// Creates a clock, which stands still.
  public init() {}

  /// Waits until a store waits for this clock, advances the clock, and ends the time limits that are over.
  ///
  /// What the store does then, such as a rollback, isn't finished when the function returns: wait for the change. If no store has a time
  /// limit, the function doesn't return, so use it only after an apply with `confirmWithin`, or while a participant prepares or a side
  /// effect runs.
  public func advance(by duration: Duration) async {
    await waitForSleep()
    advanceNow(by: duration)
  }

  /// The environment of a store that uses the clock: its time, and sleeps that only end when the test advances it.
  var environment: StoreEnvironment {
    StoreEnvironment(
      now: { self.now }, sleep: { try await self.sleep($0) }, makeConfirmationID: { self.makeID() })
  }

  var now: Moment { Moment(wall: WallTime(milliseconds: 1_000_000)) + state.withLock { $0.time } }

  var sleeps: [Duration] { state.withLock { $0.sleeps } }

  private func makeID() -> ConfirmationID {
    state.withLock { state in
      defer { state.nextID += 1 }
      return ConfirmationID(state.nextID)
    }
  }

  private func sleep(_ duration: Duration) async throws {
    let id = state.withLock { state in
      state.sleeps.append(duration)
      return state.sleeps.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let observers = state.withLock { state -> [CheckedContinuation<Void, Never>]? in
          // The task can be canceled before the sleeper is added. Then the handler, which takes the same lock, has run or will run without
          // finding a sleeper.
          guard !Task.isCancelled else { return nil }
          state.sleepers[id] = Sleeper(deadline: state.time + duration, continuation: continuation)
          defer { state.observers = [] }
          return state.observers
        }
        guard let observers else { return continuation.resume(throwing: CancellationError()) }
        for observer in observers { observer.resume() }
      }
    } onCancel: {
      let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Waits until something sleeps.
  func waitForSleep() async {
    await withCheckedContinuation { continuation in
      let isSleeping = state.withLock { state in
        if state.sleepers.isEmpty { state.observers.append(continuation) }
        return !state.sleepers.isEmpty
      }
      if isSleeping { continuation.resume() }
    }
  }

  /// Advances the clock, and wakes what has slept long enough.
  func advanceNow(by duration: Duration) {
    let woken = state.withLock { state in
      state.time += duration
      let time = state.time
      let woken = state.sleepers.filter { $0.value.deadline <= time }
      for id in woken.keys { state.sleepers[id] = nil }
      return woken.values
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }
}
