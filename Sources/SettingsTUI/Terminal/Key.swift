/// A key press, in the form that terminals can report.
///
/// Terminals send characters, not keys. `Shift-A` arrives as `A`, so Shift belongs to the character and isn't a modifier there; Ctrl with a
/// letter arrives without its case, so `Ctrl-S` and `Ctrl-s` are one key. Two spellings of the same key must be equal values, because keys
/// are looked up in a ``KeyMap`` by comparison.
///
///     the key           value                           hint        name in a file of keys
///     a, Shift-a        Key("a"), Key("A")              a, A        a, A
///     Ctrl-S            Key.control("s")                ^S          Ctrl-S
///     Shift-Tab         Key(.tab, modifiers: .shift)    Shift-Tab   Shift-Tab
///     arrow up          Key(.up)                        ↑           Up
struct Key: Hashable, Sendable {
  /// The key without modifiers.
  ///
  /// Keys that terminals can't tell apart are one case: Enter and Ctrl-M, Tab and Ctrl-I, Backspace and Ctrl-H. The keys of the keypad are
  /// the characters on them.
  enum Code: Hashable, Sendable {
    case character(Character)
    case enter, tab, escape, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    case function(Int)
  }

  /// The modifier keys. Shift is reported only for keys that don't produce another character with it; Meta counts as Alt.
  struct Modifiers: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let shift = Modifiers(rawValue: 1)
    static let alt = Modifiers(rawValue: 2)
    static let control = Modifiers(rawValue: 4)
  }

  var code: Code
  var modifiers: Modifiers

  init(_ code: Code, modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  init(_ character: Character) {
    self.init(.character(character))
  }

  /// Returns the character's key held with Control. A letter must be lowercase: with `S`, no key press would be equal.
  static func control(_ character: Character) -> Key { Key(.character(character), modifiers: .control) }

  static func alt(_ character: Character) -> Key { Key(.character(character), modifiers: .alt) }
}

extension Key {
  /// Returns the key's name, as the hints and the list of keys show it: short, such as `^S`, `PgDn` and `↑`.
  ///
  /// - Parameter ascii: Whether the terminal shows only ASCII, where arrows are words.
  func name(ascii: Bool, control: String = "^") -> String {
    let base: String
    switch code {
    case .character(let character) where character != " ":
      base = modifiers.contains(.control) ? character.uppercased() : String(character)
    case .function(let number): base = "F\(number)"
    default: base = Self.names[code]?.first { !ascii || $0.allSatisfy(\.isASCII) } ?? ""
    }
    var name = ""
    if modifiers.contains(.control) { name += control }
    if modifiers.contains(.alt) { name += "Alt-" }
    if modifiers.contains(.shift) { name += "Shift-" }
    return name + base
  }
}

extension Key {
  /// The key's name in a file of keys, in ASCII unless the key is another character: `Ctrl-S`, `PgDn`, `x`.
  ///
  /// ``init(named:)`` reads this name back, for every key of the standard maps (a test). `Space` has a name because it couldn't be seen.
  var plainName: String { name(ascii: true, control: "Ctrl-") }

  /// Whether the key types a character, so it can't be given to a command where text is typed.
  var isText: Bool {
    if case .character = code { return modifiers.isEmpty }
    return false
  }

  /// Creates a key from its name: a character, or a name such as `Enter`, `F2` and `PgDn`, with `Ctrl-`, `Alt-` or `Shift-` before it; `^S`
  /// is Ctrl-S. Only characters are case-sensitive.
  ///
  /// The result is `nil` for an unknown name, for F13 and above, and for a character with Shift, which is another character. `-` and
  /// `Ctrl--` are keys; `^` alone is the character.
  init?(named name: String) {
    var rest = name[...]
    var modifiers: Modifiers = []
    // Modifiers come first, in any order; a single character is always the key, also `-` and `^`.
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
        self.init(.character(lower), modifiers: modifiers)
        return
      }
    }
    self.init(code, modifiers: modifiers)
  }

  /// The key that terminals send instead of this one: with Control, a character is sent as one of 32 bytes, of which some are keys of their
  /// own. `Ctrl-I` is Tab, `Ctrl-M` Enter, and `Ctrl-[` Esc.
  var sentInstead: Key? {
    guard modifiers.contains(.control), case .character(let character) = code,
      let byte = character.asciiValue, (0x40..<0x7F).contains(byte)
    else { return nil }
    let sent = KeyDecoder.key(ascii: byte & 0x1F)
    return sent == Key(code, modifiers: .control) ? nil : sent
  }

  /// The names of modifiers that are read. `meta-` and `control-` are for people who know them from Emacs.
  private static let modifierNames: [(name: String, modifier: Modifiers)] = [
    ("ctrl-", .control), ("control-", .control), ("alt-", .alt), ("meta-", .alt), ("shift-", .shift),
  ]

  /// Returns the key of a name without modifiers. A control character is no name, since the key that sends it has one.
  private static func code(named name: Substring) -> Code? {
    let lower = name.lowercased()
    if let code = codes[lower] { return code }
    if name.count == 1, let character = name.first {
      return character.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
        ? nil : .character(character)
    }
    guard lower.first == "f", let number = Int(lower.dropFirst()), (1...12).contains(number) else {
      return nil
    }
    return .function(number)
  }

  /// The names of keys without a character: first the one that the hints show, then others that are read.
  private static let names: [Code: [String]] = [
    .character(" "): ["Space"], .enter: ["Enter", "Return"], .tab: ["Tab"], .escape: ["Esc", "Escape"],
    .backspace: ["Backspace"], .delete: ["Del", "Delete"], .insert: ["Ins", "Insert"], .up: ["↑", "Up"],
    .down: ["↓", "Down"], .left: ["←", "Left"], .right: ["→", "Right"], .home: ["Home"], .end: ["End"],
    .pageUp: ["PgUp", "PageUp"], .pageDown: ["PgDn", "PageDown"],
  ]
  private static let codes = Dictionary(
    uniqueKeysWithValues: names.flatMap { code, names in names.map { ($0.lowercased(), code) } })
}
