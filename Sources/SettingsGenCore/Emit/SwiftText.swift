/// Literals in generated Swift.
enum SwiftText {
  /// Returns a string literal.
  static func literal(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// Returns the text between the quotes of a string literal.
  static func escaped(_ text: String) -> String {
    var literal = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": literal += "\\\\"
      case "\"": literal += "\\\""
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal
  }

  /// Returns JSON as a multi-line raw string literal, with enough `#` to need no escapes.
  static func rawLines(json: String) -> String {
    // The compiler rejects this character. In JSON it occurs only in strings, where it can be escaped.
    let text = json.utf8.contains(0x7F) ? json.replacing("\u{7F}", with: "\\u007f") : json
    let hashes = String(repeating: "#", count: hashCount(text))
    return "\(hashes)\"\"\"\n\(text)\n\"\"\"\(hashes)"
  }

  /// Returns one more than the longest run of `#` after a backslash or three quotes.
  private static func hashCount(_ text: String) -> Int {
    var longest = 0
    var run: Int?
    var quotes = 0
    for byte in text.utf8 {
      if byte == Byte.pound, let length = run {
        run = length + 1
        longest = max(longest, length + 1)
        continue
      }
      quotes = byte == Byte.quote ? quotes + 1 : 0
      run = byte == Byte.backslash || quotes >= 3 ? 0 : nil
    }
    return longest + 1
  }
}
