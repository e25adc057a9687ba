extension KeyDecoder {
  /// Returns the key of a byte below 0x80 that doesn't start a sequence.
  static func key(ascii byte: UInt8) -> Key {
    // With Control, a key sends the low five bits of its character: 0x01 to 0x1A are letters, 0x1C to 0x1F are `\`, `]`, `^` and
    // `_`.
    switch byte {
    case 0x00: .control(" ")
    case 0x08, 0x7F: Key(.backspace)
    case 0x09: Key(.tab)
    case 0x0A, 0x0D: Key(.enter)
    case 0x01..<0x1B: .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x1B: Key(.escape)
    case 0x1C..<0x20: .control(Character(Unicode.Scalar(byte + 0x40)))
    default: Key(Character(Unicode.Scalar(byte)))
    }
  }

  /// Returns the key of the byte after SS3 (`ESC O`): cursor keys in application mode, and the keypad.
  static func key(singleShift byte: UInt8) -> Key? {
    if let code = code(final: byte) { return Key(code) }
    switch byte {
    case UInt8(ascii: "M"): return Key(.enter)
    case UInt8(ascii: "I"): return Key(.tab)
    case UInt8(ascii: " "): return Key(" ")
    case UInt8(ascii: "X"): return Key("=")
    // rxvt: cursor keys with Control.
    case UInt8(ascii: "a"): return Key(.up, .control)
    case UInt8(ascii: "b"): return Key(.down, .control)
    case UInt8(ascii: "c"): return Key(.right, .control)
    case UInt8(ascii: "d"): return Key(.left, .control)
    // The keypad of the VT100 sends each character from `*` to `9` with 0x40 added.
    case UInt8(ascii: "j")...UInt8(ascii: "y"):
      return Key(Character(Unicode.Scalar(byte - 0x40)))
    default: return nil
    }
  }

  /// Returns the background in a terminal's reply to the question for it (OSC 11 of xterm), `]11;rgb:ffff/ffff/dddd`; `nil` for any other
  /// string. Each part has up to four hexadecimal digits.
  static func background(reply: [UInt8]) -> Theme.Background? {
    let text = String(decoding: reply, as: UTF8.self)
    guard text.hasPrefix("]11;rgb") else { return nil }
    let parts = text.drop { $0 != ":" }.dropFirst().split(separator: "/").prefix(3).compactMap { part in
      (1...4).contains(part.count)
        ? Int(part, radix: 16).map { Double($0) / Double(1 << (4 * part.count) - 1) } : nil
    }
    guard parts.count == 3 else { return nil }
    return Theme.Background(red: parts[0], green: parts[1], blue: parts[2])
  }

  /// Returns the event of a complete control sequence; `nil` for other replies of the terminal.
  static func event(parameters: [UInt8], final: UInt8) -> InputEvent? {
    if parameters.first == UInt8(ascii: "<") { return mouse(parameters.dropFirst(), final: final) }
    // The Linux console's F1 to F5.
    if parameters == [UInt8(ascii: "[")] {
      guard (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(final) else { return nil }
      return .key(Key(.function(Int(final - UInt8(ascii: "A")) + 1)))
    }
    guard parameters.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: ";")).contains($0) }) else { return nil }
    let numbers = numbers(in: parameters[...])
    let modifiers = modifiers(numbers.count > 1 ? numbers[1] : 1)
    switch final {
    case UInt8(ascii: "~"): return tilde(numbers, modifiers)
    case UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "@"):
      // rxvt: Control, Shift, both.
      guard let code = code(number: numbers.first ?? 0) else { return nil }
      let held: Key.Modifiers =
        final == UInt8(ascii: "^") ? .control : final == UInt8(ascii: "$") ? .shift : [.control, .shift]
      return .key(Key(code, held))
    case UInt8(ascii: "u"): return ordinary(numbers.first ?? 0, modifiers)
    case UInt8(ascii: "Z"): return .key(Key(.tab, .shift))
    case UInt8(ascii: "a"): return .key(Key(.up, .shift))
    case UInt8(ascii: "b"): return .key(Key(.down, .shift))
    case UInt8(ascii: "c"): return .key(Key(.right, .shift))
    case UInt8(ascii: "d"): return .key(Key(.left, .shift))
    default:
      guard let code = code(final: final) else { return nil }
      return .key(Key(code, modifiers))
    }
  }

  private static func tilde(_ numbers: [Int], _ modifiers: Key.Modifiers) -> InputEvent? {
    // xterm's modifyOtherKeys: CSI 27 ; modifiers ; code point ~.
    if numbers.first == 27, numbers.count == 3 { return ordinary(numbers[2], modifiers) }
    guard let code = code(number: numbers.first ?? 0) else { return nil }
    return .key(Key(code, modifiers))
  }

  /// Returns an ordinary key that is reported by its code point, with modifiers that bytes can't represent.
  private static func ordinary(_ number: Int, _ modifiers: Key.Modifiers) -> InputEvent? {
    guard let value = UInt32(exactly: number), let scalar = Unicode.Scalar(value) else { return nil }
    var key: Key
    if value < 0x20 || value == 0x7F {
      key = self.key(ascii: UInt8(value))
    } else {
      key = Key(Character(scalar))
    }
    key.modifiers.formUnion(modifiers)
    if case .character = key.code { key.modifiers.remove(.shift) }
    return .key(key)
  }

  private static func mouse(_ parameters: ArraySlice<UInt8>, final: UInt8) -> InputEvent? {
    let numbers = numbers(in: parameters)
    guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0, final == UInt8(ascii: "M") else { return nil }
    let action: InputEvent.Mouse.Action
    // Bits 2 to 4 are modifiers, which don't matter here. Bit 5 is motion, so the numbers of motion remain and are ignored.
    switch numbers[0] & ~0b1_1100 {
    case 0: action = .press
    case 64: action = .scrollUp
    case 65: action = .scrollDown
    default: return nil
    }
    return .mouse(.init(action: action, place: Point(x: numbers[1] - 1, y: numbers[2] - 1)))
  }

  /// Returns the parameters between semicolons, without sub-parameters after colons. Numbers out of range become 0.
  private static func numbers(in parameters: ArraySlice<UInt8>) -> [Int] {
    parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { part in
      let digits = part.prefix { $0 != UInt8(ascii: ":") }
      return Int(String(decoding: digits, as: UTF8.self)) ?? 0
    }
  }

  /// Decodes xterm's parameter for modifiers: one plus a bit each for Shift, Alt, Control and Meta. Meta counts as Alt.
  private static func modifiers(_ parameter: Int) -> Key.Modifiers {
    guard parameter > 1, parameter <= 256 else { return [] }
    let bits = parameter - 1
    var modifiers: Key.Modifiers = []
    if bits & 1 != 0 { modifiers.insert(.shift) }
    if bits & 2 != 0 || bits & 8 != 0 { modifiers.insert(.alt) }
    if bits & 4 != 0 { modifiers.insert(.control) }
    return modifiers
  }

  /// Returns the key with a final byte of its own, as in xterm.
  private static func code(final: UInt8) -> Key.Code? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "P"), UInt8(ascii: "Q"), UInt8(ascii: "R"), UInt8(ascii: "S"):
      .function(Int(final - UInt8(ascii: "P")) + 1)
    default: nil
    }
  }

  /// Returns the key of a sequence that ends with `~`, by its number. The numbers are those of the VT220, whose function keys are
  /// in groups with gaps between them; xterm, rxvt and the Linux console add the others.
  private static func code(number: Int) -> Key.Code? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    default: nil
    }
  }
}
