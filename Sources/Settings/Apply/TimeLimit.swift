/// The outcome of work with a time limit.
enum TimedOutcome: Sendable {
  case done
  case failed(reason: String)
  case timedOut
}

/// Runs work and stops waiting for it when its time is over. What it does later has no effect on the outcome.
///
/// The work is canceled then, but continues if it doesn't check for cancellation.
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
      continuation.yield(.failed(reason: "\(error)"))
    }
  }
  let timer = Task {
    try await sleep(limit)
    continuation.yield(.timedOut)
  }
  // Wait in a separate task, so that canceling the caller doesn't end the wait.
  let first = await Task { await outcomes.first { _ in true } }.value
  worker.cancel()
  timer.cancel()
  return first ?? .timedOut
}
