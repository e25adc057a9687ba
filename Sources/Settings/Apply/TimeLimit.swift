import SettingsForm

/// Work took too long. The text becomes the reason of a participant's failure: `recalculate took longer than 30 s`.
struct TimeLimitExceeded: Error, CustomStringConvertible {
  let work: String
  let limit: Duration

  var description: String { "\(work) took longer than \(limit.words)" }
}

/// Runs work, and waits for its end or for a time limit, whichever comes first. Throws what the work throws, or ``TimeLimitExceeded``.
///
/// At the time limit, and when the caller is canceled, the work is canceled. Work that doesn't check for cancellation continues, and
/// what it does after the time limit has no effect on the outcome.
func run(
  _ name: String, within limit: Duration, sleep: @escaping @Sendable (Duration) async throws -> Void,
  _ work: @escaping @Sendable () async throws -> Void
) async throws {
  let (outcomes, continuation) = AsyncStream.makeStream(of: Result<Void, any Error>.self)
  let timeout = TimeLimitExceeded(work: name, limit: limit)
  let worker = Task {
    do {
      continuation.yield(.success(try await work()))
    } catch {
      continuation.yield(.failure(error))
    }
  }
  let timer = Task {
    try await sleep(limit)
    continuation.yield(.failure(timeout))
  }
  // Wait in a separate task, so that canceling the caller doesn't end the wait before the work has ended.
  let first = await withTaskCancellationHandler {
    await uncanceled { await outcomes.first { _ in true } }
  } onCancel: {
    worker.cancel()
  }
  worker.cancel()
  timer.cancel()
  try (first ?? .failure(timeout)).get()
}

/// Runs work that canceling the caller doesn't interrupt: a new task doesn't inherit the cancellation. Task-local values are inherited.
func uncanceled<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) async -> Result {
  await Task { await work() }.value
}
