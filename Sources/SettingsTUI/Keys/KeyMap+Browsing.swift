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
