/// A syntax error in JSON, with its position.
public struct JSONParseError: Error, Hashable, Sendable {
  /// The kind of error.
  package enum Reason: Hashable, Sendable {
    /// Something else was expected.
    case expected(Expectation, found: String)
    /// A number is malformed.
    case invalidNumber(String)
    /// A backslash is followed by something that isn't an escape in JSON.
    case invalidEscape(String)
    /// An escape is one half of a surrogate pair.
    case loneSurrogate(String)
    /// A control character in a string isn't escaped.
    case controlCharacter(String)
    /// Bytes aren't UTF-8.
    case invalidUTF8(String)
    /// A string doesn't end.
    case unterminatedString
    /// A comment doesn't end.
    case unterminatedComment
    /// Strict JSON has a comment.
    case comment
    /// Strict JSON has a trailing comma.
    case trailingComma
    /// An object has a key more than once.
    case duplicateKey(String, first: SourcePosition)
    /// Arrays and objects are nested deeper than the limit.
    case tooDeep(limit: Int)
    /// The text has more bytes than the limit.
    case tooLarge(limit: Int)
    /// A number has more characters than the limit.
    case tooLong(limit: Int)
  }

  /// The token that the grammar requires at a position.
  package enum Expectation: String, Hashable, Sendable {
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
    /// The end of the text.
    case end = "nothing more"
  }

  /// The position of the error.
  public let position: SourcePosition
  /// The kind of error.
  package let reason: Reason
  /// What the text seems to be instead of JSON; `nil` if that can't be said.
  package let syntax: ForeignSyntax?

  init(_ reason: Reason, in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    self.reason = reason
    syntax = ForeignSyntax(bytes, at: offset, reason)
    var position = SourcePosition.start
    position.advance(over: bytes, from: 0, to: offset)
    self.position = position
  }
}

extension JSONParseError: CustomStringConvertible {
  /// The position and the message.
  public var description: String { "\(position): \(message)" }

  /// The message: one sentence, without the position.
  public var message: String {
    guard let syntax else { return sentence }
    // What is expected in JSON doesn't help if the whole text is something else.
    return syntax.isDialect
      ? "\(sentence.dropLast()); \(syntax.sentence)."
      : "\(syntax.sentence.prefix(1).uppercased())\(syntax.sentence.dropFirst())."
  }

  private var sentence: String {
    switch reason {
    case .expected(let expectation, let found): "Expected \(expectation.rawValue), but found \(found)."
    case .invalidNumber(let found): "\(found) isn't a valid JSON number."
    case .invalidEscape(let found): "\(found) isn't an escape in JSON strings."
    case .loneSurrogate(let found): "The escape \(found) is half of a surrogate pair; write both halves."
    case .controlCharacter(let found): "The control character \(found) in a string must be escaped."
    case .invalidUTF8(let found): "The \(found) is not UTF-8."
    case .unterminatedString: "The string that starts here has no closing quote."
    case .unterminatedComment: "The comment that starts here has no end."
    case .comment: "Strict JSON allows no comments."
    case .trailingComma: "Strict JSON allows no comma after the last item."
    case .duplicateKey(let key, let first): "The key \(key) is already at \(first)."
    case .tooDeep(let limit): "Arrays and objects are nested deeper than \(limit) levels."
    case .tooLarge(let limit): "The text has more than \(limit) bytes."
    case .tooLong(let limit): "The number that starts here has more than \(limit) characters."
    }
  }
}
