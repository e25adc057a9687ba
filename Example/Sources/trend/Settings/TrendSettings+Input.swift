import Settings

extension TrendSettings {
  /// How a file of measurements is written.
  struct Input: SettingsGroup {
    /// The file to read when none is named.
    // setting: requiresRestart
    var file: String?

    /// What stands between date and value.
    // setting: sideEffect = recalculate
    var separator = Separator.comma

    /// What a line starts with that is a comment.
    // setting: sideEffect = recalculate
    var comments = ["#", "//"]

    /// The words that stand for “not measured”.
    // setting: sideEffect = recalculate
    var missing = ["n/a", "-"]

    /// What becomes of several values on one day.
    // setting: sideEffect = recalculate
    var sameDay = SameDay.mean
  }

  enum Separator: String, CaseIterable, Codable {
    case comma, semicolon, tab
  }

  enum SameDay: String, CaseIterable, Codable {
    /// The first one counts.
    case first
    /// The last one counts.
    case last
    /// Their mean counts.
    case mean
  }
}
