extension KeyMap {
  /// Returns the default keys of a place.
  ///
  /// Most are known from elsewhere: arrows, Enter and Esc from dialogs; `h j k l`, `g`, `G`, `/`, `n` and `N` from vi and less; Ctrl-A to
  /// Ctrl-Y in fields from readline. Tests check all places:
  ///
  /// - A key has one command in a place, except for `n`.
  /// - Where text is typed, no command has a letter: commands have Ctrl or Alt with a letter, or a key without a character.
  /// - Each place has a key that leaves it, and a key that lists its keys.
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
  /// The keys while the settings have the focus.
  ///
  /// Ctrl-C leaves, like `q`: it asks if changes are staged, and never ends the process. `n` is "no" and "next found", see
  /// ``mayShare(_:other:)``.
  static let settings = KeyMap(
    Group(
      "The setting",
      bindings: [
        .init(.activate, keys: [Key(.enter)], title: "Change the setting", hint: "Change"),
        .init(.forward, keys: [Key(.right), Key("l")], title: "Change the setting"),
        .init(.toggle, keys: [Key(" ")], title: "Turn on or off, or choose"),
        .init(.yes, keys: [Key("y")], title: "Set to true"),
        .init(.no, keys: [Key("n")], title: "Set to false, or the next setting found"),
        .init(.increase, keys: [Key("+"), Key("=")], title: "Up by one step"),
        .init(.decrease, keys: [Key("-")], title: "Down by one step"),
        // A setting without a value differs from a setting that is reset.
        .init(.setNone, keys: [Key("x")], title: "Set to none"),
        .init(.typeValue, keys: [Key("t")], title: "Type a value that isn't among the choices"),
        // Reset is about the value, remove about the key in the file. For most settings they do the same; which is shown as a hint depends
        // on the setting.
        .init(.reset, keys: [Key("r")], title: "Reset to the default", hint: "Reset"),
        .init(.remove, keys: [Key("d"), Key(.delete)], title: "Remove from the file", hint: "Remove"),
        // A default that is stored stays when a later version of the app has another.
        .init(.store, keys: [Key("S")], title: "Store the value, also if it is the default"),
        .init(.rename, keys: [Key(.function(2))], title: "Rename the key"),
        .init(.unstage, keys: [Key("R")], title: "Unstage the change"),
        .init(.editExternally, keys: [Key("e")], title: "Edit in your editor ($VISUAL, $EDITOR)"),
        .init(.details, keys: [Key("i")], title: "Details of the setting"),
        .init(.why, keys: [Key("w")], title: "Show why: origin of the value, rules, conditions", hint: "Why"),
        .init(.copy, keys: [Key("c")], title: "Copy the path, the value, or all changes as a command"),
      ]),
    Group(
      "Panes",
      bindings: [
        .init(.nextPane, keys: [Key(.tab)], title: "Switch panes", hint: "Pane"),
        .init(.previousPane, keys: [Key(.tab, modifiers: .shift)], title: "Switch panes"),
        // Back isn't leaving here: from the settings it leads to the sections, as Left does.
        .init(.back, keys: [Key(.left), Key("h"), Key(.escape), Key(.backspace)], title: "To the sections"),
      ]), Group("Finding", bindings: [searching([Key("/"), .control("f")])] + showing), changes, rows,
    leavable)

  /// The keys while the sections have the focus. `/` filters the sections, as it does in most lists; the search of all settings has Ctrl-F.
  static let sections = KeyMap(
    Group(
      "The section",
      bindings: [
        .init(.activate, keys: [Key(.enter)], title: "To the section's settings", hint: "Open"),
        .init(.forward, keys: [Key(.right), Key("l")], title: "Open the section"),
        .init(.toggle, keys: [Key(" ")], title: "Show or hide the sections inside"),
        .init(
          .reset, keys: [Key("r")], title: "Reset all settings of the section to their defaults",
          hint: "Reset all"),
        .init(
          .remove, keys: [Key("d"), Key(.delete)],
          title: "Remove the section with everything in it from the file"),
        .init(.rename, keys: [Key(.function(2))], title: "Rename the key"),
        .init(.unstage, keys: [Key("R")], title: "Unstage all changes in the section"),
        .init(.why, keys: [Key("w")], title: "Show why: rules and conditions"),
        .init(.copy, keys: [Key("c")], title: "Copy the path, or all changes as a command"),
        .init(
          .backward, keys: [Key(.left), Key("h")], title: "Close the section, or go to the one around it"),
        .init(.back, keys: [Key(.escape), Key(.backspace)], title: "To the section around it"),
      ]),
    Group(
      "Panes",
      bindings: [
        .init(.nextPane, keys: [Key(.tab)], title: "Switch panes", hint: "Pane"),
        .init(.previousPane, keys: [Key(.tab, modifiers: .shift)], title: "Switch panes"),
      ]), Group("Finding", bindings: [finding, searching([.control("f")])] + showing), changes, rows, leavable
  )

  static func searching(_ keys: [Key], hint: String? = "Search") -> Binding {
    Binding(.search, keys: keys, title: "Search all settings", hint: hint)
  }

  static let goingTo = Binding(.goTo, keys: [.control("g")], title: "Go to a setting by its path")

  /// What finds and shows settings, in both panes of the main screen.
  private static let showing: [Binding] = [
    .init(.searchNext, keys: [Key("n")], title: "Next setting found"),
    .init(.searchPrevious, keys: [Key("N")], title: "Previous setting found"),
    goingTo,
    .init(.tree, keys: [Key("T")], title: "The file as it is: a tree with its comments", hint: "Tree"),
    .init(.problems, keys: [Key("!")], title: "All problems, also those of unknown keys", hint: "Problems"),
    .init(.problemNext, keys: [Key("p")], title: "Next setting with a problem"),
    .init(.problemPrevious, keys: [Key("P")], title: "Previous setting with a problem"),
    .init(.filter, keys: [Key("f")], title: "Show all, only changed, or only non-default settings"),
    .init(
      .showSet, keys: [Key("v")], title: "Show only what is set in the file, or everything", hint: "Only set"),
    .init(.showAdvanced, keys: [Key("a")], title: "Show or hide advanced and hidden settings"),
    .init(
      .add, keys: [Key("A"), Key(.insert)], title: "Add a key that the form doesn't list to the section",
      hint: "Add key"),
  ]

  /// What happens to the draft as a whole and to the file, in both panes of the main screen.
  private static let changes = Group(
    "Changes",
    bindings: [
      .init(.review, keys: [Key("s"), .control("s")], title: "Review and apply the changes", hint: "Review"),
      .init(.undo, keys: [Key("u")], title: "Undo", hint: "Undo"),
      .init(.history, keys: [Key("H")], title: "History of the file, and rollback"),
      .init(.layers, keys: [Key("L")], title: "Layers: where values come from, and which file is edited"),
      .init(.confirm, keys: [Key("K")], title: "Confirm the pending changes"),
      .init(.cancelConfirmation, keys: [Key("X")], title: "Cancel the pending confirmation: roll back"),
      .init(.editAll, keys: [Key("E")], title: "Edit everything as text in your editor"),
      .init(.redo, keys: [.control("r")], title: "Redo"),
      // Both leave the settings file as it is.
      .init(.load, keys: [Key("o")], title: "Load a preset or another file into the draft"),
      .init(.save, keys: [Key("W")], title: "Save the draft to another file, without applying it"),
    ])

  /// The editor's own commands in the two panes, where `q` and Ctrl-C leave the editor. Elsewhere they are one step back.
  private static let leavable = Group(
    "The editor",
    bindings: anywhere.bindings + [
      .init(.quit, keys: [Key("q"), .control("c")], title: "Leave", hint: "Leave")
    ])
}

extension KeyMap {
  static let search = KeyMap(
    Group("The search", bindings: [accepting("Go to the setting", hint: "Go to"), leaving()]),
    rowsBelowField, line, besideText)

  /// The query of a list. It stays in effect after it was typed: Enter leaves the field, and then the list has its own keys again.
  static let filter = KeyMap(
    Group(
      "The filter",
      bindings: [
        accepting("Keep the filter and use the keys of the list", hint: "Keep"),
        leaving("Show all rows again", hint: "Show all"),
      ]), rowsBelowField, line, besideText)

  /// The path of a setting to go to. Tab completes it as in a shell, so it can't be the next pane.
  static let goTo = KeyMap(
    Group(
      "The path",
      bindings: [accepting("Go there", hint: "Go to"), completing("Complete the path"), leaving()]),
    rowsBelowField, line, besideText)

  /// The commands of a screen, filtered by what is typed.
  static let palette = KeyMap(
    Group(
      "The command (type a part of its name or description)",
      bindings: [accepting("Run the command", hint: "Run"), leaving()]),
    rowsBelowField, line, besideText)

  /// The path of a file. There are no rows to move through: Tab completes the path, or lists the names that are possible.
  static let filePath = KeyMap(
    Group("The path", bindings: [accepting("Accept the path"), completing("Complete the path"), leaving()]),
    line, besideText)

  /// What can be copied. The key that opened it copies the focused row, so `c c` copies the first one.
  static let copy = KeyMap(
    Group(
      "Copying",
      bindings: [
        .init(.accept, keys: [Key(.enter), Key("c"), Key(" ")], title: "Copy it", hint: "Copy"),
        .init(.back, keys: leavingList, title: "Back", hint: "Back"),
      ]), rows, anywhere)

  /// The review. `s`, which opened it, applies. Enter on a row goes to its setting, and applies only on the button.
  static let review = KeyMap(
    Group(
      "The review",
      bindings: [
        .init(.apply, keys: [Key("s"), .control("s")], title: "Apply", hint: "Apply"),
        .init(
          .keepOrLeaveOut, keys: [Key(" ")], title: "Keep the change or leave it out for now",
          hint: "Keep/leave out"),
        .init(.drop, keys: [Key("R")], title: "Unstage the change", hint: "Unstage"),
        .init(.keepMine, keys: [Key("m")], title: "Resolve the conflict: keep your value"),
        .init(.takeTheirs, keys: [Key("t")], title: "Resolve the conflict: take the stored value"),
        .init(.undo, keys: [Key("u")], title: "Undo", hint: "Undo"),
        .init(.redo, keys: [.control("r")], title: "Redo"),
        .init(.copy, keys: [Key("c")], title: "Copy the changes as a command"),
        .init(.why, keys: [Key("w")], title: "Show why: origin of the value, rules, conditions"),
      ] + reviewing(back: "Back; the changes stay")), listed, rows, anywhere)

  /// The keys that the review of a draft and that of a rollback have in common.
  private static func reviewing(back: String) -> [Binding] {
    [
      .init(.activate, keys: [Key(.enter)], title: "Press the button, or go to the setting", hint: "Go to"),
      .init(
        .confirmWithin, keys: [Key("T")], title: "Roll back unless confirmed within 30 s, 1 min, …",
        hint: "Confirm within"),
      .init(.message, keys: [Key("M")], title: "Write a message for the history", hint: "Message"),
      .init(.nextPane, keys: [Key(.tab)], title: "Buttons", hint: "Buttons"),
      .init(.previousPane, keys: [Key(.tab, modifiers: .shift)], title: "Previous button"),
      .init(.caretRight, keys: [Key(.right), Key("l")], title: "Next button"),
      .init(.caretLeft, keys: [Key(.left), Key("h")], title: "Previous button, or back"),
      .init(
        .back, keys: [Key(.escape), Key("q"), Key(.backspace), .control("c")], title: back, hint: "Back"),
    ]
  }

  /// The message for the history while it is typed, on one line.
  static let message = KeyMap(
    Group(
      "The message",
      bindings: [accepting("Accept the message"), leaving("Keep the old message", hint: "Cancel")]),
    line, besideText)

  /// The review of a rollback, with the keys of the review as far as they apply: nothing in it can be left out.
  static let rollback = KeyMap(
    Group(
      "The version",
      bindings: [
        .init(.apply, keys: [Key("s"), .control("s")], title: "Roll back", hint: "Roll back")
      ] + reviewing(back: "Back; nothing is changed")), listed, rows, anywhere)

  /// The reasons for a value. The key that opens it closes it, too, and Enter goes to the setting that a condition reads.
  static let why = KeyMap(
    Group(
      "The conditions",
      bindings: [
        .init(
          .activate, keys: [Key(.enter), Key(.right), Key("l")], title: "Go to the setting", hint: "Go to"),
        .init(.back, keys: leavingList + [Key("w")], title: "Back", hint: "Back"),
      ]), listed, rows, anywhere)

  /// The versions of the history. Nothing here changes the file: a rollback opens its review first.
  static let versions = KeyMap(
    Group(
      "The version",
      bindings: [
        .init(
          .activate, keys: [Key(.enter), Key(.right), Key("l")], title: "All its changes", hint: "Changes"),
        .init(
          .rollBack, keys: [Key("r"), Key("b")], title: "Roll back to the version, after a review",
          hint: "Roll back"),
        .init(.confirm, keys: [Key("K")], title: "Confirm the pending changes"),
        .init(.cancelConfirmation, keys: [Key("X")], title: "Cancel the pending confirmation: roll back"),
        .init(.back, keys: leavingList, title: "Back", hint: "Back"),
      ]), listed, rows, anywhere)

  /// The problems of the file and of the draft. Conflicts are resolved with the keys of the review, and undo works as in the other lists
  /// that change the draft.
  static let problems = KeyMap(
    Group(
      "The problem",
      bindings: [
        .init(
          .activate, keys: [Key(.enter), Key(.right), Key("l")], title: "Go to the setting or section",
          hint: "Go to"),
        .init(
          .remove, keys: [Key("d"), Key(.delete)], title: "Remove a key that the form doesn't know",
          hint: "Remove key"),
        .init(.keepMine, keys: [Key("m")], title: "Resolve the conflict: keep your value"),
        .init(.takeTheirs, keys: [Key("t")], title: "Resolve the conflict: take the stored value"),
        .init(.back, keys: leavingList + [Key("!")], title: "Back", hint: "Back"),
      ]), history, listed, rows, anywhere)

  /// The document as it is. Left and Right fold and unfold, so they don't leave it.
  static let tree = KeyMap(
    Group(
      "The value",
      bindings: [
        .init(
          .activate, keys: [Key(.enter)], title: "Go to it among the settings, and change it", hint: "Change"),
        .init(
          .forward, keys: [Key(.right), Key("l")], title: "Unfold, or go to the first value inside",
          hint: "Unfold"),
        .init(
          .backward, keys: [Key(.left), Key("h")], title: "Fold, or go to the value around it", hint: "Fold"),
        .init(.toggle, keys: [Key(" ")], title: "Fold or unfold"),
        .init(.foldAll, keys: [Key("z")], title: "Fold or unfold everything"),
        .init(.copy, keys: [Key("c")], title: "Copy the path or the value", hint: "Copy"),
        .init(.printPath, keys: [Key("P")], title: "Leave, and print the path"),
        .init(.comment, keys: [Key("#")], title: "Edit the comment above it", hint: "Comment"),
        .init(.remove, keys: [Key("d"), Key(.delete)], title: "Remove from the file", hint: "Remove"),
        .init(
          .review, keys: [Key("s"), .control("s")], title: "Review and apply the changes", hint: "Review"),
        .init(
          .back, keys: [Key(.escape), Key("q"), Key("T"), Key(.backspace), .control("c")], title: "Back",
          hint: "Back"),
      ]), listed, history, rows, anywhere)

  /// The layers. Enter opens another editor, for the layer's file.
  static let layers = KeyMap(
    Group(
      "The layer",
      bindings: [
        .init(.activate, keys: [Key(.enter), Key(.right), Key("l")], title: "Edit the layer", hint: "Edit"),
        .init(.back, keys: leavingList + [Key("L")], title: "Back", hint: "Back"),
      ]), listed, rows, anywhere)

  /// A question. The letters of its buttons aren't here: each question has its own, which reach the screen as text.
  static let dialog = KeyMap(
    Group(
      "The question",
      bindings: [
        .init(.accept, keys: [Key(.enter), Key(" ")], title: "Press the button", hint: "Press"),
        .init(
          .nextPane, keys: [Key(.tab), Key(.right), Key("l"), Key(.down), Key("j")], title: "Next button",
          hint: "Next"),
        .init(
          .previousPane, keys: [Key(.tab, modifiers: .shift), Key(.left), Key("h"), Key(.up), Key("k")],
          title: "Previous button"),
        .init(
          .back, keys: [Key(.escape), Key("q"), .control("c"), Key(.backspace)],
          title: "Back without an answer",
          hint: "Back"),
        .init(.pageDown, keys: [Key(.pageDown)], title: "Scroll down"),
        .init(.pageUp, keys: [Key(.pageUp)], title: "Scroll up"),
      ]), besideQuestion)

  /// Text to read. The keys that open such a screen (`?`, F1, `i`, Enter) close it, too; Space is a page down, as in less.
  static let reading = KeyMap(
    Group(
      "Reading",
      bindings: [
        .init(
          .back, keys: leavingList + [Key(.enter), Key("?"), Key("i"), Key(.function(1))], title: "Back",
          hint: "Back"),
        .init(.pageDown, keys: [Key(.pageDown), Key(" ")], title: "Page down", hint: "Page down"),
      ]),
    Group("Moving", bindings: rows.bindings.filter { $0.command != .pageDown }),
    Group("The editor", bindings: besideQuestion.bindings.filter { $0.command != .showKeys }))
}
