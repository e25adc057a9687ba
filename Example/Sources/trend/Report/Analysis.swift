import TrendCore

/// The results for a file of measurements.
struct Analysis: Sendable {
  let series: Series
  let trend: Series
  let forecast: Forecast?

  init(_ readings: [Reading], settings: TrendSettings) {
    series = settings.input.series(of: readings)
    trend = settings.smoothing.core.trend(of: series, maximumGap: settings.smoothing.maximumGap)
    forecast = settings.calculation.core.forecast(from: trend, days: settings.calculation.timePeriod)
  }
}
