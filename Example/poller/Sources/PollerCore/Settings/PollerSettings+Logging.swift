import Settings

extension PollerSettings {
  /// What the daemon logs.
  package struct Logging: SettingsGroup {
    package var level = Level.info

    package var format = Format.text

    /// The file of the log (default: the standard output).
    // setting: sideEffect = reopenLog
    package var file: String?

    /// Whether each line begins with the time.
    package var showsTime = false

    package init() {}
  }

  package enum Level: Int, CaseIterable, Codable, Sendable {
    /// Only what needs attention.
    case problems
    /// Also what changes.
    case info
    /// Also each poll.
    case polls
  }

  package enum Format: String, CaseIterable, Codable, Sendable {
    /// Lines for people.
    case text
    /// An object for each line.
    case json  // setting: title = "JSON"
  }
}
