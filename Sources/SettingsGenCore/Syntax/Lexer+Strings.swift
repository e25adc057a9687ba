/// Strings, and tokens that start with `#`.
///
///     "a \(b) c"          one token, with the code in it
///     #"a \(b) \#(c)"#    raw: only `\#(c)` is an interpolation, and `"` alone doesn't end it
///     """                 multiline: a line end doesn't end it
///     #if  #file  #/a/#   a directive, a macro, a regular expression
///
/// A string has no value here. `StringLiteral` resolves the few that are titles, keys or defaults.
extension Lexer {
  /// Reads a token that starts with `#`: a raw string (`#"…"#`), a regular expression (`#/…/#`), or the `#` of a
  /// directive or macro.
  ///
  /// The number of `#` decides how the literal ends. What begins like a regular expression and has no end on its line
  /// is a single `#`, and reading goes on right behind it.
  mutating func lexPound() -> Token.Kind {
    let (start, hashes) = (position, hashCount)
    position += hashes
    if text[position] == Byte.quote {
      skipString(hashes: hashes)
      return .string
    }
    if text[position] == Byte.slash, skipExtendedRegex(hashes: hashes) { return .regex }
    position = start + 1
    return .pound
  }

  /// The number of `#` at the position.
  private var hashCount: Int {
    var hashes = 0
    while text[position + hashes] == Byte.pound { hashes += 1 }
    return hashes
  }

  /// Skips a string and its interpolations, starting at its first quote.
  ///
  /// Strings nest in interpolations. An explicit stack holds the open strings, because a recursive function would let a
  /// file of a few hundred kilobytes, `"\("\("\(…`, overflow the call stack.
  ///
  ///     "a \(f("b \(c)")) d"
  ///              ▲ here, the stack is: outer with depth 2 (of `\(` and `f(`), inner with depth 1
  ///
  /// A piece is text up to the end of the string or up to `\(`. Inside of the interpolation there is code with
  /// brackets to count, in which further strings can begin. Each byte is read once, by the string or by the code
  /// that it belongs to.
  ///
  /// A string without an end is reported at its first quote, and on one line it ends with the line: the declarations
  /// below are still found.
  mutating func skipString(hashes: Int) {
    let start = position - hashes
    guard let string = skipStringPiece(openString(hashes: hashes), from: start) else { return }
    var open = [string]
    while let last = open.indices.last {
      guard position < count else {
        reportUnterminated(.string, at: start)
        return
      }
      if let hashes = skipStructure(&open[last].depth) {
        if let inner = skipStringPiece(openString(hashes: hashes), from: position) {
          open.append(inner)
        }
      } else if open[last].depth == 0 {
        // The text of the string goes on behind its interpolation.
        let string = open.removeLast()
        if let again = skipStringPiece(string, from: start) { open.append(again) }
      }
    }
  }

  /// The delimiters of a string. They are kept while its interpolation is read, because the text behind the
  /// interpolation ends with them.
  private struct OpenString {
    /// The number of `#` before the first quote, which also introduce its escapes: in `#"\(a) \#(b)"#`, only `b` is
    /// interpolated.
    var hashes: Int
    /// Whether three quotes delimit it. A line end is a part of the text then.
    var isMultiline: Bool
    /// The number of open brackets of the interpolation that is being read.
    var depth = 1
  }

  /// Skips the opening quotes.
  ///
  /// Three quotes begin a multiline string, except in a raw string that ends on the same line.
  private mutating func openString(hashes: Int) -> OpenString {
    let isTriple = text[position + 1] == Byte.quote && text[position + 2] == Byte.quote
    let isMultiline = isTriple && !(hashes > 0 && endsOnLine(hashes: hashes))
    position += isMultiline ? 3 : 1
    return OpenString(hashes: hashes, isMultiline: isMultiline)
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

  /// Whether at least this many `#` are at an offset. Without hashes, every offset is.
  private func isClosed(by hashes: Int, at offset: Int) -> Bool {
    for index in 0..<hashes where text[offset + index] != Byte.pound { return false }
    return true
  }

  /// Skips text of a string. Returns `nil` at the end of the string, or the string's delimiters after the `(` of an
  /// interpolation.
  private mutating func skipStringPiece(_ string: OpenString, from start: Int) -> OpenString? {
    while position < count {
      switch text[position] {
      case Byte.quote:
        if closes(string) { return nil }
        position += 1
      // An escape, in a raw string with as many `#` as before its quotes.
      case Byte.backslash where isClosed(by: string.hashes, at: position + 1):
        position += 1 + string.hashes
        if text[position] == Byte.leftParen {
          position += 1
          return OpenString(hashes: string.hashes, isMultiline: string.isMultiline)
        }
        // The escaped character, such as a quote, closes nothing. On one line, a line end still ends the string.
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

  /// Skips the closing delimiter if it is at the position; otherwise doesn't move. `""` closes nothing in a multiline
  /// string, and `"` nothing in `#"a"b"#`.
  private mutating func closes(_ string: OpenString) -> Bool {
    let quotes = string.isMultiline ? 3 : 1
    for index in 0..<quotes where text[position + index] != Byte.quote { return false }
    guard isClosed(by: string.hashes, at: position + quotes) else { return false }
    position += quotes + string.hashes
    return true
  }

  /// Skips what can open or close something in code: a bracket, which changes `depth`, a comment, a regular expression, a
  /// quoted name, or any other byte. At a string, it stops at the first quote and returns the number of `#` before it.
  ///
  /// Comments and regular expressions are skipped as a whole: in `"\(/* ) */ 1)"`, the first `)` is a comment. The three
  /// kinds of brackets are counted together: in `(]`, the second closes the first. The compiler rejects that, and one
  /// number is cheaper than a stack.
  @inline(__always)
  mutating func skipStructure(_ depth: inout Int) -> Int? {
    switch text[position] {
    case Byte.leftBrace, Byte.leftParen, Byte.leftBracket:
      depth += 1
      position += 1
    case Byte.rightBrace, Byte.rightParen, Byte.rightBracket:
      depth -= 1
      position += 1
    case Byte.quote: return 0
    case Byte.pound:
      let hashes = hashCount
      if text[position + hashes] == Byte.quote {
        position += hashes
        return hashes
      }
      _ = lexPound()
    case Byte.slash where text[position + 1] == Byte.slash: skipLine()
    case Byte.slash where text[position + 1] == Byte.star: skipBlockComment()
    case Byte.slash where skipRegex(), Byte.backtick where skipQuotedIdentifier(): break
    default: position += 1
    }
    return nil
  }
}

/// Regular expression literals, and how they are distinguished from division.
///
/// SE-0354 has the rules: a bare literal is where an operand is expected, doesn't start or end with a space, ends on
/// its line, and has no closing parenthesis without an opening one.
///
/// A wrong answer costs more than the literal: with a quote or a bracket in it, the rest of the file would be read as a
/// string or as nested.
extension Lexer {
  /// Skips a regular expression, whose slash is at the position; returns `false` without moving if the slash is anything
  /// else.
  ///
  /// - `return /b/`, `= /a b/`, `(/x/`: an operand is expected
  /// - `a / b`, `a/b/c`, `x[1]/b/c`: it follows an operand, so it divides
  /// - `reduce(1, /)`: the operator itself, since the `)` has no `(` inside of the literal
  mutating func skipRegex() -> Bool {
    let next = text[position + 1]
    if next.isSpace || next == Byte.star || next == Byte.slash || next == 0 { return false }
    guard isOperandPlace(position), let end = regexEnd(from: position) else { return false }
    position = end
    return true
  }

  /// Returns the byte after the closing slash; `nil` if there is no literal.
  ///
  /// This is what keeps a division from swallowing code: `f(/x) + g(/y)` has two slashes on its line, and the `)`
  /// between them closes more than was opened.
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
  ///
  /// It looks back at bytes, not at tokens, because the lexer keeps no tokens. A word is an operand unless it is a
  /// keyword such as `return`, and so is a closing bracket or quote. But on a new line, `/a/` begins a new expression
  /// even after an operand. Comments aren't skipped: behind `*/` and a space, a slash counts as the start of an
  /// operand, and only the search for the closing slash can still decide otherwise.
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

  /// Whether a line ends between two offsets.
  private func isNewLine(from start: Int, to end: Int) -> Bool {
    for offset in start..<end where text[offset].isNewline { return true }
    return false
  }

  /// Whether the word that ends at an offset is a keyword that precedes an expression.
  ///
  private func isOperandKeyword(endingAt last: Int) -> Bool {
    var start = last
    while start > 0, text[start - 1].isIdentifier { start -= 1 }
    // After a dot, the word is the name of a member.
    if start > 0, text[start - 1] == Byte.dot { return false }
    return Self.operandKeywords.contains {
      $0.utf8CodeUnitCount == last + 1 - start && spells($0, offset: start)
    }
  }

  private static let operandKeywords: [StaticString] = [
    "in", "if", "is", "as", "try", "case", "else", "where", "while", "guard", "throw", "await", "yield",
    "return",
    "switch", "unsafe",
  ]

  @inline(__always)
  func spells(_ word: StaticString, offset: Int) -> Bool {
    for index in 0..<word.utf8CodeUnitCount where text[offset + index] != word.utf8Start[index] {
      return false
    }
    return true
  }

  /// Skips a regular expression between `#/` and `/#`, starting at its slash; returns `false` without moving if it is
  /// anything else.
  ///
  /// The expression ends on its line, unless the line ends right after the slash. Then it can span lines (SE-0354), and
  /// if it never ends, the rest of the file belongs to it. Parentheses don't count here: the delimiters alone decide.
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
      } else if byte == Byte.slash, isClosed(by: hashes, at: offset + 1) {
        position = offset + 1 + hashes
        return true
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
