import SettingsSystem

/// Runs a call that waits on a thread of its own, because the few threads of tasks have to run what it waits for.
///
/// A machine with two processors has two of them: two calls that wait there would stop all tests.
func onThread<Result: Sendable>(
  _ call: @escaping @Sendable () throws -> Result
) -> Task<Result, any Error> {
  Task {
    try await withCheckedThrowingContinuation { continuation in
      do {
        try SystemThread.start { continuation.resume(with: Swift.Result { try call() }) }
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }
}
