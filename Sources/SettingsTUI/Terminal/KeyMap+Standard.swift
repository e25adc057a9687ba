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

extension KeyMap {
  /// The keys while the settings have the focus.
  static let settings = KeyMap(
    Group(
      "The setting",
      [
        .init(.activate, [Key(.enter)], "Change the setting", hint: "Change"),
        .init(.forward, [Key(.right), Key("l")], "Change the setting"),
        .init(.toggle, [Key(" ")], "Turn on or off, or choose"),
        .init(.yes, [Key("y")], "Set to true"),
        .init(.no, [Key("n")], "Set to false, or the next setting found"),
        .init(.increase, [Key("+"), Key("=")], "Up by one step"),
        .init(.decrease, [Key("-")], "Down by one step"),
        .init(.setNone, [Key("x")], "Set to none"),
        .init(.typeValue, [Key("t")], "Type a value that isn't among the choices"),
        .init(.reset, [Key("r")], "Reset to the default", hint: "Reset"),
        .init(.remove, [Key("d"), Key(.delete)], "Remove from the file", hint: "Remove"),
        .init(.store, [Key("S")], "Store the value, also if it is the default"),
        .init(.rename, [Key(.function(2))], "Rename the key"),
        .init(.unstage, [Key("R")], "Unstage the change"),
        .init(.editExternally, [Key("e")], "Edit in your editor ($VISUAL, $EDITOR)"),
        .init(.details, [Key("i")], "Details of the setting"),
        .init(.why, [Key("w")], "Show why: origin of the value, rules, conditions", hint: "Why"),
        .init(.copy, [Key("c")], "Copy the path, the value, or all changes as a command"),
      ]),
    Group(
      "Panes",
      [
        .init(.nextPane, [Key(.tab)], "Switch panes", hint: "Pane"),
        .init(.previousPane, [Key(.tab, .shift)], "Switch panes"),
        .init(.back, [Key(.left), Key("h"), Key(.escape), Key(.backspace)], "To the sections"),
      ]), Group("Finding", [searching([Key("/"), .control("f")])] + showing), changes, rows, leavable)

  /// The keys while the sections have the focus.
  static let sections = KeyMap(
    Group(
      "The section",
      [
        .init(.activate, [Key(.enter)], "To the section's settings", hint: "Open"),
        .init(.forward, [Key(.right), Key("l")], "Open the section"),
        .init(.toggle, [Key(" ")], "Show or hide the sections inside"),
        .init(.reset, [Key("r")], "Reset all settings of the section to their defaults", hint: "Reset all"),
        .init(.remove, [Key("d"), Key(.delete)], "Remove the section with everything in it from the file"),
        .init(.rename, [Key(.function(2))], "Rename the key"),
        .init(.unstage, [Key("R")], "Unstage all changes in the section"),
        .init(.why, [Key("w")], "Show why: rules and conditions"),
        .init(.copy, [Key("c")], "Copy the path, or all changes as a command"),
        .init(.backward, [Key(.left), Key("h")], "Close the section, or go to the one around it"),
        .init(.back, [Key(.escape), Key(.backspace)], "To the section around it"),
      ]),
    Group(
      "Panes",
      [
        .init(.nextPane, [Key(.tab)], "Switch panes", hint: "Pane"),
        .init(.previousPane, [Key(.tab, .shift)], "Switch panes"),
      ]), Group("Finding", [finding, searching([.control("f")])] + showing), changes, rows, leavable)

  private static func searching(_ keys: [Key]) -> Binding {
    Binding(.search, keys, "Search all settings", hint: "Search")
  }

  private static let showing: [Binding] = [
    .init(.searchNext, [Key("n")], "Next setting found"),
    .init(.searchPrevious, [Key("N")], "Previous setting found"),
    .init(.goTo, [.control("g")], "Go to a setting by its path"),
    .init(.tree, [Key("T")], "The file as it is: a tree with its comments", hint: "Tree"),
    .init(.problems, [Key("!")], "All problems, also those of unknown keys", hint: "Problems"),
    .init(.problemNext, [Key("p")], "Next setting with a problem"),
    .init(.problemPrevious, [Key("P")], "Previous setting with a problem"),
    .init(.filter, [Key("f")], "Show all, only changed, or only non-default settings"),
    .init(.showSet, [Key("v")], "Show only what is set in the file, or everything", hint: "Only set"),
    .init(.showAdvanced, [Key("a")], "Show or hide advanced and hidden settings"),
    .init(
      .add, [Key("A"), Key(.insert)], "Add a key that the form doesn't list to the section",
      hint: "Add key"),
  ]

  private static let changes = Group(
    "Changes",
    [
      .init(.review, [Key("s"), .control("s")], "Review and apply the changes", hint: "Review"),
      .init(.undo, [Key("u")], "Undo", hint: "Undo"),
      .init(.history, [Key("H")], "History of the file, and rollback"),
      .init(.layers, [Key("L")], "Layers: where values come from, and which file is edited"),
      .init(.confirm, [Key("K")], "Confirm the pending changes"),
      .init(.cancelConfirmation, [Key("X")], "Cancel the pending confirmation: roll back"),
      .init(.editAll, [Key("E")], "Edit everything as text in your editor"),
      .init(.redo, [.control("r")], "Redo"),
      .init(.load, [Key("o")], "Load a preset or another file into the draft"),
      .init(.save, [Key("W")], "Save the draft to another file, without applying it"),
    ])

  private static let leavable = Group(
    "The editor",
    anywhere.bindings + [.init(.quit, [Key("q"), .control("c")], "Leave", hint: "Leave")])
}

extension KeyMap {
  static let search = KeyMap(
    Group(
      "The search",
      [
        .init(.accept, [Key(.enter)], "Go to the setting", hint: "Go to"),
        .init(.back, [Key(.escape), .control("c")], "Back", hint: "Back"),
      ]), rowsBelowField, line, besideText)

  /// The query of a list. It stays in effect after it was typed.
  static let filter = KeyMap(
    Group(
      "The filter",
      [
        .init(.accept, [Key(.enter)], "Keep the filter and use the keys of the list", hint: "Keep"),
        .init(.back, [Key(.escape), .control("c")], "Show all rows again", hint: "Show all"),
      ]), rowsBelowField, line, besideText)

  static let goTo = KeyMap(
    Group(
      "The path",
      [
        .init(.accept, [Key(.enter)], "Go there", hint: "Go to"),
        .init(.complete, [Key(.tab)], "Complete the path", hint: "Complete"),
        .init(.back, [Key(.escape), .control("c")], "Back", hint: "Back"),
      ]), rowsBelowField, line, besideText)

  static let palette = KeyMap(
    Group(
      "The command (type a part of its name or description)",
      [
        .init(.accept, [Key(.enter)], "Run the command", hint: "Run"),
        .init(.back, [Key(.escape), .control("c")], "Back", hint: "Back"),
      ]), rowsBelowField, line, besideText)

  static let filePath = KeyMap(
    Group(
      "The path",
      [
        .init(.accept, [Key(.enter)], "Accept the path", hint: "Accept"),
        .init(.complete, [Key(.tab)], "Complete the path", hint: "Complete"),
        .init(.back, [Key(.escape), .control("c")], "Back", hint: "Back"),
      ]), line, besideText)

  static let copy = KeyMap(
    Group(
      "Copying",
      [
        .init(.accept, [Key(.enter), Key("c"), Key(" ")], "Copy it", hint: "Copy"),
        .init(.back, leavingList, "Back", hint: "Back"),
      ]), rows, anywhere)

  static let review = KeyMap(
    Group(
      "The review",
      [
        .init(.apply, [Key("s"), .control("s")], "Apply", hint: "Apply"),
        .init(
          .keepOrLeaveOut, [Key(" ")], "Keep the change or leave it out for now", hint: "Keep/leave out"),
        .init(.drop, [Key("R")], "Unstage the change", hint: "Unstage"),
        .init(.keepMine, [Key("m")], "Resolve the conflict: keep your value"),
        .init(.takeTheirs, [Key("t")], "Resolve the conflict: take the stored value"),
        .init(.undo, [Key("u")], "Undo", hint: "Undo"),
        .init(.redo, [.control("r")], "Redo"),
        .init(.copy, [Key("c")], "Copy the changes as a command"),
        .init(.why, [Key("w")], "Show why: origin of the value, rules, conditions"),
        .init(.activate, [Key(.enter)], "Press the button, or go to the setting", hint: "Go to"),
        confirming, explaining, .init(.nextPane, [Key(.tab)], "Buttons", hint: "Buttons"),
        .init(.previousPane, [Key(.tab, .shift)], "Previous button"),
        .init(.caretRight, [Key(.right), Key("l")], "Next button"),
        .init(.caretLeft, [Key(.left), Key("h")], "Previous button, or back"),
        .init(
          .back, [Key(.escape), Key("q"), Key(.backspace), .control("c")], "Back; the changes stay",
          hint: "Back"),
      ]), listed, rows, anywhere)

  private static let explaining = Binding(
    .message, [Key("M")], "Write a message for the history", hint: "Message")

  static let message = KeyMap(
    Group(
      "The message",
      [
        .init(.accept, [Key(.enter)], "Accept the message", hint: "Accept"),
        .init(.back, [Key(.escape), .control("c")], "Keep the old message", hint: "Cancel"),
      ]), line, besideText)

  private static let confirming = Binding(
    .confirmWithin, [Key("T")], "Roll back unless confirmed within 30 s, 1 min, …",
    hint: "Confirm within")

  static let rollback = KeyMap(
    Group(
      "The version",
      [
        .init(.apply, [Key("s"), .control("s")], "Roll back", hint: "Roll back"),
        .init(.activate, [Key(.enter)], "Press the button, or go to the setting", hint: "Go to"),
        confirming, explaining, .init(.nextPane, [Key(.tab)], "Buttons", hint: "Buttons"),
        .init(.previousPane, [Key(.tab, .shift)], "Previous button"),
        .init(.caretRight, [Key(.right), Key("l")], "Next button"),
        .init(.caretLeft, [Key(.left), Key("h")], "Previous button, or back"),
        .init(
          .back, [Key(.escape), Key("q"), Key(.backspace), .control("c")], "Back; nothing is changed",
          hint: "Back"),
      ]), listed, rows, anywhere)

  static let why = KeyMap(
    Group(
      "The conditions",
      [
        .init(.activate, [Key(.enter), Key(.right), Key("l")], "Go to the setting", hint: "Go to"),
        .init(.back, leavingList + [Key("w")], "Back", hint: "Back"),
      ]), listed, rows, anywhere)

  static let versions = KeyMap(
    Group(
      "The version",
      [
        .init(.activate, [Key(.enter), Key(.right), Key("l")], "All its changes", hint: "Changes"),
        .init(
          .rollBack, [Key("r"), Key("b")], "Roll back to the version, after a review", hint: "Roll back"),
        .init(.confirm, [Key("K")], "Confirm the pending changes"),
        .init(.cancelConfirmation, [Key("X")], "Cancel the pending confirmation: roll back"),
        .init(.back, leavingList, "Back", hint: "Back"),
      ]), listed, rows, anywhere)

  static let problems = KeyMap(
    Group(
      "The problem",
      [
        .init(
          .activate, [Key(.enter), Key(.right), Key("l")], "Go to the setting or section", hint: "Go to"),
        .init(
          .remove, [Key("d"), Key(.delete)], "Remove a key that the form doesn't know", hint: "Remove key"),
        .init(.keepMine, [Key("m")], "Resolve the conflict: keep your value"),
        .init(.takeTheirs, [Key("t")], "Resolve the conflict: take the stored value"),
        .init(.back, leavingList + [Key("!")], "Back", hint: "Back"),
      ]), history, listed, rows, anywhere)

  /// The document as it is. Left and Right fold and unfold, so they don't leave it.
  static let tree = KeyMap(
    Group(
      "The value",
      [
        .init(.activate, [Key(.enter)], "Go to it among the settings, and change it", hint: "Change"),
        .init(.forward, [Key(.right), Key("l")], "Unfold, or go to the first value inside", hint: "Unfold"),
        .init(.backward, [Key(.left), Key("h")], "Fold, or go to the value around it", hint: "Fold"),
        .init(.toggle, [Key(" ")], "Fold or unfold"),
        .init(.foldAll, [Key("z")], "Fold or unfold everything"),
        .init(.goTo, [.control("g")], "Go to a path"),
        .init(.copy, [Key("c")], "Copy the path or the value", hint: "Copy"),
        .init(.printPath, [Key("P")], "Leave, and print the path"),
        .init(.comment, [Key("#")], "Edit the comment above it", hint: "Comment"),
        .init(.remove, [Key("d"), Key(.delete)], "Remove from the file", hint: "Remove"),
        .init(.review, [Key("s"), .control("s")], "Review and apply the changes", hint: "Review"),
        .init(
          .back, [Key(.escape), Key("q"), Key("T"), Key(.backspace), .control("c")], "Back", hint: "Back"),
      ]), listed, history, rows, anywhere)

  static let layers = KeyMap(
    Group(
      "The layer",
      [
        .init(.activate, [Key(.enter), Key(.right), Key("l")], "Edit the layer", hint: "Edit"),
        .init(.back, leavingList + [Key("L")], "Back", hint: "Back"),
      ]), listed, rows, anywhere)

  static let dialog = KeyMap(
    Group(
      "The question",
      [
        .init(.accept, [Key(.enter), Key(" ")], "Press the button", hint: "Press"),
        .init(
          .nextPane, [Key(.tab), Key(.right), Key("l"), Key(.down), Key("j")], "Next button", hint: "Next"),
        .init(
          .previousPane, [Key(.tab, .shift), Key(.left), Key("h"), Key(.up), Key("k")], "Previous button"),
        .init(
          .back, [Key(.escape), Key("q"), .control("c"), Key(.backspace)], "Back without an answer",
          hint: "Back"),
        .init(.pageDown, [Key(.pageDown)], "Scroll down"),
        .init(.pageUp, [Key(.pageUp)], "Scroll up"),
      ]), besideQuestion)

  static let reading = KeyMap(
    Group(
      "Reading",
      [
        .init(
          .back, leavingList + [Key(.enter), Key("?"), Key("i"), Key(.function(1))], "Back", hint: "Back"),
        .init(.pageDown, [Key(.pageDown), Key(" ")], "Page down", hint: "Page down"),
      ]),
    Group("Moving", rows.bindings.filter { $0.command != .pageDown }),
    Group("The editor", besideQuestion.bindings.filter { $0.command != .showKeys }))
}

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
