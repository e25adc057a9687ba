extension KeyMap {
  /// A value that is typed in its row.
  static let field = KeyMap(
    Group(
      "The value",
      [
        .init(.accept, [Key(.enter)], "Accept the value", hint: "Accept"),
        .init(.back, [Key(.escape), .control("c")], "Keep the old value", hint: "Cancel"),
        .init(.increase, [Key(.up)], "Up by one step"),
        .init(.decrease, [Key(.down)], "Down by one step"),
        .init(.reveal, [.control("t")], "Show a secret while it is typed, or hide it"),
      ]), line, besideText)

  static let list = KeyMap(
    Group("The element", changing + adding + [inserting] + moving), listed, history, rows, anywhere)

  static let dictionary = KeyMap(
    Group("The entry", changing + adding + renaming), listed, history, rows, anywhere)

  static let object = KeyMap(
    Group("The field", changing + adding + renaming + defaults), listed, history, rows, anywhere)

  /// A dictionary's key while it is typed.
  static let key = KeyMap(
    Group(
      "The key",
      [
        .init(.accept, [Key(.enter)], "Accept the key", hint: "Accept"),
        .init(.complete, [Key(.tab)], "Complete the key", hint: "Complete"),
        .init(.back, [Key(.escape), .control("c")], "Keep the old key", hint: "Cancel"),
      ]), line, besideText)

  /// Text of several lines.
  static let text = KeyMap(
    Group(
      "The text",
      [
        .init(.accept, [.control("s"), Key(.function(2))], "Accept the text", hint: "Accept"),
        .init(
          .back, [Key(.escape), .control("c")], "Keep the old text; asks if it was changed",
          hint: "Cancel"),
        .init(.newLine, [Key(.enter)], "New line"),
        .init(
          .editExternally, [.alt("e"), Key(.function(4))], "Edit in your editor ($VISUAL, $EDITOR)",
          hint: "Editor"),
      ]),
    Group(
      "Moving",
      [
        .init(.moveUp, [Key(.up), .control("p")], "Line up"),
        .init(.moveDown, [Key(.down), .control("n")], "Line down"),
        .init(.pageUp, [Key(.pageUp)], "Page up"),
        .init(.pageDown, [Key(.pageDown)], "Page down"),
        .init(.moveToStart, [Key(.home, .control)], "Start of the text"),
        .init(.moveToEnd, [Key(.end, .control)], "End of the text"),
      ]), line, besideText)

  /// One of several values. Letters filter them, so no letter is a key.
  static let picker = KeyMap(
    Group(
      "The value (type a part of its name to filter the values)",
      [
        .init(.choose, [Key(.enter), Key(.right)], "Choose", hint: "Choose"),
        .init(
          .back, [Key(.escape), Key(.left), Key(.backspace), .control("c")], "Keep the old value",
          hint: "Cancel"),
        .init(.moveToStart, [Key(.home)], "First row"),
        .init(.moveToEnd, [Key(.end)], "Last row"),
      ]), rowsBelowField, besideText)

  /// Any of several values.
  static let checklist = KeyMap(
    Group(
      "The value",
      [
        .init(.toggle, [Key(" "), Key("x")], "Check or uncheck", hint: "Check"),
        .init(.accept, [Key(.enter)], "Accept the checked values", hint: "Accept"),
        .init(.back, leavingList, "Keep the old value", hint: "Cancel"),
        .init(.yes, [Key("y")], "Check"),
        .init(.no, [Key("n")], "Uncheck"),
        .init(.selectAll, [Key("a")], "Check all", hint: "All"),
        .init(.selectNone, [Key("c")], "Uncheck all", hint: "Clear"),
      ]), listed, rows, anywhere)

  static let leavingList = [
    Key(.escape), Key(.left), Key("h"), Key("q"), Key(.backspace), .control("c"),
  ]

  private static let changing: [Binding] = [
    .init(.activate, [Key(.enter)], "Change", hint: "Change"),
    .init(.back, leavingList, "Back", hint: "Back"),
    .init(.forward, [Key(.right), Key("l")], "Change"),
    .init(.toggle, [Key(" ")], "Turn on or off, or choose"),
    .init(.yes, [Key("y")], "Set to true"),
    .init(.no, [Key("n")], "Set to false"),
    .init(.increase, [Key("+"), Key("=")], "Up by one step"),
    .init(.decrease, [Key("-")], "Down by one step"),
    .init(.setNone, [Key("x")], "Set to none"),
    .init(.typeValue, [Key("t")], "Type a value that isn't among the choices"),
    .init(.editExternally, [Key("e")], "Edit the whole value in your editor ($VISUAL, $EDITOR)"),
    .init(.editAll, [Key("E")], "Edit everything as text in your editor"),
    .init(.why, [Key("w")], "Show why: origin of the value, rules, conditions"),
    .init(.copy, [Key("c")], "Copy the path, the value, or all changes as a command"),
    .init(.tree, [Key("T")], "The file as it is: a tree with its comments"),
    .init(.showSet, [Key("v")], "Show only what is set in the file, or everything"),
    .init(.review, [Key("s"), .control("s")], "Review and apply the changes", hint: "Review"),
  ]

  private static let adding: [Binding] = [
    .init(.add, [Key("a"), Key(.insert)], "Add", hint: "Add"),
    .init(.duplicate, [Key("D")], "Duplicate"),
    .init(.remove, [Key("d"), Key(.delete)], "Remove from the file", hint: "Remove"),
  ]

  private static let defaults: [Binding] = [
    .init(.reset, [Key("r")], "Reset to the default"),
    .init(.store, [Key("S")], "Store the value, also if it is the default"),
  ]

  private static let inserting = Binding(.insertBefore, [Key("i")], "Insert an element before this one")

  private static let moving: [Binding] = [
    .init(
      .moveElementUp, [Key("<"), Key(.up, .shift), Key(.up, .alt), Key(.up, .control)],
      "Move the element up", hint: "Up"),
    .init(
      .moveElementDown, [Key(">"), Key(.down, .shift), Key(.down, .alt), Key(.down, .control)],
      "Move the element down", hint: "Down"),
  ]

  private static let renaming: [Binding] = [
    .init(.rename, [Key("N"), Key(.function(2))], "Rename the key", hint: "Rename")
  ]

  static let finding = Binding(.find, [Key("/")], "Show only rows that match a query", hint: "Filter")

  /// Lists with keys of their own.
  static let listed = Group("Finding", [finding])

  static let history = Group(
    "Changes", [.init(.undo, [Key("u")], "Undo"), .init(.redo, [.control("r")], "Redo")])
}
