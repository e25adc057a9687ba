/// Keys that many places share.
extension KeyMap {
  /// Rows of a list. Ctrl-F isn't the page down of vi, because it searches.
  static let rows = Group(
    "Moving",
    bindings: [
      .init(.moveUp, keys: [Key(.up), Key("k"), .control("p")], title: "Previous row"),
      .init(.moveDown, keys: [Key(.down), Key("j"), .control("n")], title: "Next row"),
      .init(.pageUp, keys: [Key(.pageUp), .control("b")], title: "Page up"),
      .init(.pageDown, keys: [Key(.pageDown)], title: "Page down"),
      .init(.halfPageUp, keys: [.control("u")], title: "Half a page up"),
      .init(.halfPageDown, keys: [.control("d")], title: "Half a page down"),
      // vi has `gg`; a single `g` needs no wait for a second key.
      .init(.moveToStart, keys: [Key(.home), Key("g")], title: "First row"),
      .init(.moveToEnd, keys: [Key(.end), Key("G")], title: "Last row"),
    ])

  /// Rows of a list below a text field, where letters are typed: only the arrows, the page keys, Ctrl-P and Ctrl-N move.
  ///
  /// Home and End belong to the field.
  static let rowsBelowField = Group(
    "Moving",
    bindings: [
      .init(.moveUp, keys: [Key(.up), .control("p")], title: "Previous row"),
      .init(.moveDown, keys: [Key(.down), .control("n")], title: "Next row"),
      .init(.pageUp, keys: [Key(.pageUp)], title: "Page up"),
      .init(.pageDown, keys: [Key(.pageDown)], title: "Page down"),
    ])

  /// In each field of one line, Enter accepts what is typed, and Esc and Ctrl-C leave it; `q` and Backspace are text there.
  static func accepting(_ title: String, hint: String = "Accept") -> Binding {
    Binding(.accept, keys: [Key(.enter)], title: title, hint: hint)
  }

  static func completing(_ title: String) -> Binding {
    Binding(.complete, keys: [Key(.tab)], title: title, hint: "Complete")
  }

  static func leaving(_ title: String = "Back", hint: String = "Back") -> Binding {
    Binding(.back, keys: [Key(.escape), .control("c")], title: title, hint: hint)
  }

  /// A line of text: the keys of readline and of dialogs.
  ///
  /// Not every terminal sends Ctrl-←, so Alt-← and Alt-B move by a word, too. Ctrl-H isn't a key, as it can't be told from Backspace.
  static let line = Group(
    "Typing",
    bindings: [
      .init(.caretLeft, keys: [Key(.left), .control("b")], title: "Left"),
      .init(.caretRight, keys: [Key(.right), .control("f")], title: "Right"),
      .init(.caretToStart, keys: [Key(.home), .control("a")], title: "Start of the line"),
      .init(.caretToEnd, keys: [Key(.end), .control("e")], title: "End of the line"),
      .init(
        .wordLeft, keys: [Key(.left, modifiers: .control), Key(.left, modifiers: .alt), .alt("b")],
        title: "Word left"),
      .init(
        .wordRight, keys: [Key(.right, modifiers: .control), Key(.right, modifiers: .alt), .alt("f")],
        title: "Word right"),
      .init(.deleteBackward, keys: [Key(.backspace)], title: "Delete before the caret"),
      .init(.deleteForward, keys: [Key(.delete), .control("d")], title: "Delete after the caret"),
      .init(
        .deleteWordBackward,
        keys: [.control("w"), Key(.backspace, modifiers: .alt), Key(.backspace, modifiers: .control)],
        title: "Delete the word before"),
      .init(
        .deleteWordForward, keys: [.alt("d"), Key(.delete, modifiers: .control)],
        title: "Delete the word after"),
      .init(.deleteToStart, keys: [.control("u")], title: "Delete to the start of the line"),
      .init(.deleteToEnd, keys: [.control("k")], title: "Delete to the end of the line"),
      .init(.yank, keys: [.control("y")], title: "Insert the deleted text"),
    ])

  /// The lists of commands and of keys, and the keys of the terminal, in places where `?` is a key.
  ///
  /// Ctrl-Z and Ctrl-L have to be bound, because in raw mode the terminal leaves them to the program.
  static let anywhere = Group(
    "The editor",
    bindings: [
      Binding(.palette, keys: [Key(":")], title: "Choose a command of this screen by its name", hint: "Menu")
    ]
      + besideQuestion.bindings)

  /// The list of keys, and the keys of the terminal, in places with few commands, which need no list of them.
  static let besideQuestion = Group(
    "The editor",
    bindings: [
      .init(.showKeys, keys: [Key("?"), Key(.function(1))], title: "All keys of this screen", hint: "Keys"),
      .init(.suspend, keys: [.control("z")], title: "Suspend the editor"),
      .init(.redraw, keys: [.control("l")], title: "Redraw the screen"),
    ])

  /// The list of keys, and the keys of the terminal, in places where `?` and `:` are typed as text.
  static let besideText = Group(
    "The editor",
    bindings: [
      .init(.showKeys, keys: [Key(.function(1))], title: "All keys of this screen", hint: "Keys"),
      .init(.suspend, keys: [.control("z")], title: "Suspend the editor"),
      .init(.redraw, keys: [.control("l")], title: "Redraw the screen"),
    ])
}

extension KeyMap {
  /// The query of a list. It stays in effect after it was typed: Enter leaves the field, and then the list has its own keys again.
  static let filter = KeyMap(
    Group(
      "The filter",
      bindings: [
        accepting("Keep the filter and use the keys of the list", hint: "Keep"),
        leaving("Show all rows again", hint: "Show all"),
      ]), rowsBelowField, line, besideText)

  /// Moving in text of several lines, where Enter is a new line.
  static let moving = Group(
    "Moving",
    bindings: [
      .init(.newLine, keys: [Key(.enter)], title: "New line"),
      .init(.moveUp, keys: [Key(.up), .control("p")], title: "Line up"),
      .init(.moveDown, keys: [Key(.down), .control("n")], title: "Line down"),
      .init(.pageUp, keys: [Key(.pageUp)], title: "Page up"),
      .init(.pageDown, keys: [Key(.pageDown)], title: "Page down"),
      .init(.moveToStart, keys: [Key(.home, modifiers: .control)], title: "Start of the text"),
      .init(.moveToEnd, keys: [Key(.end, modifiers: .control)], title: "End of the text"),
    ])

  /// The keys that leave a list without a change. Lists whose Left has another meaning have their own.
  static let leavingList = [
    Key(.escape), Key(.left), Key("h"), Key("q"), Key(.backspace), .control("c"),
  ]
}
