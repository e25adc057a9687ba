import Foundation

/// The time that a thread spends on a processor. Unlike the time on a clock, it doesn't depend on what else the machine does.
///
/// Tests of costs compare two of them: ten times as many settings may take thirty times as long, but not a hundred times. A limit in
/// seconds would fail on a slow machine, and notice nothing on a fast one.
public enum ProcessorTime {
  /// Returns the least time of several runs. The body runs on the thread that calls this function.
  public static func least(ofRuns runs: Int = 3, _ body: () throws -> Void) rethrows -> Duration {
    var least: Duration?
    for _ in 0..<runs {
      let start = now
      try body()
      least = min(least ?? .seconds(1_000_000), now - start)
    }
    return least ?? .zero
  }

  private static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
