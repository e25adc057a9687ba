import Settings

/// A regular expression in a query, in the syntax of a form's `pattern`. Case matters only if the expression contains an uppercase
/// letter.
struct SearchPattern {
  private let pattern: TextPattern
  private let ignoresCase: Bool

  /// Parses the expression.
  init(_ source: String) throws(TextPatternError) {
    // The strings of a search have lowercase letters outside of ASCII.
    var bytes: [UInt8] = []
    var lowerCase = LowerCase()
    lowerCase.append(source, to: &bytes)
    pattern = try TextPattern(String(decoding: bytes, as: UTF8.self))
    ignoresCase = !Self.hasUppercaseLetter(source)
  }

  /// Whether a letter outside of escapes such as `\S` is uppercase.
  private static func hasUppercaseLetter(_ source: String) -> Bool {
    var isEscaped = false
    for byte in source.utf8 {
      if !isEscaped, byte.lowered != byte { return true }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    }
    return false
  }

  func matches(_ text: String) -> Bool { pattern.matches(ignoresCase ? text.lowercased() : text) }
}
