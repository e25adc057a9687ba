import Settings

/// What the editor's loop waits for.
enum EditorEvent: Sendable {
  /// The terminal or the system told something.
  case terminal(TerminalEvent)
  /// What the editor wanted to be stored was stored, or not.
  case stored(EditorEffect.Report)
  /// What is stored was changed, by this process or another one.
  case changed([SettingChange])
  /// Time has passed that something on the screen counts.
  case tick
  /// All that happened before is dealt with, so there is time to prepare for what comes.
  case spareTime
  /// What is staged could not be kept in a file.
  case notKept
}
