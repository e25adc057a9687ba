/// Words, numbers and comments.
extension Lexer {
  @inline(__always)
  mutating func skipIdentifier() {
    while text[position].isIdentifier { position += 1 }
  }

  /// Skips a name in backticks; doesn't move and returns `false` if no backtick ends it on the line.
  mutating func skipQuotedIdentifier() -> Bool {
    var end = position + 1
    while text[end] != Byte.backtick {
      if text[end].isNewline || end >= count {
        reportUnterminated(.name, at: position)
        return false
      }
      end += 1
    }
    position = end + 1
    return true
  }

  /// Skips a number in any base, with separators, fraction and exponent.
  mutating func skipNumber() {
    // 0x30 is `0`; with the bit 0x20, letters are lowercase: 0x78 is `x`, 0x70 is `p`, 0x65 is `e`. In a hexadecimal number, `e` is
    // a digit, and the exponent follows `p`.
    let isHex = text[position] == 0x30 && text[position + 1] | 0x20 == 0x78
    while true {
      let byte = text[position]
      if byte.isIdentifier {
        let isExponent = isHex ? byte | 0x20 == 0x70 : byte | 0x20 == 0x65
        position += 1
        let sign = text[position]
        if isExponent, sign == Byte.minus || sign == Byte.plus, text[position + 1].isDigit { position += 1 }
      } else if byte == Byte.dot, text[position + 1].isDigit, text[position - 1] != Byte.dot {
        position += 1
      } else {
        return
      }
    }
  }

  /// Skips the rest of the line, except for its end.
  mutating func skipLine() {
    while position < count, !text[position].isNewline { position += 1 }
  }

  /// Skips a block comment, including nested ones.
  mutating func skipBlockComment() {
    let start = position
    var depth = 1
    position += 2
    while position < count {
      let byte = text[position]
      if byte == Byte.star, text[position + 1] == Byte.slash {
        position += 2
        depth -= 1
        if depth == 0 { return }
      } else if byte == Byte.slash, text[position + 1] == Byte.star {
        position += 2
        depth += 1
      } else {
        position += 1
      }
    }
    position = count
    reportUnterminated(.comment, at: start)
  }
}
