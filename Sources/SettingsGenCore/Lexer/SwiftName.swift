/// Names in generated Swift.
enum SwiftName {
  /// The words that need backticks where a name is declared or used.
  private static let reserved: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init",
    "inout", "internal", "let", "open", "operator", "private", "precedencegroup", "protocol", "public",
    "rethrows", "static", "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue",
    "default", "defer", "do", "else", "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw",
    "switch", "where", "while", "Any", "as", "await", "false", "is", "nil", "self", "Self", "super", "throws",
    "true", "try", "Type", "Protocol",
  ]

  /// A name as Swift spells it: in backticks if it is a keyword or no plain word.
  static func quoted(_ name: String) -> String {
    isPlain(name) && !reserved.contains(name) ? name : "`\(name)`"
  }

  /// Whether a text can be a name without backticks, keywords included.
  static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, !first.isDigit else { return false }
    return text.utf8.allSatisfy(\.isIdentifier)
  }
}
