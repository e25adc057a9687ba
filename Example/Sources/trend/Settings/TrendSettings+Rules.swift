import Settings

extension TrendSettings {
  /// Rules between settings, which the program, the editor and `settings-tui` enforce.
  static let rules = RuleBook(for: TrendSettings.self) { s in
    // A constraint over two settings.
    (s.calculation.forecastPeriod <= s.calculation.timePeriod * 2)
      .message("A forecast looks ahead at most twice as far as the calculation looks back.")

    // A longer forecast looks back further, unless Time Period is set.
    s.calculation.timePeriod <- .minimum(s.calculation.forecastPeriod * 2, 90)

    // Settings without an effect are hidden.
    s.smoothing.algorithm != .exponential => .hide(s.smoothing.exponential)
    s.calculation.mode != .weightedAverage => .disable(s.calculation.averageMethod)
  }
}
