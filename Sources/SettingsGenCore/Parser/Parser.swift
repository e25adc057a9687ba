/// Finds the declarations of a Swift source file.
///
/// The parser reads declarations token by token and skips bodies. It doesn't recurse, so deep nesting can't exhaust
/// the stack. It needs only balanced brackets, so it also reads sources that a compiler rejects.
struct Parser {
  var lexer: Lexer
  /// The current token.
  var token: Token
  var result = FileDeclarations()
  /// The types whose members are being read, outermost first.
  var open: [OpenType] = []
  /// The offsets of the opening braces of these types.
  var openedAt: [Int] = []
  /// The attributes and modifiers read so far.
  var prefix = DeclarationPrefix()
  var hasPrefix = false
  /// The index of the first comment that can belong to the declaration being read.
  var prefixComments = 0
  /// The index of the first comment above the `#if` around the next declaration.
  var commentsAboveBlock: Int?
  /// The byte after the previous token.
  var previousEnd = 0
  /// The current `#if` clause.
  var clause: Int?
  /// The number of open types at the start of each open `#if` block.
  var openBlocks: [Int] = []

  /// A type whose members are being read.
  struct OpenType {
    /// The index in `result.types`.
    var index: Int
    /// The first members on the current line.
    var line = LineMembers()
    /// Whether the type has been on one line so far.
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

  /// Reads one declaration, or skips one token.
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

  /// Moves to the next token.
  mutating func advance() {
    previousEnd = token.end
    token = lexer.next()
  }

  /// Skips a bracketed group.
  mutating func skipGroup() {
    lexer.skipGroup(openedAt: token.start)
    previousEnd = lexer.position
    token = lexer.next()
  }

  /// Returns the range of the tokens that a function skips.
  mutating func range(skipping skip: (inout Parser) -> Void) -> SourceRange {
    let start = token.start
    skip(&self)
    return SourceRange(start: start, end: max(start, previousEnd))
  }

  /// A state to return to.
  struct Checkpoint {
    fileprivate var position: Int
    fileprivate var comments: Int
    fileprivate var token: Token
    fileprivate var previousEnd: Int
  }

  /// The current state, to return to if the following syntax isn't what it seems to be.
  var checkpoint: Checkpoint {
    Checkpoint(
      position: lexer.position, comments: lexer.comments.count, token: token, previousEnd: previousEnd)
  }

  mutating func rewind(to checkpoint: Checkpoint) {
    lexer.position = checkpoint.position
    lexer.comments.removeLast(lexer.comments.count - checkpoint.comments)
    token = checkpoint.token
    previousEnd = checkpoint.previousEnd
  }

  /// Skips the first character of an operator, so that the rest of it becomes the next token.
  mutating func splitOperator() {
    guard token.end > token.start + 1 else { return advance() }
    token.start += 1
    token.startsLine = false
    token.isBelowComments = false
    token.firstComment = lexer.comments.count
    previousEnd = token.start
  }

  /// Returns the token after the current one.
  func peek() -> Token {
    var ahead = lexer
    ahead.comments = []
    return ahead.next()
  }

  /// Whether the current token is this word.
  @inline(__always)
  func isWord(_ word: StaticString) -> Bool { isWord(word, token) }

  /// Whether a token is this word.
  @inline(__always)
  func isWord(_ word: StaticString, _ token: Token) -> Bool {
    token.end - token.start == word.utf8CodeUnitCount && lexer.spells(word, token.start)
  }

  /// Whether the current token is an operator that begins with a byte.
  func isOperator(_ byte: UInt8) -> Bool {
    token.kind == .operator && lexer.text[token.start] == byte
  }

  /// Whether no space separates the current token from the previous one.
  var isAdjacent: Bool { token.start == previousEnd }
}

extension SyntaxProblem {
  init(_ unterminated: Lexer.Unterminated) {
    offset = unterminated.start
    message =
      switch unterminated.kind {
      case .comment: "this comment never ends; close it with '*/'"
      case .string: "this string never ends; close it with the same quotes"
      case .regex: "this regular expression never ends"
      case .name: "this name never ends; close it with a backtick"
      case .bracket: "this bracket is never closed"
      }
  }
}
