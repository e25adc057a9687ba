import Settings

extension PollerSettings {
  /// When the targets are polled.
  // setting: detail = lastPoll, action = pollAllNow
  package struct Polling: SettingsGroup {
    /// The time between two polls of a target that has no interval of its own.
    // setting: range = 50ms...1d
    package var interval: Duration = .seconds(30)

    /// The least time between two polls of a target.
    // setting: range = 10ms...1h
    package var minimumInterval: Duration = .seconds(1)

    /// The time after which a poll without an answer fails.
    // setting: range = 50ms...5min
    package var timeout: Duration = .seconds(5)

    /// The part of the interval by which polls are randomly early or late, so that they don't coincide.
    // setting: range = 0...0.5, step = 0.05
    package var jitter = 0.1

    /// The number of polls at a time.
    // setting: range = 1...64, requiresRestart
    package var workers = 4

    /// Which target is polled first if there are fewer workers than targets to poll.
    // setting: advanced
    package var order = Order.mostOverdue

    /// The time between the start of the daemon and its first poll.
    // setting: range = 0s...1h, requiresRestart, advanced
    package var startDelay: Duration = .zero

    /// The time that polls have to finish when the daemon stops.
    // setting: range = 0s...1min, advanced
    package var drainTime: Duration = .seconds(5)

    package var backoff = Backoff()

    package init() {}
  }

  /// Longer intervals for targets that don't answer.
  package struct Backoff: SettingsGroup {
    // setting: title = "Enabled"
    package var isEnabled = true

    /// The factor by which each failure in a row makes the interval longer.
    // setting: range = 1...10
    package var factor = 2.0

    /// The longest interval.
    // setting: range = 1s...7d
    package var maximum: Duration = .seconds(300)

    package init() {}
  }

  package enum Order: String, CaseIterable, Codable, Sendable {
    /// The target that should have been polled first.
    case mostOverdue
    /// The first target in the list.
    case listed
  }
}
