import Settings

extension TrendSettings {
  /// How scattered measurements become a trend.
  struct Smoothing: SettingsGroup {
    /// The average that the trend is made of.
    // setting: sideEffect = recalculate
    var algorithm = Algorithm.exponential

    /// The days in a moving average.
    // setting: title = "Day Period", range = 1...60, unit = "days", sideEffect = recalculate
    var period = 7

    /// Days without a measurement after which the trend starts anew; never, if not set.
    // setting: range = 1...365, unit = "days", sideEffect = recalculate
    var maximumGap: Int?

    var exponential = Exponential()
  }

  /// Fine tuning of the exponential average.
  struct Exponential: SettingsGroup {
    /// How much a new measurement counts: 1 follows every one, small values stay calm.
    // setting: range = 0.05...1, step = 0.05, sideEffect = recalculate
    var factor: Float = 0.2
  }

  enum Algorithm: String, CaseIterable, Codable {
    /// The mean of the last days.
    case moving
    /// The mean of the last days, newer ones counting more.
    case weightedMoving
    /// All days before, each counting less than the next.
    case exponential
  }
}
