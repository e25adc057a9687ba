extension CollectionScreen {
  static let listKeys = KeyMap(editing, elements, moving, KeyMap.rows, KeyMap.everywhere)
  static let dictionaryKeys = KeyMap(editing, elements, renaming, KeyMap.rows, KeyMap.everywhere)
  static let objectKeys = KeyMap(editing, resetting, KeyMap.rows, KeyMap.everywhere)

  static let keyFieldKeys = KeyMap(
    [
      .init(.accept, [Key(.enter)], "Take the key", hint: "Take"),
      .init(.back, [Key(.escape), .control("c")], "Leave the key as it is", hint: "Cancel"),
    ], KeyMap.line, KeyMap.keysBesideText, KeyMap.everywhere)

  private static let elements: [KeyMap.Binding] = [
    .init(.add, [Key("a"), Key(.insert)], "Add", hint: "Add"),
    .init(.remove, [Key("d"), Key(.delete)], "Remove", hint: "Remove"),
  ]

  private static let moving: [KeyMap.Binding] = [
    .init(
      .moveElementUp, [Key("K"), Key(.up, .shift), Key(.up, .alt), Key(.up, .control)], "Move the element up",
      hint: "Up"),
    .init(
      .moveElementDown, [Key("J"), Key(.down, .shift), Key(.down, .alt), Key(.down, .control)],
      "Move the element down", hint: "Down"),
  ]

  private static let renaming: [KeyMap.Binding] = [
    .init(.rename, [Key("e"), Key(.function(2))], "Change the key", hint: "Key")
  ]

  private static let resetting: [KeyMap.Binding] = [
    .init(.reset, [Key("r")], "Reset to the default", hint: "Reset")
  ]

  private static let editing: [KeyMap.Binding] = [
    .init(.activate, [Key(.enter)], "Change", hint: "Change"),
    .init(.forward, [Key(.right), Key("l")], "Change"),
    .init(.toggle, [Key(" ")], "Turn on or off, or choose"),
    .init(.yes, [Key("y")], "Set to yes"),
    .init(.no, [Key("n")], "Set to no"),
    .init(.increase, [Key("+"), Key("=")], "Up by one step"),
    .init(.decrease, [Key("-")], "Down by one step"),
    .init(.setNone, [Key("x")], "Set to none"),
    .init(.undo, [Key("u")], "Undo"),
    .init(.redo, [.control("r")], "Redo"),
    .init(.showKeys, [Key("?"), Key(.function(1))], "All keys of this screen", hint: "Keys"),
    .init(
      .back, [Key(.escape), Key(.left), Key("h"), Key("q"), Key(.backspace), .control("c")], "Back",
      hint: "Back"),
  ]
}
