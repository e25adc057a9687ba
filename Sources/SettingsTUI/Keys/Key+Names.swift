extension Key {
  /// The key's name in a file of keys, in ASCII unless the key is another character: `Ctrl-S`, `PgDn`, `x`.
  var plainName: String {
    var name = ""
    if modifiers.contains(.control) { name += "Ctrl-" }
    if modifiers.contains(.alt) { name += "Alt-" }
    if modifiers.contains(.shift) { name += "Shift-" }
    if case .character(let character) = code, character != " " {
      return name + (modifiers.contains(.control) ? character.uppercased() : String(character))
    }
    return name + Key(code).name(ascii: true)
  }

  /// Whether the key types a character.
  var isText: Bool {
    if case .character = code { return modifiers.isEmpty }
    return false
  }

  /// Creates a key from its name: a character, or a name such as `Enter`, `F2` and `PgDn`, with `Ctrl-`, `Alt-` or `Shift-`
  /// before it; `^S` is Ctrl-S. Only characters are case-sensitive.
  init?(named name: String) {
    var rest = name[...]
    var modifiers: Modifiers = []
    while rest.count > 1 {
      if let prefix = Self.modifierNames.first(where: { rest.lowercased().hasPrefix($0.name) }) {
        guard rest.count > prefix.name.count else { return nil }
        rest = rest.dropFirst(prefix.name.count)
        modifiers.insert(prefix.modifier)
      } else if rest.first == "^" {
        rest = rest.dropFirst()
        modifiers.insert(.control)
      } else {
        break
      }
    }
    guard let code = Self.code(named: rest) else { return nil }
    if case .character(let character) = code {
      // A character with Shift is another character; Control ignores case.
      guard !modifiers.contains(.shift) else { return nil }
      if modifiers.contains(.control), let lower = character.lowercased().first {
        self.init(.character(lower), modifiers)
        return
      }
    }
    self.init(code, modifiers)
  }

  private static let modifierNames: [(name: String, modifier: Modifiers)] = [
    ("ctrl-", .control), ("control-", .control), ("alt-", .alt), ("meta-", .alt), ("shift-", .shift),
  ]

  private static func code(named name: Substring) -> Code? {
    if name.count == 1, let character = name.first {
      return character.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
        ? nil : .character(character)
    }
    let lower = name.lowercased()
    if lower.first == "f", let number = Int(lower.dropFirst()), (1...12).contains(number) {
      return .function(number)
    }
    return codeNames[lower]
  }

  private static let codeNames: [String: Code] = [
    "space": .character(" "), "enter": .enter, "return": .enter, "tab": .tab, "esc": .escape,
    "escape": .escape, "backspace": .backspace, "del": .delete, "delete": .delete, "ins": .insert,
    "insert": .insert, "up": .up, "down": .down, "left": .left, "right": .right, "home": .home, "end": .end,
    "pgup": .pageUp, "pageup": .pageUp, "pgdn": .pageDown, "pagedown": .pageDown,
  ]
}
