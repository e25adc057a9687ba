/// Strings, and tokens that start with `#`.
extension Lexer {
  /// Reads a token that starts with `#`: a raw string, a regular expression, or the `#` of a directive or macro.
  mutating func lexPound() -> Token.Kind {
    var hashes = 1
    while text[position + hashes] == Byte.pound { hashes += 1 }
    switch text[position + hashes] {
    case Byte.quote:
      position += hashes
      return lexString(hashes: hashes)
    case Byte.slash:
      let start = position
      position += hashes
      if skipExtendedRegex(hashes: hashes) { return .regex }
      position = start + 1
      return .pound
    default:
      position += 1
      return .pound
    }
  }

  /// Reads a string, starting at its first quote.
  mutating func lexString(hashes: Int) -> Token.Kind {
    skipString(hashes: hashes)
    return .string
  }

  /// Skips a string and its interpolations, starting at its first quote.
  ///
  /// Strings nest in interpolations. An explicit stack holds the open strings, so that deep nesting can't exhaust
  /// the call stack.
  mutating func skipString(hashes: Int) {
    let start = position - hashes
    guard let end = skipStringPiece(openString(hashes: hashes), from: start) else { return }
    var open = [OpenString(string: end, depth: 1)]
    while let last = open.indices.last {
      guard position < count else {
        reportUnterminated(.string, at: start)
        return
      }
      switch nextInterpolated(&open[last].depth) {
      case .code: continue
      case .string(let hashes):
        if let inner = skipStringPiece(openString(hashes: hashes), from: position) {
          open.append(OpenString(string: inner, depth: 1))
        }
      case .close:
        let string = open.removeLast().string
        if let again = skipStringPiece(string, from: start) {
          open.append(OpenString(string: again, depth: 1))
        }
      }
    }
  }

  /// The delimiters of a string.
  private struct Quoting {
    var hashes: Int
    var isMultiline: Bool
  }

  /// A string whose interpolation is being read.
  private struct OpenString {
    var string: Quoting
    /// The number of open parentheses of the interpolation.
    var depth: Int
  }

  private enum Interpolated {
    case code, close
    case string(hashes: Int)
  }

  /// Skips the opening quotes.
  private mutating func openString(hashes: Int) -> Quoting {
    let isTriple = text[position + 1] == Byte.quote && text[position + 2] == Byte.quote
    let isMultiline = isTriple && !(hashes > 0 && endsOnLine(hashes: hashes))
    position += isMultiline ? 3 : 1
    return Quoting(hashes: hashes, isMultiline: isMultiline)
  }

  /// Whether a raw string that starts with three quotes ends on its line: `#"""#` is a string with one quote.
  private func endsOnLine(hashes: Int) -> Bool {
    var offset = position + 2
    while offset < count, !text[offset].isNewline {
      if text[offset] == Byte.quote, isClosed(by: hashes, at: offset + 1) { return true }
      offset += 1
    }
    return false
  }

  private func isClosed(by hashes: Int, at offset: Int) -> Bool {
    for index in 0..<hashes where text[offset + index] != Byte.pound { return false }
    return true
  }

  /// Skips text of a string. Returns `nil` at the end of the string, or the string's delimiters after the `(` of an
  /// interpolation.
  private mutating func skipStringPiece(_ string: Quoting, from start: Int) -> Quoting? {
    while position < count {
      switch text[position] {
      case Byte.quote:
        if closes(string) { return nil }
        position += 1
      case Byte.backslash where isClosed(by: string.hashes, at: position + 1):
        position += 1 + string.hashes
        if text[position] == Byte.leftParen {
          position += 1
          return string
        }
        if position < count, string.isMultiline || !text[position].isNewline { position += 1 }
      case Byte.lineFeed where !string.isMultiline, Byte.carriageReturn where !string.isMultiline:
        reportUnterminated(.string, at: start)
        return nil
      default: position += 1
      }
    }
    position = count
    reportUnterminated(.string, at: start)
    return nil
  }

  /// Skips the closing delimiter if it is at the position.
  private mutating func closes(_ string: Quoting) -> Bool {
    let quotes = string.isMultiline ? 3 : 1
    for index in 0..<quotes where text[position + index] != Byte.quote { return false }
    guard isClosed(by: string.hashes, at: position + quotes) else { return false }
    position += quotes + string.hashes
    return true
  }

  /// Skips one piece of code inside an interpolation.
  private mutating func nextInterpolated(_ depth: inout Int) -> Interpolated {
    let byte = text[position]
    switch byte {
    case Byte.leftParen:
      depth += 1
      position += 1
    case Byte.rightParen:
      depth -= 1
      position += 1
      if depth == 0 { return .close }
    case Byte.quote: return .string(hashes: 0)
    case Byte.pound:
      var hashes = 1
      while text[position + hashes] == Byte.pound { hashes += 1 }
      position += hashes
      if text[position] == Byte.quote { return .string(hashes: hashes) }
    case Byte.slash where text[position + 1] == Byte.slash: skipLine()
    case Byte.slash where text[position + 1] == Byte.star: skipBlockComment()
    case Byte.slash where isRegexStart(position): _ = lexRegex()
    case Byte.backtick:
      if !skipQuotedIdentifier() { position += 1 }
    default: position += 1
    }
    return .code
  }
}
