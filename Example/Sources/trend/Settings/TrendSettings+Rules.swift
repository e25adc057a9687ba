import Settings

extension TrendSettings {
  /// What holds between the settings: the editor and `settings-tui` obey it as the program does.
  static let rules = RuleBook(for: TrendSettings.self) { s in
    // A constraint over two settings.
    (s.calculation.forecastPeriod <= s.calculation.timePeriod * 2)
      .message("A forecast looks ahead at most twice as far as the calculation looks back.")

    // Whoever looks further ahead looks further back, too, unless Time Period is set.
    s.calculation.timePeriod <- .minimum(s.calculation.forecastPeriod * 2, 90)

    // Settings are shown where they are of use.
    s.smoothing.algorithm != .exponential => .hide(s.smoothing.exponential)
    s.calculation.mode != .weightedAverage => .disable(s.calculation.averageMethod)
  }
}
