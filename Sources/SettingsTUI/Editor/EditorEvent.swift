import Settings

/// What the editor's loop waits for.
enum EditorEvent: Sendable {
  /// The terminal or the system told something.
  case terminal(TerminalEvent)
  /// An apply came to its end.
  case applied(Result<ApplyOutcome, ApplyError>)
  /// What is stored was changed, by this process or another one.
  case stored
  /// What is staged could not be kept in a file.
  case notKept
}
