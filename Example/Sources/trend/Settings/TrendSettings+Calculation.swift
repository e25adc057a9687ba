import Settings

extension TrendSettings {
  /// How the trend is continued into the next days.
  struct Calculation: SettingsGroup {
    /// What a forecast is made of. A program that runs keeps to one, so that its forecasts can be compared.
    // setting: requiresRestart
    var mode = Mode.linearRegression

    /// How much a day counts in a weighted average.
    // setting: sideEffect = recalculate
    var averageMethod = AverageMethod.exponential

    /// How far the calculation looks back.
    // setting: range = 2...90, unit = "days", sideEffect = recalculate
    var timePeriod = 14

    /// How far the forecast looks ahead.
    // setting: range = 1...60, unit = "days", sideEffect = recalculate
    var forecastPeriod = 7

    /// The value aimed at: the report says when it will be reached, and the plot shows it as a line.
    // setting: range = 0...1000, sideEffect = recalculate
    var goal: Double?
  }

  enum Mode: String, CaseIterable, Codable {
    /// The line through the trend with the least squares of the distances.
    case linearRegression
    /// The average of the trend's daily changes, newer ones counting more.
    case weightedAverage
  }

  enum AverageMethod: String, CaseIterable, Codable {
    /// All days the same.
    case equal
    /// Each older day a little less, down to nothing.
    case linear
    /// Each older day the same fraction of the next.
    case exponential
  }
}
