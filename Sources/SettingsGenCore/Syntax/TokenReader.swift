/// Reads the tokens of a part of a source file one by one.
///
///     Parser        the whole file, without recursion    finds declarations, skips types and values
///     TokenReader   a range that the parser has found    reads the type or the value
///
/// The parser runs over every file of a target, this reader only over the few ranges that settings need. So it can afford an array of
/// tokens, recursion (up to `maximumDepth`) and going back to an earlier state, which is an assignment: `self = before`.
struct TokenReader {
  let file: SourceFile
  fileprivate var tokens: [Token]
  private var index = 0
  /// The nesting depth of the syntax being read; readers give up at `maximumDepth`.
  var depth = 0

  /// The deepest nesting of a type or value.
  static let maximumDepth = 64

  /// Splits a part of a file into tokens; the last one is `.end`.
  init(_ file: SourceFile, range: SourceRange) {
    self.file = file
    tokens = Self.scan(range, of: file).tokens
  }

  /// Returns the comments in a part of a file.
  static func comments(in range: SourceRange, of file: SourceFile) -> [Comment] {
    scan(range, of: file).comments
  }

  /// The offsets in the tokens are those of the file: errors are reported there.
  private static func scan(
    _ range: SourceRange, of file: SourceFile
  ) -> (tokens: [Token], comments: [Comment]) {
    // The copy ends with zero bytes: the lexer must not look beyond the part.
    let padding = [UInt8](repeating: 0, count: SourceFile.padding)
    let bytes = Array(file.bytes[range.start..<range.end]) + padding
    return bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return ([], []) }
      var lexer = Lexer(text: base, count: range.end - range.start)
      var tokens: [Token] = []
      repeat {
        var token = lexer.next()
        token.start += range.start
        token.end += range.start
        tokens.append(token)
      } while tokens.last?.kind != .end
      let comments = lexer.comments.map { comment in
        let moved = SourceRange(
          start: comment.range.start + range.start, end: comment.range.end + range.start)
        return Comment(range: moved, startsLine: comment.startsLine)
      }
      return (tokens, comments)
    }
  }

  /// The current token.
  var token: Token { tokens[index] }

  /// The kind of the current token.
  var kind: Token.Kind { tokens[index].kind }

  /// The kind of the token after the current one.
  var nextKind: Token.Kind { tokens[min(index + 1, tokens.count - 1)].kind }

  var isAtEnd: Bool { kind == .end }

  /// Moves to the next token.
  mutating func advance() {
    if index < tokens.count - 1 { index += 1 }
  }

  /// Moves past one byte of an operator.
  ///
  /// Of `>>` in `[Int: Set<Set<Int>>]`, one character closes the inner list.
  mutating func advanceInOperator() {
    if tokens[index].end - tokens[index].start <= 1 {
      advance()
    } else {
      tokens[index].start += 1
    }
  }

  /// Whether the current token is this word.
  func isWord(_ word: StaticString) -> Bool { file.matches(token.range, word: word) }

  /// Whether the current token is an operator that begins with a byte.
  func isOperator(_ byte: UInt8) -> Bool { kind == .operator && file.bytes[token.start] == byte }

  /// The byte after the previous token.
  var previousEnd: Int { index > 0 ? tokens[index - 1].end : token.start }

  /// Whether no space separates the current token from the previous token.
  var isAdjacent: Bool { index > 0 && tokens[index - 1].end == token.start }

  /// Moves past the current token if it is of a kind.
  mutating func take(_ kind: Token.Kind) -> Bool {
    guard self.kind == kind else { return false }
    advance()
    return true
  }

  /// Skips a bracketed group.
  mutating func skipGroup() {
    var open = 0
    repeat {
      switch kind {
      case .leftParen, .leftBracket, .leftBrace: open += 1
      case .rightParen, .rightBracket, .rightBrace: open -= 1
      default: break
      }
      advance()
    } while open > 0 && !isAtEnd
  }
}

extension SourceFile {
  /// Returns the tokens in a part of the text, as they are spelled.
  func words(_ range: SourceRange) -> [String] {
    tokens(in: range).map { text($0.range) }
  }

  /// Returns the names and keywords in a part of the text.
  func names(_ range: SourceRange) -> [String] {
    tokens(in: range).filter { $0.kind == .identifier }.map { name($0.range) }
  }

  private func tokens(in range: SourceRange) -> ArraySlice<Token> {
    range.isEmpty ? [] : TokenReader(self, range: range).tokens.dropLast()
  }
}
