import Dispatch
import Synchronization
import Testing

@testable import SettingsSystem

@Suite("Threads that wait for more work")
struct IdleThreadTests {
  @Test("All pieces of work are done once, however many callers share the threads")
  func everyPiece() async {
    let total = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var sum = 0
          for _ in 0..<200 {
            let done = Counter()
            SystemThread.perform(4) { done.add($0) }
            sum += done.value
          }
          return sum
        }
      }
      return await group.reduce(0, +)
    }
    #expect(total == 8 * 200 * (0 + 1 + 2 + 3))
  }

  @Test("A thread takes more work after it has waited for the longest time, or another one does")
  func patience() throws {
    // The second piece of work arrives about when the thread ends.
    for wait in [1_990, 1_999, 2_000, 2_001, 2_010] {
      let done = DispatchSemaphore(value: 0)
      try IdleThread.perform { done.signal() }
      done.wait()
      POSIXFileSystem().pause(milliseconds: wait)
      try IdleThread.perform { done.signal() }
      #expect(done.wait(timeout: .now() + 60) == .success)
    }
  }
}

private final class Counter: Sendable {
  private let sum = Mutex(0)
  var value: Int { sum.withLock { $0 } }
  func add(_ number: Int) { sum.withLock { $0 += number } }
}
