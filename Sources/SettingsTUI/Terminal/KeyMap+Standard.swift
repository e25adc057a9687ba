/// Keys that many places share.
extension KeyMap {
  /// Rows of a list. Ctrl-F isn't the page down of vi, because it searches.
  static let rows = Group(
    "Moving",
    bindings: [
      .init(.moveUp, keys: "Up k ^P", title: "Previous row"),
      .init(.moveDown, keys: "Down j ^N", title: "Next row"),
      .init(.pageUp, keys: "PgUp ^B", title: "Page up"),
      .init(.pageDown, keys: "PgDn", title: "Page down"),
      .init(.halfPageUp, keys: "^U", title: "Half a page up"),
      .init(.halfPageDown, keys: "^D", title: "Half a page down"),
      // vi has `gg`; a single `g` needs no wait for a second key.
      .init(.moveToStart, keys: "Home g", title: "First row"),
      .init(.moveToEnd, keys: "End G", title: "Last row"),
    ])

  /// Rows of a list below a text field, where letters are typed: only the arrows, the page keys, Ctrl-P and Ctrl-N move.
  ///
  /// Home and End belong to the field.
  static let rowsBelowField = Group(
    "Moving",
    bindings: [
      .init(.moveUp, keys: "Up ^P", title: "Previous row"),
      .init(.moveDown, keys: "Down ^N", title: "Next row"),
      .init(.pageUp, keys: "PgUp", title: "Page up"),
      .init(.pageDown, keys: "PgDn", title: "Page down"),
    ])

  /// A line of text: the keys of readline and of dialogs.
  ///
  /// Not every terminal sends Ctrl-←, so Alt-← and Alt-B move by a word, too. Ctrl-H isn't a key, as it can't be told from Backspace.
  static let line = Group(
    "Typing",
    bindings: [
      .init(.caretLeft, keys: "Left ^B", title: "Left"),
      .init(.caretRight, keys: "Right ^F", title: "Right"),
      .init(.caretToStart, keys: "Home ^A", title: "Start of the line"),
      .init(.caretToEnd, keys: "End ^E", title: "End of the line"),
      .init(.wordLeft, keys: "Ctrl-Left Alt-Left Alt-b", title: "Word left"),
      .init(.wordRight, keys: "Ctrl-Right Alt-Right Alt-f", title: "Word right"),
      .init(.deleteBackward, keys: "Backspace", title: "Delete before the caret"),
      .init(.deleteForward, keys: "Del ^D", title: "Delete after the caret"),
      .init(.deleteWordBackward, keys: "^W Alt-Backspace Ctrl-Backspace", title: "Delete the word before"),
      .init(.deleteWordForward, keys: "Alt-d Ctrl-Del", title: "Delete the word after"),
      .init(.deleteToStart, keys: "^U", title: "Delete to the start of the line"),
      .init(.deleteToEnd, keys: "^K", title: "Delete to the end of the line"),
      .init(.yank, keys: "^Y", title: "Insert the deleted text"),
    ])

  /// The lists of commands and of keys, and the keys of the terminal, in places where `?` is a key.
  ///
  /// Ctrl-Z and Ctrl-L have to be bound, because in raw mode the terminal leaves them to the program.
  static let anywhere = Group(
    "The editor",
    bindings: [
      Binding(.palette, keys: ":", title: "Choose a command of this screen by its name", hint: "Menu")
    ]
      + besideQuestion.bindings)

  /// The list of keys, and the keys of the terminal, in places with few commands, which need no list of them.
  static let besideQuestion = terminal(listing: "? F1")

  /// The list of keys, and the keys of the terminal, in places where `?` and `:` are typed as text.
  static let besideText = terminal(listing: "F1")

  private static func terminal(listing keys: String) -> Group {
    Group(
      "The editor",
      bindings: [
        .init(.showKeys, keys: keys, title: "All keys of this screen", hint: "Keys"),
        .init(.suspend, keys: "^Z", title: "Suspend the editor"),
        .init(.redraw, keys: "^L", title: "Redraw the screen"),
      ])
  }
}

extension KeyMap {
  /// The query of a list. It stays in effect after it was typed: Enter leaves the field, and then the list has its own keys again.
  static let filter = KeyMap([
    Group(
      "The filter",
      bindings: [
        .init(.accept, keys: "Enter", title: "Keep the filter and use the keys of the list", hint: "Keep"),
        .init(.back, keys: "Esc ^C", title: "Show all rows again", hint: "Show all"),
      ]), rowsBelowField, line, besideText,
  ])

  /// Moving in text of several lines, where Enter is a new line.
  static let moving = Group(
    "Moving",
    bindings: [
      .init(.newLine, keys: "Enter", title: "New line"),
      .init(.moveUp, keys: "Up ^P", title: "Line up"),
      .init(.moveDown, keys: "Down ^N", title: "Line down"),
      .init(.pageUp, keys: "PgUp", title: "Page up"),
      .init(.pageDown, keys: "PgDn", title: "Page down"),
      .init(.moveToStart, keys: "Ctrl-Home", title: "Start of the text"),
      .init(.moveToEnd, keys: "Ctrl-End", title: "End of the text"),
    ])

  /// The keys that leave a list without a change. Lists whose Left has another meaning have their own.
  static let leavingList = "Esc Left h q Backspace ^C"
}
