/// White space and comments.
extension JSONIndexer {
  @inline(__always)
  mutating func skipTrivia() throws(JSONParseError) {
    if at < bytes.count, bytes[at] > 0x20, bytes[at] != UInt8(ascii: "/") { return }
    try skipTriviaSlowly()
  }

  private mutating func skipTriviaSlowly() throws(JSONParseError) {
    while true {
      at = JSONBytes.endOfSpace(in: bytes, from: at)
      guard at < bytes.count, bytes[at] == UInt8(ascii: "/"), try skipComment() else { return }
    }
  }

  /// Skips a comment. Returns `false` at a slash that doesn't start a comment.
  private mutating func skipComment() throws(JSONParseError) -> Bool {
    let start = at
    let second = at + 1 < bytes.count ? bytes[at + 1] : 0
    guard second == UInt8(ascii: "/") || second == UInt8(ascii: "*") else { return false }
    guard dialect == .jsonc else { throw error(.comment, at: at) }
    at += 2
    while at < bytes.count {
      let byte = bytes[at]
      if byte >= 0x80 {
        try skipSequence()
        continue
      }
      if second == UInt8(ascii: "/") {
        if byte == 0x0a || byte == 0x0d { return true }
      } else if byte == UInt8(ascii: "*"), at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "/") {
        at += 2
        return true
      }
      at += 1
    }
    if second == UInt8(ascii: "*") { throw error(.unterminatedComment, at: start) }
    return true
  }
}

/// Strings.
extension JSONIndexer {
  /// Skips a string; returns whether it has escapes.
  @inline(__always)
  mutating func skipString() throws(JSONParseError) -> Bool {
    let start = at
    var hasEscapes = false
    at += 1
    while true {
      while at + 8 <= bytes.count {
        let count = JSONBytes.plainCount(JSONBytes.word(bytes, at: at))
        at += count
        if count < 8 { break }
      }
      guard at < bytes.count else { throw error(.unterminatedString, at: start) }
      switch bytes[at] {
      case UInt8(ascii: "\""):
        at += 1
        return hasEscapes
      case UInt8(ascii: "\\"):
        hasEscapes = true
        try skipEscape()
      case 0x80...: try skipSequence()
      case ..<0x20:
        guard bytes[at] != 0x0a, bytes[at] != 0x0d else { throw error(.unterminatedString, at: start) }
        let code = String(bytes[at], radix: 16, uppercase: true)
        throw error(
          .controlCharacter("U+" + String(repeating: "0", count: 4 - code.utf8.count) + code), at: at)
      default: at += 1
      }
    }
  }

  /// Skips the UTF-8 sequences of one or more characters outside ASCII.
  private mutating func skipSequence() throws(JSONParseError) {
    while at < bytes.count, bytes[at] >= 0x80 {
      guard let length = JSONGrammar.lengthOfSequence(in: bytes, from: at) else {
        let code = String(bytes[at], radix: 16, uppercase: true)
        throw error(.invalidUTF8("byte 0x\(code)"), at: at)
      }
      at += length
    }
  }

  private mutating func skipEscape() throws(JSONParseError) {
    let start = at
    guard at + 1 < bytes.count else {
      at += 1
      return
    }
    switch bytes[at + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at += 2
    case UInt8(ascii: "u"):
      guard let code = JSONString.hexadecimal(bytes, at + 2) else {
        throw invalidEscape(at: start, length: 6)
      }
      at += 6
      guard code & 0xf800 == 0xd800 else { return }
      guard code & 0xfc00 == 0xd800, at + 1 < bytes.count, bytes[at] == UInt8(ascii: "\\"),
        bytes[at + 1] == UInt8(ascii: "u"), let low = JSONString.hexadecimal(bytes, at + 2),
        low & 0xfc00 == 0xdc00
      else { throw error(.loneSurrogate(excerpt(from: start, length: 6)), at: start) }
      at += 6
    default: throw invalidEscape(at: start, length: 2)
    }
  }

  private func invalidEscape(at start: Int, length: Int) -> JSONParseError {
    error(.invalidEscape(excerpt(from: start, length: length)), at: start)
  }

  private func excerpt(from start: Int, length: Int) -> String {
    let rest = bytes[start..<min(start + length + 3, bytes.count)]
    let text = String(decoding: rest, as: UTF8.self).unicodeScalars
    let word = text.prefix(length).prefix { $0 != "\"" || length == 2 }
    return Excerpt.quoted(String(String.UnicodeScalarView(word)))
  }
}
