/// Skipping code without declarations: bodies and argument lists.
extension Lexer {
  /// Skips the text between an opening bracket and the end of its closing bracket.
  ///
  /// Most of a source file is skipped this way, so this method examines only bytes that can open or close something.
  mutating func skipGroup(openedAt start: Int) {
    var depth = 1
    while true {
      var byte = text[position]
      while !isStructure(byte) {
        position += 1
        byte = text[position]
      }
      switch byte {
      case Byte.leftBrace, Byte.leftParen, Byte.leftBracket:
        depth += 1
        position += 1
      case Byte.rightBrace, Byte.rightParen, Byte.rightBracket:
        depth -= 1
        position += 1
        if depth == 0 { return }
      case Byte.quote: skipString(hashes: 0)
      case Byte.slash: skipSlash()
      case Byte.pound: _ = lexPound()
      case Byte.backtick: if !skipQuotedIdentifier() { position += 1 }
      default:
        if position >= count {
          position = count
          reportUnterminated(.bracket, at: start)
          return
        }
        position += 1
      }
    }
  }

  private mutating func skipSlash() {
    if text[position + 1] == Byte.slash {
      skipLine()
    } else if text[position + 1] == Byte.star {
      skipBlockComment()
    } else if isRegexStart(position) {
      _ = lexRegex()
    } else {
      position += 1
    }
  }

  /// Whether a byte can open or close something; the zero byte after the text is included.
  @inline(__always)
  private func isStructure(_ byte: UInt8) -> Bool {
    switch byte {
    case Byte.quote, Byte.pound, Byte.slash, Byte.leftParen, Byte.rightParen, Byte.leftBracket,
      Byte.rightBracket, Byte.leftBrace, Byte.rightBrace, Byte.backtick, 0:
      true
    default: false
    }
  }
}
