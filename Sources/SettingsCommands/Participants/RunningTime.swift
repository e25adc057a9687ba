/// Measures the time during which this process runs, without the time during which it is stopped (Ctrl-Z).
///
/// The owner calls ``advance(to:)`` at short intervals. A much longer interval means that the process was stopped, so this type
/// doesn't need to catch signals.
struct RunningTime {
  /// The time between two calls of ``advance(to:)``.
  static let pause = Duration.milliseconds(200)

  private(set) var elapsed = Duration.zero
  private var last: ContinuousClock.Instant

  init(from start: ContinuousClock.Instant = .now) {
    last = start
  }

  /// Adds the time since the last call, at most that of two intervals.
  mutating func advance(to now: ContinuousClock.Instant = .now) {
    elapsed += min(now - last, Self.pause * 2)
    last = now
  }
}
