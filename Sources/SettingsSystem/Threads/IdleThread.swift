import Dispatch
import Synchronization

/// A thread that waits for more work for a while after it has done some.
///
/// To wake a thread takes a fraction of the time of starting one, and a wait for the disk can be about as short as that start.
final class IdleThread: Sendable {
  private typealias Work = @Sendable () -> Void

  /// The time after which a thread without work ends.
  private static let patience = DispatchTimeInterval.seconds(2)
  /// The threads without work. The last one gets work first, so that threads that aren't needed end.
  private static let threads = Mutex<[IdleThread]>([])

  private let work: Mutex<Work?>
  private let isDue = DispatchSemaphore(value: 0)

  private init(_ work: @escaping Work) {
    self.work = Mutex(work)
  }

  /// Does work on a thread that has none, or on a new one.
  static func perform(_ work: @escaping @Sendable () -> Void) throws(SystemError) {
    if let thread = threads.withLock({ $0.popLast() }) {
      thread.work.withLock { $0 = work }
      thread.isDue.signal()
    } else {
      let thread = IdleThread(work)
      try SystemThread.start { thread.run() }
    }
  }

  private func run() {
    repeat { takeWork()?() } while waitForWork()
  }

  private func takeWork() -> Work? {
    work.withLock { work in
      defer { work = nil }
      return work
    }
  }

  /// Waits for more work; returns `false` if there is none for a while.
  private func waitForWork() -> Bool {
    Self.threads.withLock { $0.append(self) }
    guard isDue.wait(timeout: .now() + Self.patience) == .timedOut else { return true }
    let isIdle = Self.threads.withLock { threads in
      guard let place = threads.firstIndex(where: { $0 === self }) else { return false }
      threads.remove(at: place)
      return true
    }
    guard !isIdle else { return false }
    // The thread has just been taken out of the list, so work is on its way.
    isDue.wait()
    return true
  }
}
