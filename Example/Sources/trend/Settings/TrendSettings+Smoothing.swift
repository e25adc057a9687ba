import Settings

extension TrendSettings {
  /// How measurements are smoothed to a trend.
  struct Smoothing: SettingsGroup {
    /// The kind of average.
    // setting: sideEffect = recalculate
    var algorithm = Algorithm.exponential

    /// The number of days in a moving average.
    // setting: title = "Day Period", range = 1...60, unit = "days", sideEffect = recalculate
    var period = 7

    /// The number of days without a measurement after which the trend restarts (default: never).
    // setting: range = 1...365, unit = "days", sideEffect = recalculate
    var maximumGap: Int?

    var exponential = Exponential()
  }

  /// Parameters of the exponential average.
  struct Exponential: SettingsGroup {
    /// The weight of a new measurement: 1 follows each measurement, and small values smooth more.
    // setting: range = 0.05...1, step = 0.05, sideEffect = recalculate
    var factor: Float = 0.2
  }

  enum Algorithm: String, CaseIterable, Codable {
    /// The mean of the last days.
    case moving
    /// The mean of the last days, with more weight on newer ones.
    case weightedMoving
    /// The mean of all earlier days, with less weight on older ones.
    case exponential
  }
}
