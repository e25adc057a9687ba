/// Splits Swift source text into tokens.
///
/// The lexer works on UTF-8 bytes and allocates memory only for the comments between tokens. Its state is the
/// position in the text, so a copy of the lexer can be used to look ahead.
struct Lexer {
  /// The text, with `SourceFile.padding` zero bytes after it.
  let text: UnsafePointer<UInt8>
  /// The number of bytes of the text.
  let count: Int
  /// The next byte to read.
  var position = 0
  /// The comments between the tokens read so far.
  var comments: [Comment] = []
  /// The first string, comment or bracket that isn't terminated.
  var unterminated: Unterminated?

  /// Syntax that isn't terminated.
  struct Unterminated {
    enum Kind {
      case comment, string, regex, name, bracket
    }

    var kind: Kind
    var start: Int
  }

  init(text: UnsafePointer<UInt8>, count: Int) {
    self.text = text
    self.count = count
    // A byte order mark, and the first line of a script, `#!/usr/bin/swift`.
    if text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF { position = 3 }
    if text[position] == Byte.pound, text[position + 1] == Byte.exclamation { skipLine() }
  }

  /// Reads the next token, and the comments before it.
  mutating func next() -> Token {
    let firstComment = comments.count
    let (startsLine, isBelowComments) = skipTrivia()
    let start = position
    let kind = start >= count ? .end : lexToken()
    return Token(
      kind: kind, start: start, end: position, startsLine: startsLine, isBelowComments: isBelowComments,
      firstComment: firstComment)
  }

  /// Skips white space, and records comments.
  private mutating func skipTrivia() -> (startsLine: Bool, isBelowComments: Bool) {
    var startsLine = false
    var newline = false
    while true {
      let byte = text[position]
      if byte.isSpace {
        if byte.isNewline { newline = true }
        position += 1
      } else if byte == Byte.slash, text[position + 1] == Byte.slash || text[position + 1] == Byte.star {
        let start = position
        if text[position + 1] == Byte.slash { skipLine() } else { skipBlockComment() }
        comments.append(
          Comment(range: SourceRange(start: start, end: position), startsLine: newline))
        startsLine = startsLine || newline
        newline = false
      } else if byte == 0, position < count {
        position += 1
      } else {
        return (startsLine || newline, newline)
      }
    }
  }

  private mutating func lexToken() -> Token.Kind {
    let byte = text[position]
    if byte.isDigit {
      skipNumber()
      return .number
    }
    if byte.isIdentifier {
      skipIdentifier()
      return .identifier
    }
    switch byte {
    case Byte.quote: return lexString(hashes: 0)
    case Byte.pound: return lexPound()
    case Byte.backtick: return lexQuotedIdentifier()
    case Byte.slash where isRegexStart(position): return lexRegex()
    case Byte.dot: return lexDot()
    case let byte where byte.isOperator:
      skipOperator()
      return .operator
    default:
      position += 1
      return Self.punctuation(byte)
    }
  }

  private static func punctuation(_ byte: UInt8) -> Token.Kind {
    switch byte {
    case Byte.comma: .comma
    case Byte.colon: .colon
    case Byte.semicolon: .semicolon
    case Byte.at: .at
    case Byte.backslash: .backslash
    case Byte.leftParen: .leftParen
    case Byte.rightParen: .rightParen
    case Byte.leftBracket: .leftBracket
    case Byte.rightBracket: .rightBracket
    case Byte.leftBrace: .leftBrace
    case Byte.rightBrace: .rightBrace
    default: .unknown
    }
  }

  private mutating func lexDot() -> Token.Kind {
    guard text[position + 1] == Byte.dot else {
      position += 1
      return .dot
    }
    while text[position] == Byte.dot || text[position].isOperator { position += 1 }
    return .operator
  }

  private mutating func lexQuotedIdentifier() -> Token.Kind {
    if skipQuotedIdentifier() { return .identifier }
    position += 1
    return .unknown
  }

  /// Skips an operator; stops before a comment.
  private mutating func skipOperator() {
    while text[position].isOperator {
      let isSlash = text[position] == Byte.slash
      if isSlash, text[position + 1] == Byte.slash || text[position + 1] == Byte.star { return }
      position += 1
    }
  }

  /// Records syntax that isn't terminated, unless earlier syntax isn't terminated, either.
  mutating func reportUnterminated(_ kind: Unterminated.Kind, at start: Int) {
    if unterminated == nil { unterminated = Unterminated(kind: kind, start: start) }
  }
}
