/// The spelling of names in Swift.
enum SwiftName {
  /// The words that need backticks as names.
  private static let reserved: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init",
    "inout", "internal", "let", "open", "operator", "private", "precedencegroup", "protocol", "public",
    "rethrows", "static", "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue",
    "default", "defer", "do", "else", "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw",
    "switch", "where", "while", "Any", "as", "await", "false", "is", "nil", "self", "Self", "super", "throws",
    "true", "try", "Type", "Protocol",
  ]

  /// Returns the spelling of a name: in backticks if it is a keyword or isn't a plain word.
  static func quoted(_ name: String) -> String {
    isPlain(name) && !reserved.contains(name) ? name : "`\(name)`"
  }

  /// Whether a string is an identifier or a keyword.
  static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, !first.isDigit else { return false }
    return text.utf8.allSatisfy(\.isIdentifier)
  }
}
