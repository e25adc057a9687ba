/// Finds the declarations of a Swift source file.
///
/// Reads what stands between declarations token by token and skips bodies; nothing recurses, so no source is
/// nested too deep. Sources that a compiler refuses are read as far as their brackets make sense.
struct Parser {
  var lexer: Lexer
  /// The token to look at.
  var token: Token
  var result = FileDeclarations()
  /// The types that stand open, outermost first.
  var open: [OpenType] = []
  /// Where the braces of the open types start.
  var openedAt: [Int] = []
  /// The attributes and modifiers read so far.
  var prefix = DeclarationPrefix()
  var hasPrefix = false
  /// The index of the first comment that can belong to the declaration being read.
  var prefixComments = 0
  /// The index of the first comment above an `#if` that the next declaration stands in.
  var commentsAboveBlock: Int?
  /// The byte after the token before.
  var previousEnd = 0
  /// The `#if` clause that is being read.
  var clause: Int?
  /// The `#if` blocks that stand open: the number of open types each started with.
  var openBlocks: [Int] = []

  /// A type whose members are being read.
  struct OpenType {
    /// The index in `result.types`.
    var index: Int
    /// Where the members start that stand on the line being read.
    var line = LineMembers()
    /// Whether the whole type stands on one line so far.
    var isOneLine = true
  }

  /// The members declared on one line, for the comment at its end.
  struct LineMembers {
    var firstProperty = 0
    var firstCase = 0
  }

  /// Reads a file.
  static func parse(_ file: SourceFile) -> FileDeclarations {
    file.bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return FileDeclarations() }
      var parser = Parser(text: base, count: file.count)
      return parser.parseFile()
    }
  }

  private init(text: UnsafePointer<UInt8>, count: Int) {
    lexer = Lexer(text: text, count: count)
    token = lexer.next()
  }

  private mutating func parseFile() -> FileDeclarations {
    while token.kind != .end { parseNext() }
    if let unterminated = lexer.unterminated {
      result.problems.append(SyntaxProblem(unterminated))
    } else if let brace = openedAt.last {
      result.problems.append(SyntaxProblem(offset: brace, message: "this '{' is never closed"))
    }
    result.comments = lexer.comments
    return result
  }

  /// Reads one declaration, or one token of what is none.
  private mutating func parseNext() {
    switch token.kind {
    case .at: parseAttribute()
    case .pound: parsePound()
    case .identifier: parseWord()
    case .rightBrace: closeType()
    case .semicolon:
      advance()
      hasPrefix = false
      endMember()
    case .leftBrace, .leftParen, .leftBracket:
      skipGroup()
      hasPrefix = false
    default:
      advance()
      hasPrefix = false
    }
  }

  /// Goes on to the next token.
  mutating func advance() {
    previousEnd = token.end
    token = lexer.next()
  }

  /// Skips a bracket with all in it.
  mutating func skipGroup() {
    lexer.skipGroup(openedAt: token.start)
    previousEnd = lexer.position
    token = lexer.next()
  }

  /// Skips part of an operator, so that the rest of it becomes the next token.
  mutating func splitOperator(after bytes: Int) {
    guard token.end > token.start + bytes else { return advance() }
    token.start += bytes
    token.startsLine = false
    token.isBelowComments = false
    token.firstComment = lexer.comments.count
    previousEnd = token.start
  }

  /// The token after the one at hand.
  func peek() -> Token {
    var ahead = lexer
    ahead.comments = []
    return ahead.next()
  }

  /// Whether the token at hand is spelt like this.
  @inline(__always)
  func isWord(_ word: StaticString) -> Bool { isWord(word, token) }

  /// Whether a token is spelt like this.
  @inline(__always)
  func isWord(_ word: StaticString, _ token: Token) -> Bool {
    token.end - token.start == word.utf8CodeUnitCount && lexer.spells(word, token.start)
  }

  /// Whether the operator at hand begins with a byte.
  func isOperator(_ byte: UInt8) -> Bool {
    token.kind == .operator && lexer.text[token.start] == byte
  }

  /// Whether the token follows the one before without any space.
  var isAdjacent: Bool { token.start == previousEnd }
}

extension SyntaxProblem {
  init(_ unterminated: Lexer.Unterminated) {
    offset = unterminated.start
    message =
      switch unterminated.kind {
      case .comment: "this comment never ends; close it with '*/'"
      case .string: "this string never ends; close it with the quotes that it starts with"
      case .regex: "this regular expression never ends"
      case .name: "this name never ends; close it with a backtick"
      case .bracket: "this bracket is never closed"
      }
  }
}
