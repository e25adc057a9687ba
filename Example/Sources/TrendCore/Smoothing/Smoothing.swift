/// An algorithm that turns scattered readings into a trend.
///
/// The trend has one value for each day with a reading. Days without a reading only affect the age of the others.
public enum Smoothing: Hashable, Sendable {
  /// The mean of the readings of the last days, including the day itself.
  case moving(days: Int)
  /// The same, but newer readings weigh more: the day itself `days`, the oldest day 1.
  case weightedMoving(days: Int)
  /// Exponential smoothing with a factor in 0…1; 1 follows every reading, 0 never moves.
  case exponential(factor: Double)

  /// The trend of a series, which restarts after a gap of more than `maximumGap` days.
  ///
  /// Linear in readings × days for the moving averages, linear in readings for the exponential one.
  public func trend(of series: Series, maximumGap: Int? = nil) -> Series {
    Series(
      series.runs(withoutGapsOver: maximumGap).flatMap { run in
        switch self {
        case .moving(let days): movingAverage(of: run, days: days)
        case .weightedMoving(let days): weightedMovingAverage(of: run, days: days)
        case .exponential(let factor): exponentialAverage(of: run, factor: factor)
        }
      })
  }
}
