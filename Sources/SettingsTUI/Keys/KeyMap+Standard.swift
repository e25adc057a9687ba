extension KeyMap {
  /// Returns the default keys of a place.
  static func standard(_ context: KeyContext) -> KeyMap {
    switch context {
    case .settings: settings
    case .sections: sections
    case .field: field
    case .list: list
    case .dictionary: dictionary
    case .object: object
    case .key: key
    case .text: text
    case .picker: picker
    case .checklist: checklist
    case .search: search
    case .filter: filter
    case .problems: problems
    case .layers: layers
    case .tree: tree
    case .goTo: goTo
    case .palette: palette
    case .filePath: filePath
    case .copy: copy
    case .review: review
    case .rollback: rollback
    case .history: versions
    case .message: message
    case .why: why
    case .dialog: dialog
    case .reading: reading
    }
  }

  /// Rows of a list.
  static let rows = Group(
    "Moving",
    [
      .init(.moveUp, [Key(.up), Key("k"), .control("p")], "Previous row"),
      .init(.moveDown, [Key(.down), Key("j"), .control("n")], "Next row"),
      .init(.pageUp, [Key(.pageUp), .control("b")], "Page up"),
      .init(.pageDown, [Key(.pageDown)], "Page down"),
      .init(.halfPageUp, [.control("u")], "Half a page up"),
      .init(.halfPageDown, [.control("d")], "Half a page down"),
      .init(.moveToStart, [Key(.home), Key("g")], "First row"),
      .init(.moveToEnd, [Key(.end), Key("G")], "Last row"),
    ])

  /// Rows of a list below a text field, where letters are typed.
  static let rowsBelowField = Group(
    "Moving",
    [
      .init(.moveUp, [Key(.up), .control("p")], "Previous row"),
      .init(.moveDown, [Key(.down), .control("n")], "Next row"),
      .init(.pageUp, [Key(.pageUp)], "Page up"),
      .init(.pageDown, [Key(.pageDown)], "Page down"),
    ])

  /// A line of text.
  static let line = Group(
    "Typing",
    [
      .init(.caretLeft, [Key(.left), .control("b")], "Left"),
      .init(.caretRight, [Key(.right), .control("f")], "Right"),
      .init(.caretToStart, [Key(.home), .control("a")], "Start of the line"),
      .init(.caretToEnd, [Key(.end), .control("e")], "End of the line"),
      .init(.wordLeft, [Key(.left, .control), Key(.left, .alt), .alt("b")], "Word left"),
      .init(.wordRight, [Key(.right, .control), Key(.right, .alt), .alt("f")], "Word right"),
      .init(.deleteBackward, [Key(.backspace)], "Delete before the caret"),
      .init(.deleteForward, [Key(.delete), .control("d")], "Delete after the caret"),
      .init(
        .deleteWordBackward, [.control("w"), Key(.backspace, .alt), Key(.backspace, .control)],
        "Delete the word before"),
      .init(.deleteWordForward, [.alt("d"), Key(.delete, .control)], "Delete the word after"),
      .init(.deleteToStart, [.control("u")], "Delete to the start of the line"),
      .init(.deleteToEnd, [.control("k")], "Delete to the end of the line"),
      .init(.yank, [.control("y")], "Insert the deleted text"),
    ])

  /// The lists of commands and of keys, and the keys of the terminal, in places where `?` is a key.
  static let anywhere = Group(
    "The editor",
    [Binding(.palette, [Key(":")], "Choose a command of this screen by its name", hint: "Menu")]
      + besideQuestion.bindings)

  /// The list of keys, and the keys of the terminal, in places with few commands.
  static let besideQuestion = Group(
    "The editor",
    [
      .init(.showKeys, [Key("?"), Key(.function(1))], "All keys of this screen", hint: "Keys"),
      .init(.suspend, [.control("z")], "Suspend the editor"),
      .init(.redraw, [.control("l")], "Redraw the screen"),
    ])

  /// The list of keys, and the keys of the terminal, in places where `?` is typed as text.
  static let besideText = Group(
    "The editor",
    [
      .init(.showKeys, [Key(.function(1))], "All keys of this screen", hint: "Keys"),
      .init(.suspend, [.control("z")], "Suspend the editor"),
      .init(.redraw, [.control("l")], "Redraw the screen"),
    ])
}
