/// Measures the time that this process runs, without the time that it is stopped (Ctrl-Z).
///
/// The owner calls ``advance(to:)`` at short intervals. A much longer interval means that the process was stopped, so no signal
/// has to be caught.
struct RunningTime {
  /// The interval between two calls of ``advance(to:)``.
  static let pause = Duration.milliseconds(200)

  private(set) var elapsed = Duration.zero
  private var last: ContinuousClock.Instant

  init(from start: ContinuousClock.Instant = .now) {
    last = start
  }

  /// Adds the time since the last call; at most two intervals of it.
  mutating func advance(to now: ContinuousClock.Instant = .now) {
    elapsed += min(now - last, Self.pause * 2)
    last = now
  }
}
