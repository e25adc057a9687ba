/// Reads the annotations of one line.
///
///     // setting: range = 1...65535, requiresRestart, keywords = ["tcp", "listen"]
///     // sourcery: settings: secret                      the same with another generator's marker
///     // setting: begin: advanced    …    // setting: end    for all declarations between the lines
///
/// The grammar is Sourcery's: `[namespace:] key [= value] (, key [= value])*`, with strings, numbers and lists for
/// values. Projects that use Sourcery can keep one syntax. Text that doesn't match the grammar is reported, and reading
/// goes on after the next comma: a typing error in one annotation shouldn't hide the others.
///
/// Positions are bytes of the file, so each problem is reported at its line and column. Nothing here knows which keys
/// exist, or what their values mean: `setting: colour = 3` is read without a problem, and `AnnotationSet` reports the
/// key.
struct AnnotationReader {
  let file: SourceFile
  /// The next byte to read.
  var position: Int
  /// The byte after the line. No method reads a byte at or behind it, so a comment can't be continued by the code on
  /// the next line.
  let end: Int
  /// What was wrong so far, in the order of the line.
  var problems: [SyntaxProblem] = []
  /// Moves past a word, if it is at the position. It need not end there: `take("setting:")` is followed by anything.
  mutating func take(_ word: StaticString) -> Bool {
    let range = SourceRange(start: position, end: position + word.utf8CodeUnitCount)
    guard range.end <= end, file.matches(range, word: word) else { return false }
    position = range.end
    return true
  }

  /// Reads the annotations after a marker, which starts at `offset`.
  ///
  ///     setting: range = 1...9, secret      scope declaration, two annotations
  ///     setting: begin: advanced            scope begin
  ///     setting: end                        scope end, nothing else
  ///     setting: endDate                    scope declaration, an annotation of that name
  ///     setting:                            a problem: it is probably unfinished
  ///     sourcery: inline: …                 scope inline, only with Sourcery's marker
  mutating func readLine(_ marker: Annotation.Marker, from offset: Int) -> AnnotationLine {
    var line = AnnotationLine(offset: offset, marker: marker, scope: .declaration)
    skipSpaces()
    if take("begin:") {
      line.scope = .begin
    } else if take("file:") {
      line.scope = .file
    } else if takesEnd() {
      line.scope = .end
      return line
    } else if marker == .sourcery, take("inline:") {
      line.scope = .inline
      return line
    }
    let isEmpty = position == end
    line.annotations = readAnnotations(marker)
    line.problems = problems
    if isEmpty {
      let message = "there is no annotation here; write 'setting: requiresRestart' or another annotation"
      line.problems.append(SyntaxProblem(offset: offset, message: message))
    }
    return line
  }

  /// Moves past `end` or `end:` if that is the rest of the line.
  private mutating func takesEnd() -> Bool {
    let start = position
    guard take("end") else { return false }
    _ = take(":")
    skipSpaces()
    if position == end { return true }
    position = start
    return false
  }

  /// Reads annotations up to the end of the line. Behind `sourcery:`, a name with a colon is a namespace, and what
  /// follows it belongs to that generator until the next namespace: of `sourcery: mock: skip, settings: secret`, only
  /// `secret` is kept.
  private mutating func readAnnotations(_ marker: Annotation.Marker) -> [Annotation] {
    var annotations: [Annotation] = []
    var isForeign = false
    skipSpaces()
    while position < end {
      let start = position
      guard let key = readKey() else {
        problem("expected the name of an annotation here", at: start)
        skipToComma()
        continue
      }
      skipSpaces()
      if marker == .sourcery, position < end, file.bytes[position] == Byte.colon {
        // A namespace: annotations in another generator's namespace don't apply to settings.
        position += 1
        // Both spellings of our namespace are accepted, since only a developer who uses Sourcery writes a namespace.
        isForeign = key != "setting" && key != "settings"
        skipSpaces()
        continue
      }
      if let annotation = readValue(of: key, at: start, marker), !isForeign {
        annotations.append(annotation)
      }
      skipComma()
    }
    return annotations
  }

  /// Reads the `=` and the value behind a key, if there are any; returns `nil` after a problem. Without `=`, the
  /// annotation has no value, which means `true` for a flag.
  private mutating func readValue(of key: String, at start: Int, _ marker: Annotation.Marker) -> Annotation? {
    var annotation = Annotation(
      key: key, offset: start, value: .none, valueOffset: start, marker: marker)
    guard position < end, file.bytes[position] == Byte.equal else { return annotation }
    position += 1
    skipSpaces()
    annotation.valueOffset = position
    // `range =` and `range = , secret` are unfinished.
    guard position < end, file.bytes[position] != Byte.comma else {
      problem("'\(key)' has no value after its '='", at: start)
      return nil
    }
    guard let value = readValue() else {
      skipToComma()
      return nil
    }
    annotation.value = value
    // The text without quotes and escapes is what a title or a pattern needs; anything else is kept as it is written.
    if case .string(let text) = value {
      annotation.spelling = text
    } else {
      annotation.spelling = file.text(SourceRange(start: annotation.valueOffset, end: position))
    }
    return annotation
  }

  /// Moves past the comma between annotations. Text in between, and a comma at the end of the line, are problems.
  private mutating func skipComma() {
    skipSpaces()
    guard position < end else { return }
    if file.bytes[position] == Byte.comma {
      let comma = position
      position += 1
      skipSpaces()
      if position == end { problem("an annotation is missing after this ','", at: comma) }
    } else {
      problem("expected ',' between annotations", at: position)
      skipToComma()
    }
  }

  /// Reads a key: a word that can contain `-` and `.` and doesn't begin with a digit. Keys of other generators have
  /// such characters.
  private mutating func readKey() -> String? {
    let start = position
    while position < end {
      let byte = file.bytes[position]
      let isInside = position > start && (byte == Byte.minus || byte == Byte.dot)
      guard byte.isIdentifier || isInside else { break }
      position += 1
    }
    let isName = position > start && !file.bytes[start].isDigit
    return isName ? file.text(SourceRange(start: start, end: position)) : nil
  }

  /// Reads a value: a string in either kind of quotes, a list, an object, which is only skipped, or other text up to a
  /// comma.
  private mutating func readValue() -> AnnotationValue? {
    switch file.bytes[position] {
    case Byte.quote, Byte.apostrophe: return readString()
    case Byte.leftBracket: return readList()
    case Byte.leftBrace:
      _ = readBare(until: Byte.comma)
      return .object
    default: return Self.value(readBare(until: Byte.comma))
    }
  }

  /// Returns the value of unquoted text.
  ///
  /// The order matters: `1...5` isn't a number, `1` is no range, and everything that is neither is a name or code.
  private static func value(_ text: String) -> AnnotationValue {
    if text == "true" { return .bool(true) }
    if text == "false" { return .bool(false) }
    if let number = NumberLiteral(text) { return .number(number) }
    if let range = AnnotationRange(text) { return .range(range) }
    let isQuoted = text.utf8.count > 2 && text.hasPrefix("`") && text.hasSuffix("`")
    return .bare(isQuoted ? String(text.dropFirst().dropLast()) : text)
  }

  /// Reads a string in quotes. The escapes are `\n`, `\t`, `\\`, `\"` and `\'`; a backslash before any other character
  /// stays, as patterns need it: `pattern = "^\d+$"` is `^\d+$`.
  private mutating func readString() -> AnnotationValue? {
    let start = position
    let quote = file.bytes[position]
    position += 1
    var text: [UInt8] = []
    while position < end {
      let byte = file.bytes[position]
      position += 1
      if byte == quote { return .string(String(decoding: text, as: UTF8.self)) }
      guard byte == Byte.backslash, position < end else {
        text.append(byte)
        continue
      }
      switch file.bytes[position] {
      case UInt8(ascii: "n"): text.append(Byte.lineFeed)
      case UInt8(ascii: "t"): text.append(Byte.tab)
      case Byte.backslash, Byte.quote, Byte.apostrophe: text.append(file.bytes[position])
      default: text += [byte, file.bytes[position]]
      }
      position += 1
    }
    problem("this text has no closing quote", at: start)
    return nil
  }

  /// Reads a list, whose elements are strings or other text: `["a", b, 3]`. A comma before the `]` is allowed, two
  /// commas in a row aren't. Lists don't nest.
  private mutating func readList() -> AnnotationValue? {
    let start = position
    position += 1
    var values: [AnnotationValue] = []
    skipSpaces()
    while position < end, file.bytes[position] != Byte.rightBracket {
      switch file.bytes[position] {
      case Byte.quote, Byte.apostrophe:
        guard let text = readString() else { return nil }
        values.append(text)
      case Byte.comma:
        problem("an element is missing before this ','", at: position)
        return nil
      default: values.append(Self.value(readBare(until: Byte.rightBracket)))
      }
      skipSpaces()
      guard position < end, file.bytes[position] == Byte.comma else { break }
      position += 1
      skipSpaces()
    }
    guard position < end, file.bytes[position] == Byte.rightBracket else {
      problem("this list has no closing ']'", at: start)
      return nil
    }
    position += 1
    return .list(values)
  }

  /// Reads text up to a comma or another delimiter outside of brackets and quotes.
  ///
  /// Unquoted text can contain brackets: of `f(1, 2), b`, the first comma is inside brackets and belongs to the text.
  /// The result is without the white space at its end; the position is at the delimiter, or at the end of the line.
  private mutating func readBare(until delimiter: UInt8) -> String {
    let start = position
    var depth = 0
    var quote: UInt8?
    while position < end {
      let byte = file.bytes[position]
      // In quotes, neither brackets nor commas count.
      if let open = quote {
        if byte == open { quote = nil }
      } else {
        if depth == 0, byte == Byte.comma || byte == delimiter { break }
        switch byte {
        case Byte.quote: quote = byte
        case Byte.leftParen, Byte.leftBracket, Byte.leftBrace: depth += 1
        case Byte.rightParen, Byte.rightBracket, Byte.rightBrace: depth -= 1
        default: break
        }
      }
      position += 1
    }
    var last = position
    while last > start, file.bytes[last - 1].isSpace { last -= 1 }
    return file.text(SourceRange(start: start, end: last))
  }

  private mutating func skipSpaces() {
    while position < end, file.bytes[position].isSpace { position += 1 }
  }

  /// Moves past the next comma outside of brackets, to the start of the annotation after a faulty annotation.
  private mutating func skipToComma() {
    _ = readBare(until: Byte.comma)
    if position < end { position += 1 }
    skipSpaces()
  }

  private mutating func problem(_ message: String, at offset: Int) {
    problems.append(SyntaxProblem(offset: offset, message: message))
  }
}
