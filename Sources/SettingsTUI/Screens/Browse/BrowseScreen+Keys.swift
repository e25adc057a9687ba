extension BrowseScreen {
  /// The keys while the settings have the focus.
  static let settingsKeys = KeyMap(
    [
      .init(.activate, [Key(.enter)], "Change the setting", hint: "Change"),
      .init(.forward, [Key(.right), Key("l")], "Change the setting"),
      .init(.toggle, [Key(" ")], "Turn on or off, or choose"),
      .init(.back, [Key(.left), Key("h"), Key(.escape), Key(.backspace)], "To the sections"),
      .init(.nextPane, [Key(.tab)], "Other pane", hint: "Pane"),
      .init(.previousPane, [Key(.tab, .shift)], "Other pane"),
    ], editing, common, KeyMap.rows, KeyMap.everywhere)

  /// The keys while the sections have the focus.
  static let sectionKeys = KeyMap(
    [
      .init(.activate, [Key(.enter)], "To the section's settings", hint: "Open"),
      .init(.forward, [Key(.right), Key("l")], "Open the section"),
      .init(.toggle, [Key(" ")], "Show or hide the sections inside"),
      .init(.backward, [Key(.left), Key("h")], "Close the section, or go to the one around it"),
      .init(.back, [Key(.escape), Key(.backspace)], "To the section around it"),
      .init(.nextPane, [Key(.tab)], "Other pane", hint: "Pane"),
      .init(.previousPane, [Key(.tab, .shift)], "Other pane"),
    ], common, KeyMap.rows, KeyMap.everywhere)

  private static let editing: [KeyMap.Binding] = [
    .init(.yes, [Key("y")], "Set to yes"),
    .init(.no, [Key("n")], "Set to no, or the next setting found"),
    .init(.increase, [Key("+"), Key("=")], "Up by one step"),
    .init(.decrease, [Key("-")], "Down by one step"),
    .init(.setNone, [Key("x"), Key(.delete)], "Set to none"),
    .init(.reset, [Key("r")], "Reset to the default", hint: "Reset"),
    .init(.revert, [Key("R")], "Back to what is saved"),
    .init(.details, [Key("i")], "All about the setting"),
  ]

  private static let common: [KeyMap.Binding] = [
    .init(.search, [Key("/"), .control("f")], "Search", hint: "Search"),
    .init(.review, [Key("s"), .control("s")], "Review and apply the changes", hint: "Review"),
    .init(.undo, [Key("u")], "Undo", hint: "Undo"),
    .init(.redo, [.control("r")], "Redo"),
    .init(.searchNext, [Key("n")], "Next setting found"),
    .init(.searchPrevious, [Key("N")], "Previous setting found"),
    .init(.showAdvanced, [Key("a")], "Show all settings, or hide the advanced ones"),
    .init(.showKeys, [Key("?"), Key(.function(1))], "All keys of this screen", hint: "Keys"),
    .init(.quit, [Key("q"), .control("c")], "Leave", hint: "Leave"),
  ]
}
