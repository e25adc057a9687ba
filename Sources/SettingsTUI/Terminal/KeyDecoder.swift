/// Decodes the bytes that a terminal sends into key presses, pasted text and mouse events.
///
/// Bytes may arrive in pieces of any size; the result doesn't depend on how they are split. Only an Esc with nothing after it is ambiguous,
/// because it starts most keys' sequences. ``wait(afterEscape:)`` is the time to wait for more bytes before ``flush()`` decides that it was the Esc key.
///
///     ground ──ESC──▶ escape ──[──▶ controlSequence ──final byte──▶ key or mouse
///       │               │                 └──200~──▶ paste ──ESC[201~──▶ pasted text
///       │               ├──O──▶ singleShift ──one byte──▶ key
///       │               ├──] P _ ^──▶ ignored ──BEL or ESC \──▶ nothing, or the terminal's background
///       │               └──other──▶ the key with Alt
///       ├──C2…F4──▶ text ──1 to 3 more bytes──▶ one character
///       └──other──▶ key
///
/// Supported forms: UTF-8; CSI and SS3 sequences with xterm's modifiers; `CSI … u` and `CSI 27;…~` (modified ordinary keys); the sequences
/// of rxvt and the Linux console; bracketed paste (DEC mode 2004); SGR mouse (DEC mode 1006). All of them are read at any time, whatever
/// `TERM` says.
///
///     bytes                events
///     61                   a
///     1B 5B 41             ↑
///     1B 5B 31 3B 35 43    Ctrl-→ (`CSI 1;5C`)
///     1B 78                Alt-x
///     1B, then nothing     Esc, after ``flush()``
///     E2 82 61             U+FFFD, a: the first character was cut short
///
/// A sequence that it doesn't know is dropped as a whole. If its bytes were taken for keys, an unknown function key could delete a setting.
/// No bytes are an error.
struct KeyDecoder: Hashable, Sendable {
  /// What the bytes so far have started.
  ///
  /// Alt isn't a state: terminals send it as an Esc before any key, so `hasAlt` is beside the states, and each key takes it along.
  private enum State: Hashable, Sendable {
    case ground
    case escape
    case singleShift
    case controlSequence
    case text(missing: Int)
    case paste
    /// An operating system command or another string; it ends with BEL or ST. Everything except the reply about the background is ignored.
    case ignored(sawEscape: Bool)
  }

  private var state = State.ground
  /// The bytes of a sequence, a character or a paste so far. Only a paste can be long.
  private var collected: [UInt8] = []
  private var hasAlt = false

  /// Returns the milliseconds to wait for more bytes before ``flush()``; `nil` if nothing is incomplete.
  ///
  /// - Parameter escapeDelay: The time after a lone Esc. It is short, because otherwise the key feels slow. In the middle of a sequence, which
  ///   is never typed by hand, more time passes, and even more in pasted text, which can arrive over a slow line in pieces.
  func wait(afterEscape escapeDelay: Int) -> Int? {
    switch state {
    case .ground: nil
    case .paste: 5000
    case .escape: escapeDelay
    case .singleShift, .controlSequence, .text, .ignored: 1000
    }
  }

  /// Decodes bytes as they arrive, and returns the events that they complete.
  ///
  /// After `1B 5B` there is none; after a further `41`, there is the arrow key. The decoder asks nobody for time: a caller that gets no
  /// more bytes looks at ``wait(afterEscape:)`` and calls ``flush()``.
  mutating func decode(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    var events: [InputEvent] = []
    for byte in bytes { take(byte, into: &events) }
    return events
  }

  /// Decides what the incomplete input was, because no more bytes arrived in time.
  ///
  /// `ESC` was the key Esc, `ESC ESC` two presses of it, `ESC O` and `ESC [` were Alt with a letter or bracket, and half a character is a
  /// replacement. The rest of a longer sequence is dropped.
  mutating func flush() -> [InputEvent] {
    defer { reset() }
    switch state {
    case .escape: return Array(repeating: .key(Key(.escape)), count: hasAlt ? 2 : 1)
    case .singleShift: return [.key(.alt("O"))]
    case .controlSequence where collected.isEmpty: return [.key(.alt("["))]
    case .text: return [.key(Key("\u{FFFD}"))]
    // The end of the pasted text is lost. Without a limit, all later keys would be pasted text, Ctrl-C included.
    case .paste: return [.paste(Self.pasted(collected[...]))]
    default: return []
    }
  }

  private mutating func reset() {
    state = .ground
    collected.removeAll(keepingCapacity: true)
    hasAlt = false
  }

  private mutating func take(_ byte: UInt8, into events: inout [InputEvent]) {
    switch state {
    case .ground: takeFirst(byte, into: &events)
    case .escape: takeAfterEscape(byte, into: &events)
    case .singleShift:
      if let key = Self.key(singleShift: byte) { events.append(.key(with(key))) }
      reset()
    case .controlSequence: takeInSequence(byte, into: &events)
    case .text(let missing): takeInText(byte, missing: missing, into: &events)
    case .paste: takeInPaste(byte, into: &events)
    case .ignored(let sawEscape):
      // BEL ends a string as xterm has it, ST (`ESC \`) as the standard has it.
      if byte == 0x07 || (sawEscape && byte == UInt8(ascii: "\\")) {
        if let background = Self.background(reply: collected) { events.append(.background(background)) }
        reset()
      } else {
        if collected.count < Self.longestSequence, byte != 0x1B { collected.append(byte) }
        state = .ignored(sawEscape: byte == 0x1B)
      }
    }
  }

  /// Takes a byte outside of any sequence, or the first byte after an Esc that means Alt.
  private mutating func takeFirst(_ byte: UInt8, into events: inout [InputEvent]) {
    switch byte {
    case 0x1B: state = .escape
    // The first bytes of longer scalars: C0, C1 and F5 to FF never occur in UTF-8 (RFC 3629, section 4).
    case 0xC2...0xF4:
      collected = [byte]
      state = .text(missing: byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3)
    case 0x80...:
      events.append(.key(with(Key("\u{FFFD}"))))
      reset()
    default:
      events.append(.key(with(Self.key(ascii: byte))))
      reset()
    }
  }

  /// Takes the byte after an Esc, which tells a sequence from a key with Alt.
  ///
  /// A third Esc in a row is a press of the key, and two are still open.
  private mutating func takeAfterEscape(_ byte: UInt8, into events: inout [InputEvent]) {
    switch byte {
    case UInt8(ascii: "["):
      state = .controlSequence
      collected.removeAll(keepingCapacity: true)
    case UInt8(ascii: "O"): state = .singleShift
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"):
      collected = [byte]
      state = .ignored(sawEscape: false)
    case 0x1B where !hasAlt:
      // Esc twice: either two presses of Esc, or Alt with a key that has a sequence, because terminals send Alt as a leading Esc.
      hasAlt = true
    case 0x1B:
      events.append(.key(Key(.escape)))
    default:
      hasAlt = true
      takeFirst(byte, into: &events)
    }
  }

  /// Takes a byte of a UTF-8 character. Scalars that UTF-8 forbids (surrogates, overlong forms) become a replacement when they are
  /// complete.
  private mutating func takeInText(_ byte: UInt8, missing: Int, into events: inout [InputEvent]) {
    guard (0x80..<0xC0).contains(byte) else {
      // The sequence was cut short: show that something was lost, and start again with this byte.
      events.append(.key(with(Key("\u{FFFD}"))))
      reset()
      takeFirst(byte, into: &events)
      return
    }
    collected.append(byte)
    if missing > 1 {
      state = .text(missing: missing - 1)
      return
    }
    let text = String(validating: collected, as: UTF8.self) ?? "\u{FFFD}"
    if let character = text.first { events.append(.key(with(Key(character)))) }
    reset()
  }

  /// Takes a byte after `ESC [`: a parameter is collected, a final byte ends the sequence, anything else drops it.
  ///
  /// The classes of bytes are those of ECMA-48, so the end of a sequence is found also if its meaning isn't known: `CSI ? 62 ; c` ends at
  /// `c`.
  private mutating func takeInSequence(_ byte: UInt8, into events: inout [InputEvent]) {
    switch byte {
    case 0x1B:
      // A new sequence begins in the middle of one: the terminal lost the rest of the first.
      reset()
      state = .escape
    case UInt8(ascii: "[") where collected.isEmpty:
      // The Linux console's function keys: CSI [ A … E.
      collected.append(byte)
    // Parameter and intermediate bytes (ECMA-48, section 5.4). rxvt ends the sequences of keys with Shift with `$`, an intermediate
    // byte.
    case UInt8(ascii: "$") where !collected.isEmpty: finishSequence(byte, into: &events)
    case 0x20...0x3F:
      // The rest of a longer sequence is skipped up to its end, which drops it.
      if collected.count < Self.longestSequence { collected.append(byte) }
    case 0x40...0x7E: finishSequence(byte, into: &events)
    default: reset()
    }
  }

  /// Reports the event of a complete sequence, with Alt if an Esc was before it; `CSI 200~` begins a paste instead.
  ///
  /// The state is reset before the event is known, because a sequence without a meaning ends here, too.
  private mutating func finishSequence(_ final: UInt8, into events: inout [InputEvent]) {
    let parameters = collected
    let alt = hasAlt
    reset()
    guard parameters.count < Self.longestSequence else { return }
    if parameters == [UInt8(ascii: "2"), UInt8(ascii: "0"), UInt8(ascii: "0")], final == UInt8(ascii: "~") {
      state = .paste
      return
    }
    guard var event = Self.event(parameters: parameters, final: final) else { return }
    if alt, case .key(var key) = event {
      key.modifiers.insert(.alt)
      event = .key(key)
    }
    events.append(event)
  }

  /// Collects pasted bytes up to `ESC [201~`. Keys inside of them stay text: that is the purpose of bracketed paste.
  ///
  /// Bytes that aren't UTF-8 become replacement characters. Cost: linear in the length of the paste; the end is only looked for at a `~`.
  private mutating func takeInPaste(_ byte: UInt8, into events: inout [InputEvent]) {
    collected.append(byte)
    // The end is looked for where it can be: only its last byte is compared for most bytes.
    guard byte == UInt8(ascii: "~"), collected.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) else {
      return
    }
    let text = Self.pasted(collected.dropLast(Self.pasteEnd.count))
    reset()
    events.append(.paste(text))
  }

  /// Returns pasted bytes as text with line feeds.
  private static func pasted(_ bytes: ArraySlice<UInt8>) -> String {
    // Terminals send a pasted line break as a carriage return, some as CR LF: each becomes one line feed.
    var text = String.UnicodeScalarView()
    var lastWasReturn = false
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if scalar == "\n", lastWasReturn {
        lastWasReturn = false
        continue
      }
      lastWasReturn = scalar == "\r"
      text.append(lastWasReturn ? "\n" : scalar)
    }
    return String(text)
  }

  /// Returns the key, with Alt if an Esc was before it.
  private func with(_ key: Key) -> Key {
    hasAlt ? Key(key.code, modifiers: key.modifiers.union(.alt)) : key
  }

  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  /// The most bytes that are kept of a sequence, which is more than any key has. The rest of a longer string (`ESC ]`) is skipped up to its
  /// end.
  private static let longestSequence = 64
}

extension KeyDecoder {
  /// Returns the key of a byte below 0x80 that doesn't start a sequence.
  ///
  /// Backspace sends 0x7F on most terminals and 0x08 on some, so Ctrl-H can't be another key.
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
  ///
  /// `ESC O A` is the arrow up, `ESC O P` F1, `ESC O M` the Enter of the keypad, `ESC O q` its `1`.
  static func key(singleShift byte: UInt8) -> Key? {
    if let code = code(final: byte) { return Key(code) }
    switch byte {
    case UInt8(ascii: "M"): return Key(.enter)
    case UInt8(ascii: "I"): return Key(.tab)
    case UInt8(ascii: " "): return Key(" ")
    case UInt8(ascii: "X"): return Key("=")
    // rxvt: cursor keys with Control.
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      return code(final: byte - 0x20).map { Key($0, modifiers: .control) }
    // The keypad of the VT100 sends each character from `*` to `9` with 0x40 added.
    case UInt8(ascii: "j")...UInt8(ascii: "y"):
      return Key(Character(Unicode.Scalar(byte - 0x40)))
    default: return nil
    }
  }

  /// Returns the background in a terminal's reply to the question for it (OSC 11 of xterm), `]11;rgb:ffff/ffff/dddd`; `nil` for any other
  /// string.
  ///
  /// Each part has up to four hexadecimal digits, and stands for its share of the largest number with as many digits: `ff` and `ffff` are
  /// both 1.
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

  /// Returns the event of a complete control sequence; `nil` for other replies of the terminal, and for keys that have no name here.
  ///
  ///     parameters   final   event
  ///     1;5          C       Ctrl-→
  ///     24           ~       F12
  ///     97;5         u       Ctrl-A
  ///     7            $       Shift-Home (rxvt)
  ///     <64;10;1     M       the wheel up, in column 9, row 0
  ///     ?62;         c       nil: a description of the terminal
  static func event(parameters: [UInt8], final: UInt8) -> InputEvent? {
    // SGR reports of the mouse begin with a sign that no key has.
    if parameters.first == UInt8(ascii: "<") { return mouse(parameters.dropFirst(), final: final) }
    // The Linux console's F1 to F5.
    if parameters == [UInt8(ascii: "[")] {
      guard (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(final) else { return nil }
      return .key(Key(.function(Int(final - UInt8(ascii: "A")) + 1)))
    }
    // Digits, colons and semicolons are parameters. Any other sign (`?`, `>`) is a reply of the terminal or a private sequence.
    guard parameters.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: ";")).contains($0) }) else { return nil }
    let numbers = numbers(in: parameters[...])
    let modifiers = modifiers(numbers.count > 1 ? numbers[1] : 1)
    switch final {
    case UInt8(ascii: "~"): return tilde(numbers, modifiers: modifiers)
    case UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "@"):
      // rxvt: Control, Shift, both.
      guard let code = code(number: numbers.first ?? 0) else { return nil }
      let held: Key.Modifiers =
        final == UInt8(ascii: "^") ? .control : final == UInt8(ascii: "$") ? .shift : [.control, .shift]
      return .key(Key(code, modifiers: held))
    case UInt8(ascii: "u"): return ordinary(numbers.first ?? 0, modifiers: modifiers)
    case UInt8(ascii: "Z"): return .key(Key(.tab, modifiers: .shift))
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      return code(final: final - 0x20).map { .key(Key($0, modifiers: .shift)) }
    default:
      guard let code = code(final: final) else { return nil }
      return .key(Key(code, modifiers: modifiers))
    }
  }

  private static func tilde(_ numbers: [Int], modifiers: Key.Modifiers) -> InputEvent? {
    // xterm's modifyOtherKeys: CSI 27 ; modifiers ; code point ~.
    if numbers.first == 27, numbers.count == 3 { return ordinary(numbers[2], modifiers: modifiers) }
    guard let code = code(number: numbers.first ?? 0) else { return nil }
    return .key(Key(code, modifiers: modifiers))
  }

  /// Returns an ordinary key that is reported by its code point, with modifiers that bytes can't represent.
  ///
  /// Shift is removed from characters, which have it in them already.
  private static func ordinary(_ number: Int, modifiers: Key.Modifiers) -> InputEvent? {
    guard let value = UInt32(exactly: number), let scalar = Unicode.Scalar(value) else { return nil }
    var key: Key
    // `CSI 13 ; 2 u` is Shift-Enter: control characters are keys there, too.
    if value < 0x20 || value == 0x7F {
      key = self.key(ascii: UInt8(value))
    } else {
      key = Key(Character(scalar))
    }
    key.modifiers.formUnion(modifiers)
    if case .character = key.code { key.modifiers.remove(.shift) }
    return .key(key)
  }

  /// Returns a press or a step of the wheel; `nil` for releases (final byte `m`), other buttons and motion. Terminals count from 1.
  private static func mouse(_ parameters: ArraySlice<UInt8>, final: UInt8) -> InputEvent? {
    let numbers = numbers(in: parameters)
    guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0, final == UInt8(ascii: "M") else { return nil }
    let place = Point(x: numbers[1] - 1, y: numbers[2] - 1)
    // Bits 2 to 4 are modifiers, which don't matter here. Bit 5 is motion, so the numbers of motion remain and are ignored.
    return switch numbers[0] & ~0b1_1100 {
    case 0: .press(place)
    case 64: .scroll(up: true, at: place)
    case 65: .scroll(up: false, at: place)
    default: nil
    }
  }

  /// Returns the parameters between semicolons, without sub-parameters after colons. Numbers out of range become 0.
  ///
  /// `1;5` → [1, 5]; nothing → [0]; `27;5:1;9` → [27, 5, 9].
  private static func numbers(in parameters: ArraySlice<UInt8>) -> [Int] {
    parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { part in
      let digits = part.prefix { $0 != UInt8(ascii: ":") }
      return Int(String(decoding: digits, as: UTF8.self)) ?? 0
    }
  }

  /// Decodes xterm's parameter for modifiers: one plus a bit each for Shift, Alt, Control and Meta. Meta counts as Alt.
  ///
  /// 2 is Shift, 3 Alt, 5 Control, 6 Shift and Control. Other numbers, such as 0 and 1, are no modifiers.
  private static func modifiers(_ parameter: Int) -> Key.Modifiers {
    guard parameter > 1, parameter <= 256 else { return [] }
    let bits = parameter - 1
    var modifiers: Key.Modifiers = []
    if bits & 1 != 0 { modifiers.insert(.shift) }
    if bits & 2 != 0 || bits & 8 != 0 { modifiers.insert(.alt) }
    if bits & 4 != 0 { modifiers.insert(.control) }
    return modifiers
  }

  /// Returns the key with a final byte of its own, as in xterm: `CSI A`, `SS3 A` and `CSI 1;5A` are all the arrow up.
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

  /// Returns the key of a sequence that ends with `~`, by its number. The numbers come from the VT220, whose function keys are in groups
  /// with gaps between them; xterm, rxvt and the Linux console add the others.
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
