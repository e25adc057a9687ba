/// Short, printable excerpts of invalid text, for messages.
enum Excerpt {
  /// Words that people often write as values and that reveal nothing about the settings.
  private static let commonWords: Set<String> = [
    "true", "false", "null", "nil", "none", "nan", "infinity", "undefined", "yes", "no", "on", "off",
    "tru", "fals", "nul",
  ]

  /// Returns the word at an offset, in quotes, or a name for the end of the text.
  ///
  /// If a word may be part of an unquoted secret, only its first character is returned. A key, which has a colon after it, is
  /// returned unchanged.
  static func word(in bytes: UnsafeBufferPointer<UInt8>, at offset: Int, isKey: Bool = false) -> String {
    guard offset < bytes.count else { return "the end of the text" }
    let punctuation = Array(",:[]{}\"/ \t\r\n".utf8)
    var end = offset + 1
    if !punctuation.contains(bytes[offset]) {
      while end < min(bytes.count, offset + 80), !punctuation.contains(bytes[end]) { end += 1 }
    }
    let word = String(decoding: bytes[offset..<end], as: UTF8.self)
    let next = bytes[end...].first { !" \t\r\n\"".utf8.contains($0) }
    if isKey && next == UInt8(ascii: ":") || word.unicodeScalars.count == 1
      || commonWords.contains(word.lowercased())
    {
      return quoted(word)
    }
    return quoted(String(word.unicodeScalars.prefix(1)), isCut: true)
  }

  /// Returns a string in quotes, shortened, with control characters and other invisible characters escaped.
  static func quoted(_ text: String, isCut: Bool = false) -> String {
    let limit = 20
    var printable = ""
    for scalar in text.unicodeScalars.prefix(limit) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
        printable += "\\u{\(String(scalar.value, radix: 16))}"
      default: printable.unicodeScalars.append(scalar)
      }
    }
    return "“\(printable)\(isCut || text.unicodeScalars.count > limit ? "…" : "")”"
  }
}
