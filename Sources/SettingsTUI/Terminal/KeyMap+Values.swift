/// The default keys where values are edited: fields, lists, dictionaries, objects, texts and pickers. Most places share rows, so that the
/// same key does the same in each of them.
extension KeyMap {
  /// A value that is typed in its row. Up and down change a number, because the field has one line.
  static let field = KeyMap(
    Group(
      "The value",
      bindings: [
        accepting("Accept the value"), leaving("Keep the old value", hint: "Cancel"),
        .init(.increase, keys: [Key(.up)], title: "Up by one step"),
        .init(.decrease, keys: [Key(.down)], title: "Down by one step"),
        .init(.reveal, keys: [.control("t")], title: "Show a secret while it is typed, or hide it"),
      ]), line, besideText)

  /// The elements of a list, which have an order: they are inserted and moved, where the entries of the other two have keys that are
  /// renamed.
  static let list = KeyMap(
    Group("The element", bindings: changing + adding + [inserting] + moving), listed, history, rows, anywhere)

  /// The entries of a dictionary. Their order means nothing, so they can't be moved; their keys can be renamed.
  static let dictionary = KeyMap(
    Group("The entry", bindings: changing + adding + renaming), listed, history, rows, anywhere)

  /// The fields of an object, and entries beside them. A field can be reset to its default, which an element of a list doesn't have.
  static let object = KeyMap(
    Group("The field", bindings: changing + adding + renaming + defaults), listed, history, rows, anywhere)

  /// A dictionary's key while it is typed.
  static let key = KeyMap(
    Group(
      "The key",
      bindings: [
        accepting("Accept the key"), completing("Complete the key"),
        leaving("Keep the old key", hint: "Cancel"),
      ]), line, besideText)

  /// Text of several lines. Enter is a new line, so the text is accepted with Ctrl-S or F2.
  static let text = KeyMap(
    Group(
      "The text",
      bindings: [
        .init(.accept, keys: [.control("s"), Key(.function(2))], title: "Accept the text", hint: "Accept"),
        leaving("Keep the old text; asks if it was changed", hint: "Cancel"),
        .init(.newLine, keys: [Key(.enter)], title: "New line"),
        .init(
          .editExternally, keys: [.alt("e"), Key(.function(4))],
          title: "Edit in your editor ($VISUAL, $EDITOR)",
          hint: "Editor"),
      ]),
    Group(
      "Moving",
      bindings: [
        .init(.moveUp, keys: [Key(.up), .control("p")], title: "Line up"),
        .init(.moveDown, keys: [Key(.down), .control("n")], title: "Line down"),
        .init(.pageUp, keys: [Key(.pageUp)], title: "Page up"),
        .init(.pageDown, keys: [Key(.pageDown)], title: "Page down"),
        .init(.moveToStart, keys: [Key(.home, modifiers: .control)], title: "Start of the text"),
        .init(.moveToEnd, keys: [Key(.end, modifiers: .control)], title: "End of the text"),
      ]), line, besideText)

  /// One of several values. Letters filter them, so no letter is a key.
  static let picker = KeyMap(
    Group(
      "The value (type a part of its name to filter the values)",
      bindings: [
        .init(.choose, keys: [Key(.enter), Key(.right)], title: "Choose", hint: "Choose"),
        .init(
          .back, keys: [Key(.escape), Key(.left), Key(.backspace), .control("c")],
          title: "Keep the old value",
          hint: "Cancel"),
        .init(.moveToStart, keys: [Key(.home)], title: "First row"),
        .init(.moveToEnd, keys: [Key(.end)], title: "Last row"),
      ]), rowsBelowField, besideText)

  /// Any of several values. `/` filters them; letters are commands.
  static let checklist = KeyMap(
    Group(
      "The value",
      bindings: [
        .init(.toggle, keys: [Key(" "), Key("x")], title: "Check or uncheck", hint: "Check"),
        accepting("Accept the checked values"),
        .init(.back, keys: leavingList, title: "Keep the old value", hint: "Cancel"),
        .init(.yes, keys: [Key("y")], title: "Check"),
        .init(.no, keys: [Key("n")], title: "Uncheck"),
        .init(.selectAll, keys: [Key("a")], title: "Check all", hint: "All"),
        .init(.selectNone, keys: [Key("c")], title: "Uncheck all", hint: "Clear"),
      ]), Group("Finding", bindings: [finding]), rows, anywhere)

  /// The keys that leave a list without a change. Lists whose Left has another meaning have their own.
  static let leavingList = [
    Key(.escape), Key(.left), Key("h"), Key("q"), Key(.backspace), .control("c"),
  ]

  /// What changes the value of a row in a list, a dictionary or an object: the keys of the main screen, as far as a part of a value has
  /// them.
  private static let changing: [Binding] = [
    .init(.activate, keys: [Key(.enter)], title: "Change", hint: "Change"),
    .init(.back, keys: leavingList, title: "Back", hint: "Back"),
    .init(.forward, keys: [Key(.right), Key("l")], title: "Change"),
    .init(.toggle, keys: [Key(" ")], title: "Turn on or off, or choose"),
    .init(.yes, keys: [Key("y")], title: "Set to true"),
    .init(.no, keys: [Key("n")], title: "Set to false"),
    .init(.increase, keys: [Key("+"), Key("=")], title: "Up by one step"),
    .init(.decrease, keys: [Key("-")], title: "Down by one step"),
    .init(.setNone, keys: [Key("x")], title: "Set to none"),
    .init(.typeValue, keys: [Key("t")], title: "Type a value that isn't among the choices"),
    .init(.editExternally, keys: [Key("e")], title: "Edit the whole value in your editor ($VISUAL, $EDITOR)"),
    .init(.editAll, keys: [Key("E")], title: "Edit everything as text in your editor"),
    .init(.why, keys: [Key("w")], title: "Show why: origin of the value, rules, conditions"),
    .init(.copy, keys: [Key("c")], title: "Copy the path, the value, or all changes as a command"),
    .init(.tree, keys: [Key("T")], title: "The file as it is: a tree with its comments"),
    .init(.showSet, keys: [Key("v")], title: "Show only what is set in the file, or everything"),
    .init(.review, keys: [Key("s"), .control("s")], title: "Review and apply the changes", hint: "Review"),
  ]

  /// What adds and removes elements and entries. `d` removes, as in vi; `D` duplicates.
  private static let adding: [Binding] = [
    .init(.add, keys: [Key("a"), Key(.insert)], title: "Add", hint: "Add"),
    .init(.duplicate, keys: [Key("D")], title: "Duplicate"),
    .init(.remove, keys: [Key("d"), Key(.delete)], title: "Remove from the file", hint: "Remove"),
  ]

  /// What only a field has: a default, to which it can be reset, and which can be stored.
  private static let defaults: [Binding] = [
    .init(.reset, keys: [Key("r")], title: "Reset to the default"),
    .init(.store, keys: [Key("S")], title: "Store the value, also if it is the default"),
  ]

  private static let inserting = Binding(
    .insertBefore, keys: [Key("i")], title: "Insert an element before this one")

  /// Terminals differ in which modifiers they send with an arrow, so all three move the element, and so do two characters.
  private static let moving: [Binding] = [
    .init(
      .moveElementUp,
      keys: [
        Key("<"), Key(.up, modifiers: .shift), Key(.up, modifiers: .alt), Key(.up, modifiers: .control),
      ],
      title: "Move the element up", hint: "Up"),
    .init(
      .moveElementDown,
      keys: [
        Key(">"), Key(.down, modifiers: .shift), Key(.down, modifiers: .alt), Key(.down, modifiers: .control),
      ],
      title: "Move the element down", hint: "Down"),
  ]

  /// What only an entry with a key has. F2 renames, as in file managers.
  private static let renaming: [Binding] = [
    .init(.rename, keys: [Key("N"), Key(.function(2))], title: "Rename the key", hint: "Rename")
  ]

  /// `/` in lists: a filter of their rows, where less and vi search.
  static let finding = Binding(
    .find, keys: [Key("/")], title: "Show only rows that match a query", hint: "Filter")

  /// What a list of rows finds, in itself and elsewhere. A check list has only the filter, because going elsewhere would lose what is checked.
  static let listed = Group("Finding", bindings: [finding, searching([.control("f")], hint: nil), goingTo])

  /// Undo and redo, in screens that change the draft.
  static let history = Group(
    "Changes",
    bindings: [
      .init(.undo, keys: [Key("u")], title: "Undo"), .init(.redo, keys: [.control("r")], title: "Redo"),
    ])
}
