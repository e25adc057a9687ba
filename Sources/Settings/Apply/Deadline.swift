import Synchronization

/// What became of work that had a deadline.
enum TimedResult: Sendable {
  case done
  case failed(reason: String)
  case timedOut
}

/// Runs work, and stops waiting for it when the time is up. A late end changes nothing any more.
///
/// The work is cancelled then, but may go on if it does not look.
func run(within limit: Duration, _ work: @escaping @Sendable () async throws -> Void) async -> TimedResult {
  let answer = FirstAnswer()
  let worker = Task {
    do {
      try await work()
      answer.give(.done)
    } catch {
      answer.give(.failed(reason: "\(error)"))
    }
  }
  let clock = Task {
    try await Task.sleep(for: limit)
    answer.give(.timedOut)
  }
  let result = await withCheckedContinuation(answer.await)
  worker.cancel()
  clock.cancel()
  return result
}

/// Takes the first of several answers and forgets the others.
private final class FirstAnswer: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<TimedResult, Never>)
    case given(TimedResult)
  }

  private let state = Mutex(State.open)

  func give(_ result: TimedResult) {
    let waiting: CheckedContinuation<TimedResult, Never>? = state.withLock { state in
      switch state {
      case .open:
        state = .given(result)
        return nil
      case .awaited(let continuation):
        state = .given(result)
        return continuation
      case .given:
        return nil
      }
    }
    waiting?.resume(returning: result)
  }

  func await(_ continuation: CheckedContinuation<TimedResult, Never>) {
    let result: TimedResult? = state.withLock { state in
      if case .given(let result) = state { return result }
      state = .awaited(continuation)
      return nil
    }
    if let result { continuation.resume(returning: result) }
  }
}
