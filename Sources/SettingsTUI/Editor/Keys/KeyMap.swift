/// Which key asks for what on a screen: read to handle keys, to show the hints and to list all keys.
struct KeyMap: Sendable {
  /// A command with its keys.
  struct Binding: Hashable, Sendable {
    let command: Command
    let keys: [Key]
    /// What the list of keys says.
    let title: String
    /// What the hint line says; `nil` to leave it out.
    let hint: String?
    /// The keys that the hint names, if not the first one.
    let hintKeys: Int

    init(_ command: Command, _ keys: [Key], _ title: String, hint: String? = nil, hintKeys: Int = 1) {
      self.command = command
      self.keys = keys
      self.title = title
      self.hint = hint
      self.hintKeys = hintKeys
    }
  }

  private(set) var bindings: [Binding]

  init(_ groups: [Binding]...) {
    bindings = groups.flatMap { $0 }
  }

  /// What the key asks for.
  func command(for key: Key) -> Command? {
    bindings.first { $0.keys.contains(key) }?.command
  }
}

extension KeyMap {
  /// Rows of a list.
  static let rows: [Binding] = [
    Binding(.moveUp, [Key(.up), Key("k"), .control("p")], "Previous row"),
    Binding(.moveDown, [Key(.down), Key("j"), .control("n")], "Next row"),
    Binding(.pageUp, [Key(.pageUp), .control("b")], "Page up"),
    Binding(.pageDown, [Key(.pageDown)], "Page down"),
    Binding(.halfPageUp, [.control("u")], "Half a page up"),
    Binding(.halfPageDown, [.control("d")], "Half a page down"),
    Binding(.moveToStart, [Key(.home), Key("g")], "First row"),
    Binding(.moveToEnd, [Key(.end), Key("G")], "Last row"),
  ]

  /// Rows of a list below a text field, where letters are typed.
  static let rowsBelowField: [Binding] = [
    Binding(.moveUp, [Key(.up), .control("p")], "Previous row"),
    Binding(.moveDown, [Key(.down), .control("n")], "Next row"),
    Binding(.pageUp, [Key(.pageUp)], "Page up"),
    Binding(.pageDown, [Key(.pageDown)], "Page down"),
  ]

  /// A line of text.
  static let line: [Binding] = [
    Binding(.caretLeft, [Key(.left), .control("b")], "Left"),
    Binding(.caretRight, [Key(.right), .control("f")], "Right"),
    Binding(.caretToStart, [Key(.home), .control("a")], "Start of the line"),
    Binding(.caretToEnd, [Key(.end), .control("e")], "End of the line"),
    Binding(.wordLeft, [Key(.left, .control), Key(.left, .alt), .alt("b")], "Word left"),
    Binding(.wordRight, [Key(.right, .control), Key(.right, .alt), .alt("f")], "Word right"),
    Binding(.deleteBackward, [Key(.backspace)], "Delete before the caret"),
    Binding(.deleteForward, [Key(.delete), .control("d")], "Delete after the caret"),
    Binding(
      .deleteWordBackward, [.control("w"), Key(.backspace, .alt), Key(.backspace, .control)],
      "Delete the word before"),
    Binding(.deleteWordForward, [.alt("d"), Key(.delete, .control)], "Delete the word after"),
    Binding(.deleteToStart, [.control("u")], "Delete to the start of the line"),
    Binding(.deleteToEnd, [.control("k")], "Delete to the end of the line"),
    Binding(.yank, [.control("y")], "Put back what was deleted"),
  ]

  /// What every screen has.
  static let everywhere: [Binding] = [
    Binding(.suspend, [.control("z")], "Suspend the editor"),
    Binding(.redraw, [.control("l")], "Draw the screen anew"),
  ]

  /// The list of keys, where `?` is not typed.
  static let keysAnywhere = [
    Binding(.showKeys, [Key("?"), Key(.function(1))], "All keys of this screen", hint: "Keys")
  ]
  /// The list of keys, where `?` is typed.
  static let keysBesideText = [
    Binding(.showKeys, [Key(.function(1))], "All keys of this screen", hint: "Keys")
  ]
}
