import Settings

/// What the editor asks of the world around it.
enum EditorEffect: Equatable {
  /// Applies what is staged; ``EditorModel/finishApply(_:)`` hears how it went.
  case apply(leavingOut: Set<SettingPath>, ApplyOptions)
  /// Goes back to a version; ``EditorModel/finishApply(_:)`` hears how it went.
  case rollBack(HistoryEntry, Review, ApplyOptions)
  /// Takes back changes that wait for a confirmation; ``EditorModel/finishTakingBack(_:)`` hears how it went.
  case takeBack(ConfirmationID)
  /// Has a text edited in the person's own editor; ``EditorModel/finishEditing(_:)`` hears what came of it.
  case edit(String, fileName: String)
  /// Removes what an editor left behind, once what is staged is safe.
  case settle(RecoveryFolder.Leftover)
  /// Gives a text to the terminal's clipboard.
  case copy(String)
  /// Stops the process, as Ctrl-Z does.
  case suspend
  /// Takes the terminal again and paints all anew.
  case repaint
  /// Closes the editor.
  case close
}
