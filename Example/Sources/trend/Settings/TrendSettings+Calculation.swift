import Settings

extension TrendSettings {
  /// How the trend is continued into the next days.
  struct Calculation: SettingsGroup {
    /// The forecast model. A running program keeps its model, so that its forecasts are comparable.
    // setting: requiresRestart
    var mode = Mode.linearRegression

    /// The weight of a day in a weighted average.
    // setting: sideEffect = recalculate
    var averageMethod = AverageMethod.exponential

    /// How far the calculation looks back.
    // setting: range = 2...90, unit = "days", sideEffect = recalculate
    var timePeriod = 14

    /// How far the forecast looks ahead.
    // setting: range = 1...60, unit = "days", sideEffect = recalculate
    var forecastPeriod = 7

    /// The target value. The report shows when it will be reached, and the plot shows it as a line.
    // setting: range = 0...1000, sideEffect = recalculate
    var goal: Double?
  }

  enum Mode: String, CaseIterable, Codable {
    /// The line through the trend with the smallest squared distances.
    case linearRegression
    /// The average of the trend's daily changes, with more weight on newer ones.
    case weightedAverage
  }

  enum AverageMethod: String, CaseIterable, Codable {
    /// The same weight for all days.
    case equal
    /// A weight that decreases linearly to zero with age.
    case linear
    /// A weight that decreases exponentially with age.
    case exponential
  }
}
