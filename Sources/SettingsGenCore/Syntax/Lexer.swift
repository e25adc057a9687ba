/// Splits Swift source text into tokens.
///
///     // setting: range = 1...9
///     var size: Int? = 3             identifier `var` (after one comment), identifier `size`, colon, identifier `Int`,
///                                    operator `?`, operator `=`, number `3`
///
/// Two readers use it: `Parser` over whole files, and `TokenReader` over the few ranges that settings need. The lexer works on
/// UTF-8 bytes and allocates memory only for the comments between tokens. Its state is the position in the text, so a
/// copy of the lexer can be used to look ahead.
///
/// The text has zero bytes behind it, more than any look-ahead reads. So `text[position + 1]` needs no check, and the
/// end is found like any other byte.
///
/// It distinguishes only what finding declarations needs: `+=` and `==` are both operators, and keywords are words like
/// others. The two hard cases are `/`, which divides or begins a regular expression, and strings, whose interpolations
/// contain code (`Lexer+Strings.swift`). A mistake in either would shift all brackets after it, and the declarations of
/// the rest of the file would be lost.
///
/// It accepts any bytes and always ends. A string, comment or bracket without an end is recorded in `unterminated`; the
/// parser makes it the error of the file.
struct Lexer {
  /// The text, with `SourceFile.padding` zero bytes after it.
  ///
  /// The caller keeps the memory alive: `Parser.parse(_:)` and `TokenReader.scan` use a lexer only inside of
  /// `withUnsafeBufferPointer`.
  let text: UnsafePointer<UInt8>
  /// The number of bytes of the text.
  let count: Int
  /// The next byte to read. At the end of the text, it is `count`.
  var position = 0
  /// The comments between the tokens read so far. Comments inside of groups that are skipped aren't among them: they
  /// are in bodies and arguments, where no annotation counts.
  var comments: [Comment] = []
  /// The error about the first string, comment or bracket that isn't terminated, at its start. Later problems are its
  /// consequences: after an unterminated `"abc`, the brace of the struct seems to be missing, too.
  var unterminated: SyntaxProblem?

  /// What isn't terminated. The raw values are the messages, which say what would close it.
  enum Unterminated: String {
    case comment = "this comment never ends; close it with '*/'"
    case string = "this string never ends; close it with the same quotes"
    case regex = "this regular expression never ends"
    case name = "this name never ends; close it with a backtick"
    case bracket = "this bracket is never closed"
  }

  /// Creates a lexer at the start of a text, behind a byte order mark and the first line of a script.
  init(text: UnsafePointer<UInt8>, count: Int) {
    self.text = text
    self.count = count
    // A byte order mark, and the first line of a script, `#!/usr/bin/swift`.
    if text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF { position = 3 }
    if text[position] == Byte.pound, text[position + 1] == Byte.exclamation { skipLine() }
  }

  /// Reads the next token, and the comments before it.
  ///
  /// At the end of the text, it returns `.end`, again and again.
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
  ///
  /// The two results differ for `/* a */ var b` on a line of its own: `var` starts a line, and isn't below the comment.
  /// They tell which declaration a comment belongs to, see `Parser.takeTrailingComments()`.
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
        // A line comment ends before its line end, which the next round counts.
        comments.append(
          Comment(range: SourceRange(start: start, end: position), startsLine: newline))
        // `newline` restarts: it tells what is between this comment and the next thing.
        startsLine = startsLine || newline
        newline = false
      } else if Byte.isNoBreakSpace(byte, text[position + 1]) {
        position += 2
      } else if byte == 0, position < count {
        // A zero byte inside of the text isn't the end. It is skipped, and the file is refused elsewhere.
        position += 1
      } else {
        return (startsLine || newline, newline)
      }
    }
  }

  /// Reads the token at the position, which is neither white space nor the start of a comment.
  ///
  /// The order of the tests is part of the grammar: a slash can begin a regular expression only if it isn't part of a
  /// comment, which `skipTrivia` has excluded, and is an operator in all other cases.
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
    case Byte.quote:
      skipString(hashes: 0)
      return .string
    case Byte.pound: return lexPound()
    case Byte.backtick where skipQuotedIdentifier(): return .identifier
    case Byte.slash where skipRegex(): return .regex
    case Byte.dot: return lexDot()
    case Byte.colon where text[position + 1] == Byte.colon:
      // A module selector, `Swift::Int` (SE-0491): the name behind it is a member of the module, as in `Swift.Int`.
      position += 2
      return .dot
    case let byte where byte.isOperator:
      skipOperator()
      return .operator
    default:
      position += 1
      return Token.Kind(rawValue: byte) ?? .unknown
    }
  }

  /// Reads `.` before a member, or an operator that begins with two dots, such as `...`, `..<` and `..<-`.
  private mutating func lexDot() -> Token.Kind {
    guard text[position + 1] == Byte.dot else {
      position += 1
      return .dot
    }
    while text[position] == Byte.dot || text[position].isOperator { position += 1 }
    return .operator
  }

  /// Skips an operator; stops before a comment: of `a +// b`, the operator is `+`, and `a */* b */ c` multiplies.
  ///
  /// Operators aren't split here. In `Set<Set<Int>>=`, the last three characters are one token; a reader that expects a
  /// `>` takes one character of it (`Parser.splitOperator`, `TokenReader.advanceInOperator`).
  private mutating func skipOperator() {
    while text[position].isOperator {
      let isSlash = text[position] == Byte.slash
      if isSlash, text[position + 1] == Byte.slash || text[position + 1] == Byte.star { return }
      position += 1
    }
  }

  /// Records syntax that isn't terminated, unless earlier syntax isn't terminated, either.
  mutating func reportUnterminated(_ kind: Unterminated, at start: Int) {
    if unterminated == nil { unterminated = SyntaxProblem(offset: start, message: kind.rawValue) }
  }
}

/// The smallest part of source text that has a meaning.
///
/// Besides its range, a token knows how it stands to the line ends and comments before it. Swift's grammar needs that:
/// a `(` on a new line doesn't continue a call, and an operator on a new line continues an expression only if a space
/// follows it.
struct Token {
  /// The kinds of tokens that finding declarations distinguishes. Keywords are identifiers, because most of Swift's are
  /// names in other places; the parser compares their bytes.
  ///
  /// The raw value of a token of one byte is the byte. The others have the values of bytes that begin identifiers.
  enum Kind: UInt8 {
    /// The end of the text.
    case end = 0x80
    /// A word, keywords included, or a name in backticks.
    case identifier
    case number
    /// A string, with its interpolations.
    case string
    /// A regular expression.
    case regex
    /// A run of operator characters.
    case `operator`
    /// A byte that has no meaning in Swift. The parser skips it, since the compiler reports it anyway.
    case unknown
    /// `.` before a member, or `::` behind a module's name.
    case dot = 0x2E
    case comma = 0x2C
    case colon = 0x3A
    case semicolon = 0x3B
    case at = 0x40
    case pound = 0x23
    case backslash = 0x5C
    case leftParen = 0x28
    case rightParen = 0x29
    case leftBracket = 0x5B
    case rightBracket = 0x5D
    case leftBrace = 0x7B
    case rightBrace = 0x7D
  }

  var kind: Kind
  /// The token's first byte.
  var start: Int
  /// The byte after the token.
  var end: Int
  /// Whether a line ends between the previous token and this token. Comments in between don't matter.
  var startsLine: Bool
  /// Whether a line ends between the last comment, or else the previous token, and this token. If so, the comment isn't
  /// directly in front of the token.
  var isBelowComments: Bool
  /// The index in `Lexer.comments` of the first comment between the previous token and this token. The parser advances
  /// it when it gives comments to the declaration before the token.
  var firstComment: Int

  var range: SourceRange { SourceRange(start: start, end: end) }
}

/// A comment between two tokens, in the order of the source.
///
/// Documentation comments, annotations and other comments are alike here. What they mean is decided later, by
/// `AnnotationLine` and `Documentation`, and only for files with settings.
struct Comment: Hashable, Sendable {
  /// The comment, from `//` to before the end of the line, or from `/*` to `*/`.
  var range: SourceRange
  /// Whether a line ends between the previous token or comment and this comment. If not, the comment is behind code, on
  /// its line.
  var startsLine: Bool
}

/// The spelling of names in Swift.
enum SwiftName {
  /// The words that need backticks as names. Words that are keywords only in some places, such as `get`, `some` or
  /// `async`, don't.
  private static let reserved: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init",
    "inout", "internal", "let", "open", "operator", "private", "precedencegroup", "protocol", "public",
    "rethrows", "static", "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue",
    "default", "defer", "do", "else", "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw",
    "switch", "where", "while", "Any", "as", "await", "false", "is", "nil", "self", "Self", "super", "throws",
    "true", "try", "Type", "Protocol",
  ]

  /// Returns the spelling of a name: in backticks if it is a keyword or isn't a plain word.
  ///
  /// `size` → `size`, `default` → `` `default` ``, `a b` → `` `a b` `` (SE-0451 allows such names). Generated code uses
  /// it for every name that comes from the sources.
  static func quoted(_ name: String) -> String {
    isPlain(name) && !reserved.contains(name) ? name : "`\(name)`"
  }

  /// Whether a string can be the name of a function. `self` and `Self` denote something else in code even with backticks.
  static func isFunction(_ text: String) -> Bool { isPlain(text) && text != "self" && text != "Self" }

  /// Whether a string is an identifier or a keyword.
  static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, !first.isDigit else { return false }
    return text.utf8.allSatisfy(\.isIdentifier)
  }
}

/// Skipping code without declarations: bodies and argument lists.
///
/// Of a typical source file, more bytes are in bodies than outside. They aren't split into tokens: only brackets,
/// quotes, slashes, `#` and backticks can matter for where the body ends, and all other bytes are passed over by one
/// comparison each.
extension Lexer {
  /// Skips the text between an opening bracket and the end of its closing bracket.
  ///
  /// Most of a source file is skipped this way, so this method examines only bytes that can open or close something.
  ///
  /// A group that never closes extends to the end of the file, and is recorded as unterminated at `start`, its opening
  /// bracket.
  mutating func skipGroup(openedAt start: Int) {
    var depth = 1
    while depth > 0 {
      while !isStructure(text[position]) { position += 1 }
      guard position < count else {
        position = count
        reportUnterminated(.bracket, at: start)
        return
      }
      if let hashes = skipStructure(&depth) { skipString(hashes: hashes) }
    }
  }

  @inline(__always)
  private func isStructure(_ byte: UInt8) -> Bool {
    switch byte {
    case Byte.quote, Byte.pound, Byte.slash, Byte.leftParen, Byte.rightParen, Byte.leftBracket,
      Byte.rightBracket, Byte.leftBrace, Byte.rightBrace, Byte.backtick, 0:
      true
    default: false
    }
  }
}

/// Words, numbers and comments. The functions move to the first byte behind what they skip, and read no byte that the
/// padding doesn't cover.
extension Lexer {
  /// Skips a word, up to a no-break space. Keywords, names and `$0` are read alike.
  @inline(__always)
  mutating func skipIdentifier() {
    while text[position].isIdentifier {
      if Byte.isNoBreakSpace(text[position], text[position + 1]) { return }
      position += 1
    }
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
  ///
  /// `0x1.8p-3`, `1e+5` and `0b1010_1010` are one token each, `1...5` and `1.description` begin with the number `1`.
  /// After the dot of a member, `.0.1` is read as the number `0.1`; tuple members are never settings, so this has no
  /// effect. Which literals are valid is decided by `NumberLiteral`.
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

  /// Skips the rest of the line, except for its end: the line end then tells that the next token starts a line.
  mutating func skipLine() {
    while position < count, !text[position].isNewline { position += 1 }
  }

  /// Skips a block comment. Block comments nest in Swift, unlike in C: `/* /* */ */` is one comment. A comment that
  /// never ends extends to the end of the file.
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
