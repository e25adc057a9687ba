/// The text of a snippet of VS Code, whose placeholders a person would fill in.
struct SnippetText {
  /// Returns the text with each placeholder replaced by its default, or left out: `a${1:b}c$0` is `abc`.
  static func plain(_ snippet: String) -> String {
    var reader = SnippetText(rest: snippet[...])
    reader.read()
    return reader.text
  }

  private var rest: Substring
  private var text = ""
  /// The number of placeholders around the rest, which end with a `}` each.
  private var depth = 0
  /// Whether the rest may contain the end of a list of choices. The rest is searched in vain only once, so that reading takes
  /// linear time.
  private var mayHaveChoices = true

  private init(rest: Substring) {
    self.rest = rest
  }

  private mutating func read() {
    while let character = rest.popFirst() {
      switch character {
      case "}" where depth > 0: depth -= 1
      case "\\" where rest.first == "$" || rest.first == "}" || rest.first == "\\":
        text.append(rest.removeFirst())
      case "$": if !readPlaceholder() { text.append(character) }
      default: text.append(character)
      }
    }
  }

  /// Reads a placeholder after its `$`; returns `false` if it isn't one.
  private mutating func readPlaceholder() -> Bool {
    if let first = rest.first, first.isPlaceholderName {
      rest = first.isNumber ? rest.drop(while: \.isDigit) : rest.drop(while: \.isPlaceholderName)
      return true
    }
    guard rest.first == "{", rest.dropFirst().first?.isPlaceholderName == true else { return false }
    var inner = rest.dropFirst().drop(while: \.isPlaceholderName)
    switch inner.popFirst() {
    case "}": break
    case ":": depth += 1
    case "|":
      guard mayHaveChoices, let end = inner.firstRange(of: "|}") else {
        mayHaveChoices = false
        return false
      }
      // The first of several choices is the default.
      text += inner[..<end.lowerBound].prefix { $0 != "," }
      inner = inner[end.upperBound...]
    default: return false
    }
    rest = inner
    return true
  }
}

extension Character {
  fileprivate var isDigit: Bool { isASCII && isNumber }

  /// Whether a placeholder's number or a variable's name can have the character.
  fileprivate var isPlaceholderName: Bool { isASCII && (isLetter || isNumber || self == "_") }
}
