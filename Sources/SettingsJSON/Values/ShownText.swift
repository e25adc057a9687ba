/// Text as people see it: nothing in it hides, looks like a value of another type, or fills the screen.
///
///     "true"                 a string that reads as another type has quotation marks: "true"
///     admin + U+E0041        what can't be seen is shown by its code: admin<U+E0041>
///     220 kB of Base64       long text is cut, with its length: iVBORw0KGgo… (220 kB)
///     é → é                  what only looks alike is told apart by codes: <U+00E9> → e<U+0301>
///     "<U+200B>"             text that looks like such a code has quotation marks
///
/// Pickers, rows, reviews, lists and messages all show values by these functions, so a value looks the same wherever a person meets it.
package enum ShownText {
  // MARK: - Types

  /// Returns a value that isn't shown by its parts: `null` as `none`, text in quotation marks if it could be taken for something else, and
  /// anything else as JSON.
  package static func leaf(_ value: JSONValue) -> String {
    switch value {
    case .null: "none"
    case .string(let text): text.isEmpty ? "empty" : quoted(text)
    default: withCodesOfSpaces(value.description)
    }
  }

  /// Returns a string, in quotation marks if it could be read as a value of another type: as a number, `true`, `null`, a list or an object,
  /// as one of the words that stand for no value, as space, or as the code of something else.
  package static func quoted(_ text: String) -> String {
    let isPlain = isPlain(text)
    // Most text is ASCII without a sign that codes have.
    guard
      text.utf8.contains(where: {
        $0 >= 0x7F || $0 == UInt8(ascii: "^") || $0 == UInt8(ascii: "<") || $0 < 0x20
      })
    else { return isPlain ? text : JSONValue.string(text).description }
    return isPlain && !looksLikeCode(text)
      ? withCodesOfSpaces(text) : escaped(text) { isHidden($0) || isUnusualSpace($0) }
  }

  /// The words by which a value that isn't text is shown.
  private static let words: Set<String> = [
    "true", "false", "null", "none", "empty", "not set", "(not set)", "chosen by the app",
  ]

  private static func isPlain(_ text: String) -> Bool {
    let edges = [text.unicodeScalars.first, text.unicodeScalars.last].compactMap(\.self)
    // Text of several lines commonly ends with a line break.
    if edges.isEmpty || edges.contains(where: { $0.properties.isWhitespace && $0 != "\n" && $0 != "\r" })
      || text.unicodeScalars.allSatisfy(\.properties.isWhitespace) || "[{\"".unicodeScalars.contains(edges[0])
    {
      return false
    }
    // The longest word, and more digits than anybody reads.
    guard text.utf8.count <= 64 else { return true }
    return !words.contains(text) && JSONNumber(text) == nil
  }

  /// Whether a string has what could be the code of a character that can't be seen. `^[` and `^\` aren't taken for one: in settings, they
  /// begin regular expressions.
  private static func looksLikeCode(_ text: String) -> Bool {
    var last = UInt8(ascii: " ")
    return text.utf8.contains { byte in
      defer { last = byte }
      return switch last {
      case UInt8(ascii: "^"):
        (0x3F...0x5F).contains(byte) && byte != UInt8(ascii: "[") && byte != UInt8(ascii: "\\")
      case UInt8(ascii: "<"): byte == UInt8(ascii: "U") && text.contains("<U+")
      default: false
      }
    }
  }

  /// Returns a string as JSON, in which some characters are escaped that needn't be.
  private static func escaped(_ text: String, where isEscaped: (Unicode.Scalar) -> Bool) -> String {
    var json = ""
    for scalar in JSONValue.string(text).description.unicodeScalars {
      if isEscaped(scalar) {
        for unit in String(scalar).utf16 { json += "\\u" + String(unit, digits: 4, radix: 16) }
      } else {
        json.unicodeScalars.append(scalar)
      }
    }
    return json
  }

  // MARK: - Length

  /// The length in bytes up to which text is shown whole.
  private static let longest = 400

  /// Returns text of up to 400 bytes as it is, and of longer text a part with the length: `iVBORw0KGgo… (220 kB)`.
  ///
  /// - Parameter other: Text that it is compared with. The part is where both begin to differ.
  package static func brief(_ text: String, besides other: String? = nil) -> String {
    guard text.utf8.count > longest else { return text }
    // Two texts have to fit beside each other on a screen.
    let excerpt = other == nil ? 100 : 20
    var start = text.startIndex
    if let other {
      let same = zip(text.utf8, other.utf8).prefix { $0 == $1 }.count
      if same > excerpt / 3, same < text.utf8.count {
        start = text.utf8.index(text.startIndex, offsetBy: same)
        // The index can be inside a character.
        while start > text.startIndex, start.samePosition(in: text) == nil {
          start = text.utf8.index(before: start)
        }
        start = text.index(start, offsetBy: -excerpt / 3, limitedBy: text.startIndex) ?? text.startIndex
      }
    }
    let end = text.index(start, offsetBy: excerpt, limitedBy: text.endIndex) ?? text.endIndex
    return (start > text.startIndex ? "…" : "") + text[start..<end] + (end < text.endIndex ? "…" : "")
      + " (\(size(text.utf8.count)))"
  }

  /// A number of bytes in words: `812 bytes`, `220 kB`, `5 MB`.
  private static func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<1_000: "\(bytes) bytes"
    case ..<999_500: "\((bytes + 500) / 1_000) kB"
    default: "\((bytes + 500_000) / 1_000_000) MB"
    }
  }

  // MARK: - What can't be seen

  /// Returns text with the codes of what can't be seen in it.
  ///
  /// - Parameter stays: Whether a scalar stays as it is nevertheless, as a line break does in text of several lines.
  package static func spelled(
    _ text: String, except stays: (Unicode.Scalar) -> Bool = { _ in false }
  ) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return text }
    var shown = ""
    walk(text.unicodeScalars) { scalar, isHidden in
      if isHidden, !stays(scalar) {
        shown += code(of: scalar)
      } else {
        // To append to the view of scalars would copy the whole string each time.
        shown.unicodeScalars.append(scalar)
      }
      return true
    }
    return shown
  }

  /// Returns a value's text with the codes of the spaces that look like an ordinary one. In prose they stay, because people write them there.
  private static func withCodesOfSpaces(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }), text.unicodeScalars.contains(where: isUnusualSpace)
    else {
      return text
    }
    return text.unicodeScalars.lazy.map { isUnusualSpace($0) ? code(of: $0) : String($0) }.joined()
  }

  /// Whether a scalar looks like a space without being one. The ideographic space is as wide as a letter, so it is seen.
  private static func isUnusualSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F: true
    default: false
    }
  }

  /// Whether one of the scalars can't be seen where it stands.
  package static func hidesAny(of scalars: some Collection<Unicode.Scalar>) -> Bool {
    var isAnyHidden = false
    walk(scalars) { _, isHidden in
      isAnyHidden = isHidden
      return !isHidden
    }
    return isAnyHidden
  }

  /// Returns the caret notation of a control character of ASCII, or the code point of any other scalar: `^[` for Esc, `^?` for Delete,
  /// `<U+202E>`.
  package static func code(of scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0..<0x20: "^" + String(Unicode.Scalar(UInt8(scalar.value + 0x40)))
    case 0x7F: "^?"
    default: "<U+\(String(scalar.value, digits: 4, radix: 16, uppercase: true))>"
    }
  }

  /// Returns two texts that a person can tell apart, if they differ: where they only look alike, everything but ASCII is shown by its code.
  /// If one has what looks like the code of what the other has, both are JSON.
  package static func apart(_ old: String, _ new: String) -> (old: String, new: String) {
    guard !old.hasSameScalars(as: new),
      [old, new].contains(where: { $0.utf8.contains { $0 < 0x20 || $0 >= 0x7F } })
    else { return (old, new) }
    if spelled(old).hasSameScalars(as: spelled(new)) {
      let isPlain: Range<UInt32> = 0x20..<0x7F
      return (escaped(old) { !isPlain.contains($0.value) }, escaped(new) { !isPlain.contains($0.value) })
    }
    guard look(of: old) == look(of: new) else { return (old, new) }
    let (before, after) = (Array(old), Array(new))
    let shorter = min(before.count, after.count)
    var (head, tail) = (0, 0)
    while head < shorter, areSame(before[head], after[head]) { head += 1 }
    while tail < shorter - head, areSame(before[before.count - 1 - tail], after[after.count - 1 - tail]) {
      tail += 1
    }
    return (spelled(before, from: head, to: tail), spelled(after, from: head, to: tail))
  }

  /// Returns characters with the codes of those between a beginning and an end.
  private static func spelled(_ text: [Character], from head: Int, to tail: Int) -> String {
    var shown = String(text[..<head])
    for scalar in text[head..<(text.count - tail)].flatMap(\.unicodeScalars) {
      shown += (0x20..<0x7F).contains(scalar.value) ? String(scalar) : code(of: scalar)
    }
    return shown + String(text[(text.count - tail)...])
  }

  private static func areSame(_ left: Character, _ right: Character) -> Bool {
    String(left).hasSameScalars(as: String(right))
  }

  /// Text without what can't be seen, with one kind of space, and with Latin letters for those of Cyrillic that look like them. Of an emoji,
  /// only the first scalar counts: where terminals differ, that is all of it that they show. Strings compare equal in all normal forms.
  private static func look(of text: String) -> String {
    var look = String.UnicodeScalarView()
    for character in text {
      let shown = character.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
      let isEmoji = isEmojiCluster(character.unicodeScalars)
      for scalar in shown.prefix(isEmoji ? 1 : shown.count) {
        look.append(
          scalar.properties.generalCategory == .spaceSeparator ? " " : latinLookalikes[scalar] ?? scalar)
      }
    }
    return String(look)
  }

  /// Cyrillic letters with the Latin ones that they look like in most fonts: a part of the table of Unicode's UTS #39.
  private static let latinLookalikes = Dictionary(
    uniqueKeysWithValues: zip(
      "аеорсхуіјѕАВЕКМНОРСТХІЈЅ".unicodeScalars, "aeopcxyijsABEKMHOPCTXIJS".unicodeScalars))

  /// Whether a character of several scalars is an emoji: it has the emoji presentation selector, an enclosing keycap, a skin tone or a
  /// pictograph. Digits and a few characters before U+2190 have the property Emoji, too, but are text without one of these. A flag isn't
  /// one here, because its two letters are shown.
  package static func isEmojiCluster(_ scalars: Character.UnicodeScalarView) -> Bool {
    scalars.count > 1
      && scalars.contains { scalar in
        scalar.value == 0xFE0F || scalar.value == 0x20E3 || scalar.properties.isEmojiModifier
          || (scalar.value >= 0x2190 && scalar.properties.isEmoji
            && !regionalIndicators.contains(scalar.value))
      }
  }

  /// The letters A to Z of which two make a flag.
  package static let regionalIndicators: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF

  /// Goes through scalars, and tells of each whether it can't be seen where it stands, until the body returns `false`.
  ///
  /// A joiner, a selector or a tag is a part of the character before it, if that is one with which it does something: it makes an emoji of
  /// a heart or a family of people, and a form of an ideograph. After a letter, it is only a difference that nobody sees.
  private static func walk(
    _ scalars: some Collection<Unicode.Scalar>, _ body: (Unicode.Scalar, Bool) -> Bool
  ) {
    var base: Unicode.Scalar?
    var followsCode = false
    var place = scalars.startIndex
    while place < scalars.endIndex {
      let scalar = scalars[place]
      scalars.formIndex(after: &place)
      if isJoining(scalar) {
        let next = place < scalars.endIndex ? scalars[place] : nil
        followsCode = !(base.map { joins(scalar, to: $0, before: next) } ?? false)
        guard body(scalar, followsCode) else { return }
      } else {
        let isMark = scalar.value >= 0x300 && scalar.properties.isGraphemeExtend
        // A mark would stand above the code of what is before it.
        let isHidden = isHidden(scalar) || isMark && followsCode
        followsCode = isHidden
        if isHidden { base = nil } else if !isMark || base == nil { base = scalar }
        guard body(scalar, isHidden) else { return }
      }
    }
  }

  private static func joins(
    _ scalar: Unicode.Scalar, to base: Unicode.Scalar, before next: Unicode.Scalar?
  ) -> Bool {
    switch scalar.value {
    // Scripts that join letters, and emoji.
    case 0x200C, 0x200D: base.value >= 0x300
    // A digit is an emoji as a keycap only.
    case 0xFE00...0xFE0F:
      base.properties.isEmoji && (base.value > 0x39 || next?.value == 0x20E3) || base.properties.isIdeographic
        || base.properties.generalCategory == .mathSymbol
    case 0xE0100...0xE01EF: base.properties.isIdeographic
    // The flags of regions.
    default: base.value == 0x1F3F4
    }
  }

  /// Whether a scalar is a joiner, a selector of variations, or a tag. They take no columns, and terminals differ in how they show them.
  package static func isJoining(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C, 0x200D, 0xFE00...0xFE0F, 0xE0020...0xE007F, 0xE0100...0xE01EF: true
    default: false
    }
  }

  /// Whether a scalar controls the terminal, changes the order of the text, or shows nothing.
  ///
  /// Besides the control characters of ASCII and Latin-1, those are format characters (the marks of the direction of writing, which can make
  /// `exe.txt` of `txt.exe`), separators of lines, fillers, and scalars whose meaning nobody knows. Those of private use aren't: they are the
  /// icons of status bars and prompts, and all terminals give them one column.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) { return true }
    if scalar.value < 0xAD || isOrdinary(scalar) { return false }
    switch scalar.properties.generalCategory {
    case .format, .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: return true
    default: return scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether a scalar is a letter, a digit or a sign of Latin, Cyrillic, Chinese or Korean. The table of categories isn't asked for
  /// those, because the look-up would take most of the time for a long text.
  private static func isOrdinary(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xAE...0x2FF, 0x400...0x52F, 0x4E00...0x9FFF, 0xAC00...0xD7A3: true
    default: false
    }
  }
}
