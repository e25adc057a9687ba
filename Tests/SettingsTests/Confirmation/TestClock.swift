import Synchronization

@testable import Settings

/// A clock that only a test advances.
final class TestClock: Sendable {
  private struct Sleeper {
    let deadline: Duration
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var time = Duration.zero
    var sleepers: [Sleeper] = []
    /// The durations of all sleeps, in order.
    var sleeps: [Duration] = []
    /// Continues when something sleeps.
    var observer: CheckedContinuation<Void, Never>?
    var nextID: UInt32 = 1
  }

  private let state = Mutex(State())

  /// The environment of a store that uses the clock. A sleep isn't interrupted by cancellation.
  var environment: StoreEnvironment {
    StoreEnvironment(
      now: { self.now }, sleep: { await self.sleep($0) }, makeConfirmationID: { self.makeID() })
  }

  var now: Moment { Moment(wall: Timestamp(milliseconds: 1_000_000)) + state.withLock { $0.time } }

  var sleeps: [Duration] { state.withLock { $0.sleeps } }

  private func makeID() -> ConfirmationID {
    state.withLock { state in
      defer { state.nextID += 1 }
      return ConfirmationID(state.nextID)
    }
  }

  private func sleep(_ duration: Duration) async {
    await withCheckedContinuation { continuation in
      let observer = state.withLock { state in
        state.sleeps.append(duration)
        state.sleepers.append(Sleeper(deadline: state.time + duration, continuation: continuation))
        defer { state.observer = nil }
        return state.observer
      }
      observer?.resume()
    }
  }

  /// Waits until something sleeps.
  func waitForSleep() async {
    await withCheckedContinuation { continuation in
      let isSleeping = state.withLock { state in
        if state.sleepers.isEmpty { state.observer = continuation }
        return !state.sleepers.isEmpty
      }
      if isSleeping { continuation.resume() }
    }
  }

  /// Advances the clock, and wakes what has slept long enough.
  func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.time += duration
      let time = state.time
      defer { state.sleepers.removeAll { $0.deadline <= time } }
      return state.sleepers.filter { $0.deadline <= time }
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }
}
