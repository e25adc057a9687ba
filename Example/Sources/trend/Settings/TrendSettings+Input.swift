import Settings

extension TrendSettings {
  /// The format of the measurements.
  // setting: detail = [fileSize, lastReading], action = forgetCachedData
  struct Input: SettingsGroup {
    /// The file to read if no file is named.
    // setting: requiresRestart
    var file: String?

    /// The separator between date and value.
    // setting: sideEffect = recalculate
    var separator = Separator.comma

    /// The column with the values (default: the second).
    // setting: choices = columns, sideEffect = recalculate
    var column: String?

    /// The prefixes of comment lines.
    // setting: sideEffect = recalculate
    var comments = ["#", "//"]

    /// The words for “not measured”.
    // setting: sideEffect = recalculate
    var missing = ["n/a", "-"]

    /// How to combine several values of one day.
    // setting: sideEffect = recalculate
    var sameDay = SameDay.mean
  }

  enum Separator: String, CaseIterable, Codable {
    case comma, semicolon, tab
  }

  enum SameDay: String, CaseIterable, Codable {
    /// The first value.
    case first
    /// The last value.
    case last
    /// Their mean.
    case mean
  }
}
