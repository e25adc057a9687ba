import Dispatch
import Synchronization

/// Waits for an asynchronous operation, so that it can be measured together with synchronous ones.
///
/// It runs on the calling thread, as for a task that awaits it. Otherwise the time would include waking another thread and this one, which
/// takes about as long as an apply in memory.
func waiting<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws {
  let outcome = Outcome()
  let thread = CallingThread()
  Task.detached(executorPreference: thread) {
    do { _ = try await body() } catch { outcome.error.withLock { $0 = error } }
    thread.stop()
  }
  thread.run()
  if let error = outcome.error.withLock({ $0 }) { throw error }
}

/// Runs the parts of a task on the thread that waits for it.
private final class CallingThread: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let isStopped = Mutex(false)
  private let isDue = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    isDue.signal()
  }

  /// Ends the thread's wait, as the last step of the task.
  func stop() { isStopped.withLock { $0 = true } }

  func run() {
    while !isStopped.withLock({ $0 }) {
      isDue.wait()
      guard let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { continue }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

private final class Outcome: Sendable {
  let error = Mutex<(any Error)?>(nil)
}
