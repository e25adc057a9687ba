/// A command that a key can have. All screens share these commands; each performs those that it has keys for.
///
/// The raw values are the names in a file of keys.
enum Command: String, Hashable, Sendable, CaseIterable {
  // Moving through rows.
  case moveUp, moveDown, pageUp, pageDown, halfPageUp, halfPageDown, moveToStart, moveToEnd
  // Moving between panes and screens.
  case nextPane, previousPane, forward, backward, back
  // Values.
  case activate, toggle, yes, no, increase, decrease, setNone, typeValue, store, reset, editExternally,
    editAll, undo, redo
  case unstage = "revert"
  // Elements.
  case add, insertBefore = "insert", duplicate, remove, moveElementUp, moveElementDown, rename
  // Choosing.
  case choose, selectAll, selectNone
  // The editor.
  case load, save
  case why, search, searchNext, searchPrevious, find, goTo, complete, filter, showSet, copy, review, details
  case tree, foldAll, comment, printPath
  case layers, problems, problemNext, problemPrevious, showAdvanced, showKeys, palette, quit, suspend, redraw
  // Dialogs and the review.
  case keepOrLeaveOut, drop, apply, discard, accept, keepMine, takeTheirs
  // Confirmations and the history.
  case confirm, confirmWithin, message, history, rollBack
  case cancelConfirmation = "takeBack"
  // Editing text.
  case caretLeft, caretRight, caretToStart, caretToEnd, wordLeft, wordRight
  case deleteBackward, deleteForward, deleteWordBackward, deleteWordForward, deleteToStart, deleteToEnd, yank
  case newLine, reveal
}

extension Command {
  /// Whether the list of commands has it. Commands that only move the focus or the caret, or that edit text, are left out.
  var isListed: Bool {
    switch self {
    case .moveUp, .moveDown, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .moveToStart, .moveToEnd,
      .caretLeft, .caretRight, .caretToStart, .caretToEnd, .wordLeft, .wordRight, .previousPane,
      .deleteBackward, .deleteForward, .deleteWordBackward, .deleteWordForward, .deleteToStart, .deleteToEnd,
      .yank, .newLine, .reveal, .palette:
      false
    default: true
    }
  }
}
