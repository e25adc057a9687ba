import Settings

/// What the editor's loop waits for.
enum EditorEvent: Sendable {
  /// The terminal or the system told something.
  case terminal(TerminalEvent)
  /// An apply came to its end.
  case applied(Result<ApplyOutcome, ApplyError>)
  /// What is stored was changed, by this process or another one.
  case stored([SettingChange])
  /// Changes that waited for a confirmation were taken back, or not.
  case takenBack(Result<ApplyOutcome, ConfirmationError>)
  /// Time has passed that something on the screen counts.
  case tick
  /// What is staged could not be kept in a file.
  case notKept
}
