/// A key press.
struct Key: Hashable, Sendable {
  /// The key.
  enum Code: Hashable, Sendable {
    case character(Character)
    case enter, tab, escape, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    case function(Int)
  }

  /// The modifier keys. Shift is reported only for keys that don't produce another character with it.
  struct Modifiers: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let shift = Modifiers(rawValue: 1)
    static let alt = Modifiers(rawValue: 2)
    static let control = Modifiers(rawValue: 4)
  }

  var code: Code
  var modifiers: Modifiers

  init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// Creates the key that types a character.
  init(_ character: Character) {
    self.init(.character(character))
  }

  /// Returns the character's key held with Control.
  static func control(_ character: Character) -> Key { Key(.character(character), .control) }

  /// Returns the character's key held with Alt.
  static func alt(_ character: Character) -> Key { Key(.character(character), .alt) }
}

extension Key {
  /// Returns the key's name, as the hints and the list of keys show it.
  func name(ascii: Bool) -> String {
    let base: String
    switch code {
    case .character(" "): base = "Space"
    case .character(let character):
      base = modifiers.contains(.control) ? character.uppercased() : String(character)
    case .enter: base = "Enter"
    case .tab: base = "Tab"
    case .escape: base = "Esc"
    case .backspace: base = "Backspace"
    case .delete: base = "Del"
    case .insert: base = "Ins"
    case .up: base = ascii ? "Up" : "↑"
    case .down: base = ascii ? "Down" : "↓"
    case .left: base = ascii ? "Left" : "←"
    case .right: base = ascii ? "Right" : "→"
    case .home: base = "Home"
    case .end: base = "End"
    case .pageUp: base = "PgUp"
    case .pageDown: base = "PgDn"
    case .function(let number): base = "F\(number)"
    }
    var name = ""
    if modifiers.contains(.control) { name += "^" }
    if modifiers.contains(.alt) { name += "Alt-" }
    if modifiers.contains(.shift) { name += "Shift-" }
    return name + base
  }
}
