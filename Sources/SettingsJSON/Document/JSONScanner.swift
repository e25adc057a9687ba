/// Finds the ends of the tokens of a document, and checks the tokens.
///
/// Each function gets the offset of what it reads and returns the offset after it, so that the offset stays in a
/// register of the processor. The frequent cases are inlined and short: white space without comments, strings without
/// escapes. The rare ones are separate functions that aren't inlined, so that the loop of the parser stays small enough
/// for the instruction cache.
///
/// It checks all that makes a single token valid: the grammar of numbers, UTF-8, escapes, control characters. Which token may follow which
/// is decided by `JSONIndexer`. Later readers don't check tokens again: whoever decodes a string of an index meets no malformed escape.
///
/// Nothing is decoded here. For `"a\nb"`, the scanner reports that it ends after the second quotation mark and that it has an escape.
struct JSONScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  let dialect: JSONDialect

  /// Returns the end of the white space and comments that start at an offset.
  ///
  /// - Throws: `JSONParseError` for a comment that doesn't end, and for any comment in the strict dialect.
  @inline(__always)
  func endOfTrivia(from start: Int) throws(JSONParseError) -> Int {
    // Most tokens follow the previous one directly, or after white space without comments.
    guard start < bytes.count, bytes[start] <= 0x20 || bytes[start] == UInt8(ascii: "/") else { return start }
    let end = JSONBytes.endOfSpace(in: bytes, from: start)
    guard end < bytes.count, bytes[end] == UInt8(ascii: "/") else { return end }
    return try endOfComments(from: end)
  }

  /// Returns the end of the comments and white space that start at a slash; the slash itself if it doesn't start a comment.
  @inline(never)
  private func endOfComments(from start: Int) throws(JSONParseError) -> Int {
    var at = start
    while at < bytes.count, bytes[at] == UInt8(ascii: "/") {
      let second = at + 1 < bytes.count ? bytes[at + 1] : 0
      guard second == UInt8(ascii: "/") || second == UInt8(ascii: "*") else { break }
      guard dialect == .jsonc else { throw error(.comment, at: at) }
      at = JSONBytes.endOfSpace(
        in: bytes,
        from: second == UInt8(ascii: "/") ? try endOfLine(from: at + 2) : try endOfBlockComment(from: at))
    }
    return at
  }

  // A line comment ends before its line break, which also ends the text of the comment in `\r\n`.
  private func endOfLine(from start: Int) throws(JSONParseError) -> Int {
    var at = start
    while at < bytes.count, bytes[at] != 0x0a, bytes[at] != 0x0d {
      at = bytes[at] >= 0x80 ? try endOfSequence(from: at) : at + 1
    }
    return at
  }

  private func endOfBlockComment(from start: Int) throws(JSONParseError) -> Int {
    var at = start + 2
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "*"), at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "/") {
        return at + 2
      }
      at = bytes[at] >= 0x80 ? try endOfSequence(from: at) : at + 1
    }
    throw error(.unterminatedComment, at: start)
  }
}

// MARK: - Numbers and words

extension JSONScanner {
  /// Returns the end of the number that starts at an offset.
  ///
  /// - Throws: `JSONParseError` for a malformed number, at its start, and for one of more than 4096 characters, whose
  ///   exact comparison would take too long.
  @inline(__always)
  func endOfNumber(from start: Int) throws(JSONParseError) -> Int {
    let end = JSONGrammar.endOfNumber(in: bytes, from: start)
    // Only white space, a comma, a comment or a closing bracket can follow a number. The parser refuses the other bytes below `+`;
    // any other byte makes the number itself malformed (`01`, `1.`, `1e`).
    guard let end,
      end == bytes.count || bytes[end] < 0x2b || bytes[end] == 0x2c || bytes[end] == 0x2f
        || bytes[end] == 0x5d || bytes[end] == 0x7d
    else { throw error(.invalidNumber(Excerpt.word(in: bytes, at: start)), at: start) }
    guard end &- start <= InputLimits.numberLength else {
      throw error(.tooLong(limit: InputLimits.numberLength), at: start)
    }
    return end
  }

  /// Returns the end of a word at an offset. The first letter has chosen the word, and a different letter later on, as
  /// in `trux`, is an error at the first.
  @inline(__always)
  func end(of word: StaticString, from start: Int) throws(JSONParseError) -> Int {
    let length = word.utf8CodeUnitCount
    guard start &+ length <= bytes.count else { throw expected(.value, at: start) }
    for place in 0..<length where bytes[start &+ place] != word.utf8Start[place] {
      throw expected(.value, at: start)
    }
    return start &+ length
  }
}

// MARK: - Errors

// The functions aren't inlined, so that the loops that call them stay small.
extension JSONScanner {
  @inline(never)
  func error(_ reason: JSONParseError.Reason, at offset: Int) -> JSONParseError {
    JSONParseError(reason, in: bytes, at: offset)
  }

  @inline(never)
  func expected(_ expectation: JSONParseError.Expectation, at offset: Int) -> JSONParseError {
    error(
      .expected(expectation, found: Excerpt.word(in: bytes, at: offset, isKey: expectation == .key)),
      at: offset)
  }
}

/// Strings.
extension JSONScanner {
  typealias StringEnd = (end: Int, hasEscapes: Bool)

  /// Returns the end of the string that starts at an offset, and whether the string has escapes.
  ///
  /// A string of ASCII without escapes, as nearly all keys are, is one search for the next special byte, which is its
  /// closing quote then.
  @inline(__always)
  func endOfString(from start: Int) throws(JSONParseError) -> StringEnd {
    let at = JSONBytes.endOfPlainText(in: bytes, from: start &+ 1)
    if at < bytes.count, bytes[at] == UInt8(ascii: "\"") { return (at &+ 1, false) }
    return try endOfString(from: start, continuingAt: at)
  }

  /// Returns the end of a string that has escapes or characters outside ASCII, or is malformed.
  ///
  /// A line break in a string is reported as a missing quote at the start of the string: it is far more likely that a
  /// quote was forgotten than that someone wanted a line break.
  @inline(never)
  private func endOfString(
    from start: Int, continuingAt next: Int
  ) throws(JSONParseError) -> StringEnd {
    var at = next
    var hasEscapes = false
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\""): return (at + 1, hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        at = try endOfEscape(from: at)
      case 0x80...: at = try endOfSequence(from: at)
      case ..<0x20:
        guard bytes[at] != 0x0a, bytes[at] != 0x0d else { throw error(.unterminatedString, at: start) }
        let code = String(bytes[at], digits: 4, radix: 16, uppercase: true)
        throw error(.controlCharacter("U+\(code)"), at: at)
      default: at = JSONBytes.endOfPlainText(in: bytes, from: at)
      }
    }
    throw error(.unterminatedString, at: start)
  }

  /// Returns the end of a run of characters outside ASCII. JSON is UTF-8 (RFC 8259, section 8.1), so other bytes are an
  /// error, in comments, too. A Latin-1 file with an umlaut is refused at the umlaut instead of being shown with a
  /// replacement character and saved like that.
  func endOfSequence(from start: Int) throws(JSONParseError) -> Int {
    var at = start
    while at < bytes.count, bytes[at] >= 0x80 {
      guard let length = JSONGrammar.lengthOfSequence(in: bytes, from: at) else {
        let code = String(bytes[at], radix: 16, uppercase: true)
        throw error(.invalidUTF8("byte 0x\(code)"), at: at)
      }
      at += length
    }
    return at
  }

  /// Returns the end of an escape; an escape at the end of the text ends there.
  ///
  /// Half of a surrogate pair, such as `"\ud83d"` without its second half, is an error in strict JSON, as in a value that is typed: there is
  /// no Unicode scalar for it, so it would be lost when the string becomes a Swift string. In a document, its bytes stay, and it is read as
  /// U+FFFD.
  private func endOfEscape(from start: Int) throws(JSONParseError) -> Int {
    guard start + 1 < bytes.count else { return bytes.count }
    switch bytes[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return start + 2
    case UInt8(ascii: "u"):
      guard let code = JSONString.hexadecimal(bytes, start: start + 2) else {
        throw invalidEscape(at: start, length: 6)
      }
      let at = start + 6
      // U+D800 to U+DFFF are surrogates. A high one, up to U+DBFF, needs a low one after it (RFC 8259, section 7).
      guard code & 0xf800 == 0xd800 else { return at }
      guard code & 0xfc00 == 0xd800, at + 1 < bytes.count, bytes[at] == UInt8(ascii: "\\"),
        bytes[at + 1] == UInt8(ascii: "u"), let low = JSONString.hexadecimal(bytes, start: at + 2),
        low & 0xfc00 == 0xdc00
      else {
        guard dialect == .strict else { return at }
        throw error(.loneSurrogate(excerpt(from: start, length: 6)), at: start)
      }
      return at + 6
    default: throw invalidEscape(at: start, length: 2)
    }
  }

  private func invalidEscape(at start: Int, length: Int) -> JSONParseError {
    error(.invalidEscape(excerpt(from: start, length: length)), at: start)
  }

  private func excerpt(from start: Int, length: Int) -> String {
    // The last of the characters can have up to four bytes. A quote ends the string, so it isn't a part of a short `\u` escape.
    let rest = bytes[start..<min(start + length + 3, bytes.count)]
    let text = String(decoding: rest, as: UTF8.self).unicodeScalars
    let word = text.prefix(length).prefix { $0 != "\"" || length == 2 }
    return Excerpt.quoted(String(String.UnicodeScalarView(word)))
  }
}
