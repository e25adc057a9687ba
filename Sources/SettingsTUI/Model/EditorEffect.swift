import Settings

/// An effect that an editor requests from its session.
enum EditorEffect: Equatable {
  /// Changes the stored content; the editor's `finish(_:)` handles the report.
  case store(StoreRequest)
  /// Cancels the request that changes the stored content.
  case cancelStoring
  /// Opens another layer, by the path of its file, with the focus on the same setting; ``ScreenEditor/finishOpening(_:_:)`` handles the
  /// result.
  case open(layer: String, focus: SettingPath?)
  /// Opens text in the person's own editor; ``ScreenEditor/finishEditing(_:)`` handles the result.
  case edit(String, fileName: String)
  /// Reads a file; ``ScreenEditor/finishReading(_:_:)`` handles the result.
  case read(path: String)
  /// Reads the names that complete a path; ``ScreenEditor/finishListing(_:_:)`` handles the result.
  case list(PathBeginning)
  /// Writes the draft to another file; ``ScreenEditor/finishWriting(_:_:)`` handles the result.
  case write(DraftCopy)
  /// Removes recovery files once the draft is saved.
  case removeRecovery([RecoveryFolder.Leftover])
  /// Requests the text of details from the app.
  case loadDetails([String])
  /// Requests the values that the app offers, by the names of its hooks.
  case loadChoices([String])
  /// Runs an action of the app.
  case run(action: String)
  /// Cancels an action of the app.
  case cancel(action: String)
  /// Sends text to the terminal's clipboard.
  case copy(String)
  /// Stops the process, as Ctrl-Z does.
  case suspend
  /// Takes over the terminal again and repaints it.
  case repaint
  /// Closes the editor.
  case close
}
