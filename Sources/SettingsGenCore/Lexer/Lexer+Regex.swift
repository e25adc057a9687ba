/// Regular expression literals, and how they are distinguished from division.
///
/// The rules are those of SE-0354: a bare literal is where an operand is expected, doesn't start or end with a space, ends on
/// its line, and has balanced parentheses.
extension Lexer {
  /// Whether the slash at an offset starts a regular expression.
  func isRegexStart(_ offset: Int) -> Bool {
    let next = text[offset + 1]
    if next.isSpace || next == Byte.star || next == Byte.slash || next == 0 { return false }
    return isOperandPlace(offset) && regexEnd(from: offset) != nil
  }

  /// Reads a regular expression, after `isRegexStart` has returned `true`.
  mutating func lexRegex() -> Token.Kind {
    position = regexEnd(from: position) ?? position + 1
    return .regex
  }

  /// Returns the byte after the closing slash; `nil` if there is no literal.
  private func regexEnd(from start: Int) -> Int? {
    var offset = start + 1
    var depth = 0
    while offset < count {
      switch text[offset] {
      case Byte.lineFeed, Byte.carriageReturn: return nil
      case Byte.backslash:
        offset += 1
        if text[offset].isNewline { return nil }
      case Byte.leftParen: depth += 1
      case Byte.rightParen:
        depth -= 1
        if depth < 0 { return nil }
      case Byte.slash:
        let last = text[offset - 1]
        let isSpaced = last == Byte.space || last == Byte.tab
        // A space before the closing slash must be escaped.
        return isSpaced && text[offset - 2] != Byte.backslash ? nil : offset + 1
      default: break
      }
      offset += 1
    }
    return nil
  }

  /// Whether the text before an offset allows an operand there.
  private func isOperandPlace(_ offset: Int) -> Bool {
    var before = offset - 1
    while before >= 0, text[before].isSpace { before -= 1 }
    guard before >= 0 else { return true }
    let byte = text[before]
    if byte.isIdentifier { return isOperandKeyword(endingAt: before) || isNewLine(from: before, to: offset) }
    switch byte {
    case Byte.rightParen, Byte.rightBracket, Byte.rightBrace, Byte.quote, Byte.backtick:
      return isNewLine(from: before, to: offset)
    case Byte.exclamation, Byte.question:
      // After an operand, the mark is a postfix operator, which a division can follow.
      let isPostfix = before > 0 && !text[before - 1].isSpace
      return !isPostfix || isNewLine(from: before, to: offset)
    // Directly before the slash, the byte belongs to the same operator.
    case Byte.greater, Byte.slash: return before + 1 < offset
    case Byte.dot: return false
    default: return true
    }
  }

  private func isNewLine(from start: Int, to end: Int) -> Bool {
    for offset in start..<end where text[offset].isNewline { return true }
    return false
  }

  /// Whether the word that ends at an offset is a keyword that precedes an expression.
  private func isOperandKeyword(endingAt last: Int) -> Bool {
    var start = last
    while start > 0, text[start - 1].isIdentifier { start -= 1 }
    // After a dot, the word is the name of a member.
    if start > 0, text[start - 1] == Byte.dot { return false }
    switch last + 1 - start {
    case 2: return spells("in", start) || spells("if", start) || spells("is", start) || spells("as", start)
    case 3: return spells("try", start)
    case 4: return spells("case", start) || spells("else", start)
    case 5:
      return spells("where", start) || spells("while", start) || spells("guard", start)
        || spells("throw", start) || spells("await", start) || spells("yield", start)
    case 6: return spells("return", start) || spells("switch", start) || spells("unsafe", start)
    default: return false
    }
  }

  /// Whether the text at an offset starts with a word.
  @inline(__always)
  func spells(_ word: StaticString, _ offset: Int) -> Bool {
    for index in 0..<word.utf8CodeUnitCount where text[offset + index] != word.utf8Start[index] {
      return false
    }
    return true
  }

  /// Skips a regular expression between `#/` and `/#`, starting at its slash; returns `false` if it isn't one.
  ///
  /// The expression ends on its line, unless the line ends right after the slash. Then it can span lines.
  mutating func skipExtendedRegex(hashes: Int) -> Bool {
    let slash = position
    var offset = slash + 1
    while text[offset] == Byte.space || text[offset] == Byte.tab { offset += 1 }
    let isMultiline = text[offset].isNewline
    offset = slash + 1
    while offset < count {
      let byte = text[offset]
      if byte == Byte.backslash {
        offset += 1
      } else if byte == Byte.slash {
        var closing = 0
        while closing < hashes, text[offset + 1 + closing] == Byte.pound { closing += 1 }
        if closing == hashes {
          position = offset + 1 + hashes
          return true
        }
      }
      if text[offset].isNewline, !isMultiline { return false }
      offset += 1
    }
    guard isMultiline else { return false }
    position = count
    reportUnterminated(.regex, at: slash - hashes)
    return true
  }
}
