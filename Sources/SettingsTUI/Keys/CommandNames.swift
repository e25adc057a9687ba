/// How an editor names its commands in sentences: by keys, or by the words that a person types.
protocol CommandNames {
  /// Returns what a person presses or types for a command.
  func name(of command: Command, in place: KeyContext) -> String
}

/// Names commands by their first keys.
struct KeyNames: CommandNames {
  let keys: EditorKeys
  /// Whether the terminal shows only ASCII.
  var isASCIIOnly = false

  /// Returns the first key of the command; the command's own name if it has no key.
  func name(of command: Command, in place: KeyContext) -> String {
    keys[place].keys(for: command).first?.name(ascii: isASCIIOnly) ?? command.rawValue
  }
}
