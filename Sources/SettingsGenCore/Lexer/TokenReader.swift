/// The tokens of a part of a source file, to be read one after the other.
struct TokenReader {
  let file: SourceFile
  private var tokens: [Token]
  private var index = 0
  /// How deep the syntax being read is nested; readers give up at `maximumDepth`.
  var depth = 0

  /// No type or value of a setting is nested deeper.
  static let maximumDepth = 64

  /// Cuts a part of a file into tokens; the last one is `.end`.
  init(_ file: SourceFile, _ range: SourceRange) {
    self.file = file
    let padding = [UInt8](repeating: 0, count: SourceFile.padding)
    let bytes = Array(file.bytes[range.start..<range.end]) + padding
    tokens = bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return [] }
      var lexer = Lexer(text: base, count: range.end - range.start)
      var tokens: [Token] = []
      repeat {
        var token = lexer.next()
        token.start += range.start
        token.end += range.start
        tokens.append(token)
      } while tokens.last?.kind != .end
      return tokens
    }
  }

  /// The comments in a part of a file.
  static func comments(in range: SourceRange, of file: SourceFile) -> [Comment] {
    let padding = [UInt8](repeating: 0, count: SourceFile.padding)
    let bytes = Array(file.bytes[range.start..<range.end]) + padding
    return bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return [] }
      var lexer = Lexer(text: base, count: range.end - range.start)
      while lexer.next().kind != .end {}
      return lexer.comments.map { comment in
        var comment = comment
        comment.range.start += range.start
        comment.range.end += range.start
        return comment
      }
    }
  }

  /// The token at hand.
  var token: Token { tokens[index] }

  /// The kind of the token at hand.
  var kind: Token.Kind { tokens[index].kind }

  /// The kind of the token after the one at hand.
  var nextKind: Token.Kind { tokens[min(index + 1, tokens.count - 1)].kind }

  var isAtEnd: Bool { kind == .end }

  /// Goes on to the next token.
  mutating func advance() {
    if index < tokens.count - 1 { index += 1 }
  }

  /// Goes on by one byte of an operator.
  mutating func advanceInOperator() {
    if tokens[index].end - tokens[index].start <= 1 {
      advance()
    } else {
      tokens[index].start += 1
    }
  }

  /// Whether the token at hand is spelt like this.
  func isWord(_ word: StaticString) -> Bool { file.matches(token.range, word) }

  /// Whether the token at hand is an operator that begins with a byte.
  func isOperator(_ byte: UInt8) -> Bool { kind == .operator && file.bytes[token.start] == byte }

  /// The byte after the token before.
  var previousEnd: Int { index > 0 ? tokens[index - 1].end : token.start }

  /// Whether no space stands between the token before and the one at hand.
  var isAdjacent: Bool { index > 0 && tokens[index - 1].end == token.start }

  /// Takes the token at hand if it is of a kind.
  mutating func take(_ kind: Token.Kind) -> Bool {
    guard self.kind == kind else { return false }
    advance()
    return true
  }

  /// Skips a bracket with all in it.
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
  /// The tokens in a part of the text, as they are spelled.
  func words(_ range: SourceRange) -> [String] {
    guard !range.isEmpty else { return [] }
    var reader = TokenReader(self, range)
    var words: [String] = []
    while !reader.isAtEnd {
      words.append(text(reader.token.range))
      reader.advance()
    }
    return words
  }
}
