/// The smallest piece of source text with a meaning.
struct Token {
  /// What a token is, as far as finding declarations needs to know.
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
    /// A byte that Swift knows no use for.
    case unknown
  }

  /// What the token is.
  var kind: Kind
  /// The token's first byte.
  var start: Int
  /// The byte after the token.
  var end: Int
  /// Whether a line ends between the token before and this one.
  var startsLine: Bool
  /// Whether a line ends between the last comment (or else the token) before and this one.
  var isBelowComments: Bool
  /// The index of the first comment between the token before and this one.
  var firstComment: Int

  var range: SourceRange { SourceRange(start: start, end: end) }
}

/// A comment between two tokens.
struct Comment: Hashable, Sendable {
  /// The comment, from `//` to before the end of the line, or from `/*` to `*/`.
  var range: SourceRange
  /// Whether a line ends between the token or comment before and this one.
  var startsLine: Bool
}
