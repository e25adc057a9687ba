/// The smallest part of source text that has a meaning.
struct Token {
  /// The kinds of tokens that finding declarations distinguishes.
  enum Kind: UInt8 {
    /// The end of the text.
    case end
    /// A word, keywords included, or a name in backticks.
    case identifier
    /// A number.
    case number
    /// A string, with its interpolations.
    case string
    /// A regular expression.
    case regex
    /// A run of operator characters.
    case `operator`
    /// `.` before a member.
    case dot
    /// `,`
    case comma
    /// `:`
    case colon
    /// `;`
    case semicolon
    /// `@`
    case at
    /// `#`
    case pound
    /// `\`
    case backslash
    /// `(`
    case leftParen
    /// `)`
    case rightParen
    /// `[`
    case leftBracket
    /// `]`
    case rightBracket
    /// `{`
    case leftBrace
    /// `}`
    case rightBrace
    /// A byte that has no meaning in Swift.
    case unknown
  }

  var kind: Kind
  /// The token's first byte.
  var start: Int
  /// The byte after the token.
  var end: Int
  /// Whether a line ends between the previous token and this one.
  var startsLine: Bool
  /// Whether a line ends between the last comment, or else the previous token, and this one.
  var isBelowComments: Bool
  /// The index of the first comment between the previous token and this one.
  var firstComment: Int

  var range: SourceRange { SourceRange(start: start, end: end) }
}

/// A comment between two tokens.
struct Comment: Hashable, Sendable {
  /// The comment, from `//` to before the end of the line, or from `/*` to `*/`.
  var range: SourceRange
  /// Whether a line ends between the previous token or comment and this one.
  var startsLine: Bool
}
