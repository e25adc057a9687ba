/// A way to continue a trend.
public enum Forecasting: Hashable, Sendable {
  /// The weights of the days in an average.
  public enum Weights: Hashable, Sendable {
    /// The same weight.
    case equal
    /// The period's length for the newest day, and one less for each older day.
    case linear
    /// Each older day `1 - 2 / (days + 1)` times as much as the next.
    case exponential
  }

  /// The line through the period's trend with the least squares of the distances.
  case linearRegression
  /// The weighted average of the period's daily changes, from the trend's last value on.
  case weightedAverage(Weights)

  /// The forecast from the last `days` days of a trend, or `nil` if the trend is empty.
  ///
  /// With one value the forecast is flat.
  public func forecast(from trend: Series, days: Int) -> Forecast? {
    guard let last = trend.readings.last else { return nil }
    let period = trend.readings.drop { $0.day.distance(to: last.day) >= max(2, days) }
    switch self {
    case .linearRegression: return leastSquares(of: period, last: last)
    case .weightedAverage(let weights):
      let slope = averageChange(of: period, days: max(2, days), weights: weights)
      return Forecast(start: last.day, value: last.value, slope: slope)
    }
  }
}
