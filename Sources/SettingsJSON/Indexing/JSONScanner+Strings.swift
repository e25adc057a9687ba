/// Strings.
extension JSONScanner {
  typealias StringEnd = (end: Int, hasEscapes: Bool)

  /// Returns the end of the string that starts at an offset, and whether the string has escapes.
  @inline(__always)
  func endOfString(from start: Int) throws(JSONParseError) -> StringEnd {
    let at = JSONBytes.endOfPlainText(in: bytes, from: start &+ 1)
    if at < bytes.count, bytes[at] == UInt8(ascii: "\"") { return (at &+ 1, false) }
    return try endOfString(from: start, continuingAt: at)
  }

  /// Returns the end of a string that has escapes or characters outside ASCII, or is malformed.
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

  /// Returns the end of the UTF-8 sequences of one or more characters outside ASCII.
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
  private func endOfEscape(from start: Int) throws(JSONParseError) -> Int {
    guard start + 1 < bytes.count else { return bytes.count }
    switch bytes[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return start + 2
    case UInt8(ascii: "u"):
      guard let code = JSONString.hexadecimal(bytes, start + 2) else {
        throw invalidEscape(at: start, length: 6)
      }
      let at = start + 6
      // U+D800 to U+DFFF are surrogates. A high one, up to U+DBFF, needs a low one after it (RFC 8259, section 7).
      guard code & 0xf800 == 0xd800 else { return at }
      guard code & 0xfc00 == 0xd800, at + 1 < bytes.count, bytes[at] == UInt8(ascii: "\\"),
        bytes[at + 1] == UInt8(ascii: "u"), let low = JSONString.hexadecimal(bytes, at + 2),
        low & 0xfc00 == 0xdc00
      else { throw error(.loneSurrogate(excerpt(from: start, length: 6)), at: start) }
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
