import SettingsForm

/// The outcome of work with a time limit.
enum TimedOutcome: Sendable {
  case done
  case failed(any Error)
  case timedOut
}

/// A side effect took too long. Its text becomes the reason of a participant's failure: `recalculate took longer than 30 s`.
struct TimeLimitExceeded: Error, CustomStringConvertible {
  let work: String
  let limit: Duration

  var description: String { "\(work) took longer than \(limit.words)" }
}

/// Runs work, and waits for its end or for a time limit, whichever comes first.
///
/// At the time limit, and when the caller is canceled, the work is canceled. Work that doesn't check for cancellation continues, and
/// what it does after the time limit has no effect on the outcome.
func run(
  within limit: Duration, sleep: @escaping @Sendable (Duration) async throws -> Void,
  _ work: @escaping @Sendable () async throws -> Void
) async -> TimedOutcome {
  let (outcomes, continuation) = AsyncStream.makeStream(of: TimedOutcome.self)
  let worker = Task {
    do {
      try await work()
      continuation.yield(.done)
    } catch {
      continuation.yield(.failed(error))
    }
  }
  let timer = Task {
    try await sleep(limit)
    continuation.yield(.timedOut)
  }
  // Wait in a separate task, so that canceling the caller doesn't end the wait before the work has ended.
  let first = await withTaskCancellationHandler {
    await uncanceled { await outcomes.first { _ in true } }
  } onCancel: {
    worker.cancel()
  }
  worker.cancel()
  timer.cancel()
  return first ?? .timedOut
}

/// Runs work that canceling the caller doesn't interrupt: a new task doesn't inherit the cancellation. Task-local values are inherited.
func uncanceled<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) async -> Result {
  await Task { await work() }.value
}
