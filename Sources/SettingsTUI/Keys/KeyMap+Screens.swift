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
