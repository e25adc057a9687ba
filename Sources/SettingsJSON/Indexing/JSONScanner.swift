/// Finds the ends of the tokens of a document, and checks the tokens.
///
/// Each function gets the offset of what it reads and returns the offset after it, so that the offset stays in a register of the
/// processor.
struct JSONScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  let dialect: JSONDialect

  /// Returns the end of the white space and comments that start at an offset.
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

  /// Returns the end of a word at an offset.
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
