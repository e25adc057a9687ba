/// What an editor asks of its session.
enum EditorEffect: Equatable {
  /// Changes the stored content; the editor's `finish(_:)` takes the report.
  case store(StoreRequest)
  /// Opens a text in the person's own editor; ``ScreenEditor/finishEditing(_:)`` takes the result.
  case edit(String, fileName: String)
  /// Removes a recovery file once the draft is saved.
  case removeRecovery(RecoveryFolder.Leftover)
  /// Asks the app for the texts of details.
  case loadDetails([String])
  /// Asks the app for the values that it offers, by the names of its hooks.
  case loadChoices([String])
  /// Runs an action of the app.
  case run(action: String)
  /// Cancels an action of the app.
  case cancel(action: String)
  /// Sends a text to the terminal's clipboard.
  case copy(String)
  /// Stops the process, as Ctrl-Z does.
  case suspend
  /// Takes over the terminal again and repaints it.
  case repaint
  /// Closes the editor.
  case close
}
