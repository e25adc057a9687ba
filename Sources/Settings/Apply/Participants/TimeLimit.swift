/// The outcome of work with a time limit.
enum TimedOutcome: Sendable {
  case done
  case failed(any Error)
  case timedOut
}

/// A side effect took too long.
struct TimeLimitExceeded: Error, CustomStringConvertible {
  let work: String
  let limit: Duration

  var description: String { "\(work) took longer than \(limit)" }
}

/// Runs work and stops waiting for it when its time is over. What it does later has no effect on the outcome.
///
/// The work is canceled then, and when the caller is canceled, but continues if it doesn't check for cancellation.
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

/// Runs work that canceling the caller doesn't interrupt.
func uncanceled<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) async -> Result {
  await Task { await work() }.value
}
