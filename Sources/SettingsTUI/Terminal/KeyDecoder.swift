/// Decodes the bytes that a terminal sends into key presses, pasted text and mouse events.
///
/// Bytes may arrive in pieces of any size; the result doesn't depend on how they are split. Only an Esc with nothing after it
/// is ambiguous, because it starts most keys' sequences. ``wait`` is the time to wait for more bytes before ``flush()`` decides
/// that it was the Esc key.
///
/// Supported forms: UTF-8; CSI and SS3 sequences with xterm's modifiers; `CSI … u` and `CSI 27;…~` (modified ordinary keys);
/// the sequences of rxvt and the Linux console; bracketed paste (DEC mode 2004); SGR mouse (DEC mode 1006).
struct KeyDecoder: Hashable, Sendable {
  /// The time to wait for more bytes before the input is considered complete.
  enum Wait: Hashable, Sendable {
    /// After a lone Esc: a short time, because otherwise the key feels slow.
    case brief
    /// In the middle of a sequence, which is never typed by hand.
    case long
  }

  /// What the bytes so far have started.
  private enum State: Hashable, Sendable {
    case ground
    case escape
    case singleShift
    case controlSequence
    case text(missing: Int)
    case paste
    /// An operating system command or another string; it ends with BEL or ST. All but the reply about the background are ignored.
    case ignored(sawEscape: Bool)
  }

  private var state = State.ground
  private var collected: [UInt8] = []
  private var hasAlt = false

  /// The time to wait for more bytes before ``flush()``; `nil` if nothing is incomplete.
  var wait: Wait? {
    switch state {
    case .ground, .paste: nil
    case .escape: .brief
    case .singleShift, .controlSequence, .text, .ignored: .long
    }
  }

  /// Decodes bytes as they arrive.
  mutating func decode(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    var events: [InputEvent] = []
    for byte in bytes { take(byte, &events) }
    return events
  }

  /// Decides what the incomplete input was, because no more bytes arrived in time.
  mutating func flush() -> [InputEvent] {
    defer { reset() }
    switch state {
    case .escape: return Array(repeating: .key(Key(.escape)), count: hasAlt ? 2 : 1)
    case .singleShift: return [.key(.alt("O"))]
    case .controlSequence where collected.isEmpty: return [.key(.alt("["))]
    case .text: return [.key(Key("\u{FFFD}"))]
    default: return []
    }
  }

  private mutating func reset() {
    state = .ground
    collected.removeAll(keepingCapacity: true)
    hasAlt = false
  }

  private mutating func take(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch state {
    case .ground: takeFirst(byte, &events)
    case .escape: takeAfterEscape(byte, &events)
    case .singleShift:
      if let key = Self.key(singleShift: byte) { events.append(.key(with(key))) }
      reset()
    case .controlSequence: takeInSequence(byte, &events)
    case .text(let missing): takeInText(byte, missing, &events)
    case .paste: takeInPaste(byte, &events)
    case .ignored(let sawEscape):
      if byte == 0x07 || (sawEscape && byte == UInt8(ascii: "\\")) {
        if let background = Self.background(reply: collected) { events.append(.background(background)) }
        reset()
      } else {
        if collected.count < Self.longestSequence, byte != 0x1B { collected.append(byte) }
        state = .ignored(sawEscape: byte == 0x1B)
      }
    }
  }

  private mutating func takeFirst(_ byte: UInt8, _ events: inout [InputEvent]) {
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

  private mutating func takeAfterEscape(_ byte: UInt8, _ events: inout [InputEvent]) {
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
      takeFirst(byte, &events)
    }
  }

  private mutating func takeInText(_ byte: UInt8, _ missing: Int, _ events: inout [InputEvent]) {
    guard (0x80..<0xC0).contains(byte) else {
      // The sequence was cut short: show that something was lost, and start again with this byte.
      events.append(.key(with(Key("\u{FFFD}"))))
      reset()
      takeFirst(byte, &events)
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

  private mutating func takeInSequence(_ byte: UInt8, _ events: inout [InputEvent]) {
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
    case 0x20...0x3F where collected.count < Self.longestSequence, UInt8(ascii: "$") where !collected.isEmpty:
      if byte == UInt8(ascii: "$") {
        finishSequence(byte, &events)
      } else {
        collected.append(byte)
      }
    case 0x40...0x7E: finishSequence(byte, &events)
    default: reset()
    }
  }

  private mutating func finishSequence(_ final: UInt8, _ events: inout [InputEvent]) {
    let parameters = collected
    let alt = hasAlt
    reset()
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

  private mutating func takeInPaste(_ byte: UInt8, _ events: inout [InputEvent]) {
    collected.append(byte)
    guard byte == UInt8(ascii: "~"), collected.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) else {
      return
    }
    collected.removeLast(Self.pasteEnd.count)
    // Terminals send a pasted line break as a carriage return, some as CR LF: each becomes one line feed.
    var text = String.UnicodeScalarView()
    var lastWasReturn = false
    for scalar in String(decoding: collected, as: UTF8.self).unicodeScalars {
      if scalar == "\n", lastWasReturn {
        lastWasReturn = false
        continue
      }
      lastWasReturn = scalar == "\r"
      text.append(lastWasReturn ? "\n" : scalar)
    }
    reset()
    events.append(.paste(String(text)))
  }

  private func with(_ key: Key) -> Key {
    hasAlt ? Key(key.code, key.modifiers.union(.alt)) : key
  }

  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  private static let longestSequence = 64
}
