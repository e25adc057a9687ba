/// Reads the tokens of a part of a source file one by one.
///
///     Parser        the whole file, without recursion    finds declarations, skips types and values
///     TokenReader   a range that the parser has found    reads the type or the value
///
/// The parser runs over every file that may declare settings, this reader only over the few ranges that settings need.
/// So it can afford an array of tokens, recursion (up to `maximumDepth`) and going back to an earlier state, which is
/// an assignment: `self = before`. The array is shared by such copies, so going back costs nothing.
///
/// Besides types (`readType`) and values (`readExpression`), conditions of `#if`, associated values, strings of
/// `SettingsDisplayable` and lists of names are read with it. Each of these readers gives up, by `nil` or as opaque, on
/// syntax that it doesn't know.
struct TokenReader {
  /// The file that the part belongs to, whose bytes the tokens refer to.
  let file: SourceFile
  /// The tokens of the part, at least one: the last one is `.end`, and `advance()` doesn't leave it.
  fileprivate var tokens: [Token]
  /// The comments in the part: those in an initial value, for example, which the parser has skipped with its comments.
  let comments: [Comment]
  private var index = 0
  /// The nesting depth of the syntax being read; readers give up at `maximumDepth`. Each reader that calls itself adds
  /// a level and takes it back.
  var depth = 0

  /// The deepest nesting of a type or value.
  ///
  /// Types and values that are read are later evaluated by recursion, with several frames for each level. No initial value that a person
  /// writes comes near the limit; it is for generated and hostile sources. The same number limits cycles of aliases and constants in
  /// `TypeTable` and `Evaluator`.
  static let maximumDepth = 64

  /// Splits a part of a file into tokens and comments. The part is lexed as if it were a file, so a slash at its start begins a
  /// regular expression. The offsets count from the start of the file, because errors are reported there.
  init(_ file: SourceFile, range: SourceRange) {
    // The copy ends with zero bytes: the lexer must not look beyond the part.
    let padding = [UInt8](repeating: 0, count: SourceFile.padding)
    let bytes = Array(file.bytes[range.start..<range.end]) + padding
    var (tokens, comments): ([Token], [Comment]) = ([], [])
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var lexer = Lexer(text: base, count: range.end - range.start)
      repeat {
        var token = lexer.next()
        token.start += range.start
        token.end += range.start
        tokens.append(token)
      } while tokens.last?.kind != .end
      comments = lexer.comments
    }
    for index in comments.indices {
      comments[index].range.start += range.start
      comments[index].range.end += range.start
    }
    (self.file, self.tokens, self.comments) = (file, tokens, comments)
  }

  /// The current token. At the end it is `.end`, whose range is empty.
  var token: Token { tokens[index] }

  /// The kind of the current token.
  var kind: Token.Kind { tokens[index].kind }

  /// The kind of the token after the current one; `.end` if there is none. One token ahead is enough to tell a label,
  /// `name:`, from a value.
  var nextKind: Token.Kind { tokens[min(index + 1, tokens.count - 1)].kind }

  var isAtEnd: Bool { kind == .end }

  /// Moves to the next token; at the end, it stays there. So a loop that advances needs a condition on `isAtEnd`.
  mutating func advance() {
    if index < tokens.count - 1 { index += 1 }
  }

  /// Moves past one byte of an operator. The rest of the operator becomes the current token.
  ///
  /// In `[Int: Set<Set<Int>>]`, the first character of `>>` closes the inner set.
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

  /// The byte after the previous token, which is where the syntax that was just read ends.
  var previousEnd: Int { index > 0 ? tokens[index - 1].end : token.start }

  /// Whether no space separates the current token from the previous token. Of `-5` and `- 5`, only the first is a
  /// literal, and of `a<b>` and `a < b > c`, only the first can have generic arguments.
  var isAdjacent: Bool { index > 0 && tokens[index - 1].end == token.start }

  /// Moves past the current token if it is of a kind; returns whether it was.
  mutating func take(_ kind: Token.Kind) -> Bool {
    guard self.kind == kind else { return false }
    advance()
    return true
  }

  /// Skips a bracketed group, from its opening bracket; to the end if it isn't closed. On any other token, it is like
  /// `advance()`.
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

/// Parts of the text as lists of words, for questions that need no grammar.
extension SourceFile {
  /// Returns the tokens in a part of the text, as they are spelled, without comments and white space: `{ self.rawValue
  /// = rawValue }` is `["{", "self", ".", "rawValue", "=", "rawValue", "}"]`. Comparing them is how code is recognized
  /// whatever its layout is.
  func words(_ range: SourceRange) -> [String] {
    tokens(in: range).map { text($0.range) }
  }

  /// Returns the names and keywords in a part of the text, without backticks: of `[String: Set<Mode>]`, `String`, `Set`
  /// and `Mode`. It is an upper bound of what a type or value refers to, and costs no knowledge of its syntax.
  func names(_ range: SourceRange) -> [String] {
    tokens(in: range).filter { $0.kind == .identifier }.map { name($0.range) }
  }

  private func tokens(in range: SourceRange) -> ArraySlice<Token> {
    range.isEmpty ? [] : TokenReader(self, range: range).tokens.dropLast()
  }
}
