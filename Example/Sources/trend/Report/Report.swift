import TrendCore

/// The output of `trend run`.
struct Report {
  var analysis: Analysis
  var settings: TrendSettings
  /// The columns of the terminal.
  var columns: Int

  /// Returns the whole report, optionally in color.
  func text(inColors: Bool) -> String {
    let display = settings.display
    guard let last = analysis.trend.readings.last else { return "There are no measurements yet.\n" }
    let palette = inColors ? display.colors.palette : nil
    var parts: [String] = []
    if display.show.contains(.largeFont) {
      parts.append(largeDigits(decimal(last.value, places: display.places)).text(palette: palette))
    }
    parts.append("Trend  \(last.day)  \(amount(last.value))\(slope)\n")
    parts.append(plot.text(palette: palette))
    parts.append(forecast.text(palette: palette))
    if let goal { parts.append(Picture(goal, ink: .goal).text(palette: palette)) }
    return parts.joined(separator: "\n")
  }

  private var plot: Picture {
    Plot(
      readings: analysis.series.readings,
      trend: analysis.trend.runs(withoutGapsOver: settings.smoothing.maximumGap),
      forecast: analysis.forecast?.readings(days: settings.calculation.forecastPeriod) ?? [],
      goal: settings.calculation.goal, decoration: settings.display.decoration
    ).picture(columns: settings.display.width ?? columns, rows: settings.display.height)
  }

  private var forecast: Picture {
    let days = analysis.forecast?.readings(days: settings.calculation.forecastPeriod) ?? []
    return Picture(
      rows: days.enumerated().flatMap { index, reading in
        Picture(
          "\(index == 0 ? "Next   " : "       ")\(reading.day)  \(amount(reading.value))", ink: .forecast
        ).rows
      })
  }

  private var goal: String? {
    guard let goal = settings.calculation.goal else { return nil }
    guard let day = analysis.forecast?.day(reaching: goal) else {
      return "Goal   \(amount(goal)) is not in sight"
    }
    return "Goal   \(day)  \(amount(goal))"
  }

  private var slope: String {
    guard let forecast = analysis.forecast else { return "" }
    return "  \(decimal(forecast.slope * 7, places: settings.display.places + 1, signed: true)) a week"
  }

  private func amount(_ value: Double) -> String {
    let unit = settings.display.unit
    return decimal(value, places: settings.display.places) + (unit.isEmpty ? "" : " \(unit)")
  }
}
