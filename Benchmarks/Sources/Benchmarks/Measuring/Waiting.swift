import Foundation
import Synchronization

/// Waits for an asynchronous operation, so that it can be measured together with synchronous ones.
func waiting<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws {
  let outcome = Outcome()
  let semaphore = DispatchSemaphore(value: 0)
  Task.detached {
    do { _ = try await body() } catch { outcome.error.withLock { $0 = error } }
    semaphore.signal()
  }
  semaphore.wait()
  if let error = outcome.error.withLock({ $0 }) { throw error }
}

private final class Outcome: Sendable {
  let error = Mutex<(any Error)?>(nil)
}
