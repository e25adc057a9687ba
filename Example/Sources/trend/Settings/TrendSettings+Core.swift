import TrendCore

// Converts settings for the calculations, which don't depend on the settings.

extension TrendSettings.Input {
  var format: CSVFormat {
    let character: Character =
      switch separator {
      case .comma: ","
      case .semicolon: ";"
      case .tab: "\t"
      }
    return CSVFormat(separator: character, comments: comments, missing: missing, column: column)
  }

  func series(of readings: [Reading]) -> Series {
    switch sameDay {
    case .first: Series(readings, sameDay: .first)
    case .last: Series(readings, sameDay: .last)
    case .mean: Series(readings, sameDay: .mean)
    }
  }
}

extension TrendSettings.Smoothing {
  var core: TrendCore.Smoothing {
    switch algorithm {
    case .moving: .moving(days: period)
    case .weightedMoving: .weightedMoving(days: period)
    case .exponential: .exponential(factor: Double(exponential.factor))
    }
  }
}

extension TrendSettings.Calculation {
  var core: Forecasting {
    switch mode {
    case .linearRegression: .linearRegression
    case .weightedAverage: .weightedAverage(averageMethod.core)
    }
  }
}

extension TrendSettings.AverageMethod {
  var core: Forecasting.Weights {
    switch self {
    case .equal: .equal
    case .linear: .linear
    case .exponential: .exponential
    }
  }
}

extension TrendSettings.Display {
  var decoration: Plot.Decoration {
    var decoration: Plot.Decoration = []
    if show.contains(.background) { decoration.insert(.background) }
    if show.contains(.border) { decoration.insert(.border) }
    if show.contains(.labels) { decoration.insert(.labels) }
    if show.contains(.readings) { decoration.insert(.readings) }
    return decoration
  }
}

extension TrendSettings.Colors {
  var palette: Palette {
    Palette(reading: readings.core, trend: trend.core, forecast: forecast.core, goal: goal.core)
  }
}

extension TrendSettings.Color {
  var core: TrendCore.Color {
    switch self {
    case .standard: .standard
    case .red: .red
    case .green: .green
    case .yellow: .yellow
    case .blue: .blue
    case .magenta: .magenta
    case .cyan: .cyan
    }
  }
}
