/// What makes a text no JSON, and where.
public struct JSONParseError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// Something else is expected than what was found.
    case expected(Expectation, found: String)
    /// A number is misspelt.
    case invalidNumber(String)
    /// A backslash is followed by something that JSON has no meaning for.
    case invalidEscape(String)
    /// An escape stands for half of a surrogate pair.
    case loneSurrogate(String)
    /// A control character stands unescaped in a string.
    case controlCharacter(String)
    /// Bytes are not UTF-8.
    case invalidUTF8(String)
    /// A string does not end.
    case unterminatedString
    /// A comment does not end.
    case unterminatedComment
    /// A comment stands in strict JSON.
    case comment
    /// A trailing comma stands in strict JSON.
    case trailingComma
    /// An object has a key twice.
    case duplicateKey(String, first: SourcePosition)
    /// Arrays and objects are nested deeper than the limit.
    case tooDeep(limit: Int)
    /// The text has more bytes than the limit.
    case tooLarge(limit: Int)
  }

  /// What JSON's grammar asks for.
  public enum Expectation: String, Hashable, Sendable {
    /// A value.
    case value = "a value"
    /// A key in quotes.
    case key = "a key in double quotes"
    /// The colon between a key and its value.
    case colon = "a colon after the key"
    /// The next member or the end of the object.
    case commaOrBrace = "a comma or the closing }"
    /// The next element or the end of the array.
    case commaOrBracket = "a comma or the closing ]"
    /// Nothing more.
    case end = "nothing more"
  }

  /// Where it is.
  public let position: SourcePosition
  /// Where it is, in bytes from the start.
  public let offset: Int
  /// What is wrong.
  public let reason: Reason

  init(_ reason: Reason, in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    self.reason = reason
    self.offset = offset
    var position = SourcePosition.start
    position.advance(over: bytes, from: 0, to: offset)
    self.position = position
  }
}

extension JSONParseError: CustomStringConvertible {
  /// The position and the sentence.
  public var description: String { "\(position): \(message)" }

  /// One sentence that says what is wrong, without the position.
  public var message: String {
    switch reason {
    case .expected(let expectation, let found): "Expected \(expectation.rawValue), but found \(found)."
    case .invalidNumber(let found): "The number \(found) is not spelt as JSON asks."
    case .invalidEscape(let found): "JSON has no escape \(found) in strings."
    case .loneSurrogate(let found): "The escape \(found) is one half of a character without the other."
    case .controlCharacter(let found): "The control character \(found) in a string must be escaped."
    case .invalidUTF8(let found): "The \(found) is not UTF-8."
    case .unterminatedString: "The string that starts here has no closing quote."
    case .unterminatedComment: "The comment that starts here has no end."
    case .comment: "Strict JSON allows no comments."
    case .trailingComma: "Strict JSON allows no comma after the last item."
    case .duplicateKey(let key, let first): "The key \(key) already stands at \(first)."
    case .tooDeep(let limit): "Arrays and objects are nested deeper than \(limit) levels."
    case .tooLarge(let limit): "The text has more than \(limit) bytes."
    }
  }
}

/// A short, printable piece of an offending text.
enum Excerpt {
  /// Words that people write for values, which say nothing about the settings.
  private static let commonWords: Set<String> = [
    "true", "false", "null", "nil", "none", "nan", "infinity", "undefined", "yes", "no", "on", "off",
    "tru", "fals", "nul",
  ]

  /// What stands at an offset, in quotes, up to the end of the word; or what to call the end.
  ///
  /// Of a word that may be a part of a secret without quotes, only the first character is told. A key, with a colon
  /// behind it, is told as it is.
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

  /// A text in quotes, cut short, with control characters and what cannot be seen spelt out.
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
