/// Counts the time that this process runs, and not the time that it is stopped, by Ctrl-Z say: nobody would look at a clock
/// then.
///
/// It has to be told the time again and again; how long the longest pause may be that counts as running is known, so that
/// no signal has to be caught.
struct RunningTime {
  /// How often to tell the time.
  static let pause = Duration.milliseconds(200)

  private(set) var elapsed = Duration.zero
  private var last: ContinuousClock.Instant

  init(from start: ContinuousClock.Instant = .now) {
    last = start
  }

  /// Tells the time. Of a pause that was far too long, only as much counts as was meant.
  mutating func advance(to now: ContinuousClock.Instant = .now) {
    elapsed += min(now - last, Self.pause * 2)
    last = now
  }
}
