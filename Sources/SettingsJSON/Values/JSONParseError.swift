/// A syntax error in JSON, with its position.
///
/// `JSONValue(parsing:)` throws it, and a store throws it inside `SettingsStoreError.malformed` for a file that isn't JSON:
///
/// ```swift
/// do throws(JSONParseError) {
///   _ = try JSONValue(parsing: #"{"port": 80,}"#)
/// } catch {
///   print(error)  // 1:12: Strict JSON allows no comma after the last item.
///   print(error.position.line, error.message)
/// }
/// ```
///
/// Settings files may have comments and trailing commas; `JSONValue(parsing:)` accepts neither. If the text seems to be YAML, TOML, XML or
/// JSON5, the message says so.
///
/// Text is limited: 64 MiB, 512 levels of arrays and objects, and 2048 characters for a number. Beyond that, it is an error, too.
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

  /// The position of the first character that can't be read. For a string or a comment without an end, it is the start,
  /// since the mistake is far from where the text ends.
  public let position: SourcePosition
  /// The kind of error.
  package let reason: Reason
  /// What the text seems to be instead of JSON; `nil` if that can't be said. It is derived from the text when the error
  /// is created, because the error doesn't keep the text, which can have secrets.
  package let syntax: ForeignSyntax?

  init(_ reason: Reason, in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    self.reason = reason
    syntax = ForeignSyntax(bytes, at: offset, reason: reason)
    var position = SourcePosition.start
    position.advance(over: bytes, from: 0, to: offset)
    self.position = position
  }
}

extension JSONParseError: CustomStringConvertible {
  /// The position and the message: `2:1: Expected a key in double quotes, but found the end of the text`.
  public var description: String { "\(position): \(message)" }

  /// The message: one sentence, without the position, which says what was expected, what was found, or what the text seems to be instead of
  /// JSON.
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

/// What text that isn't JSON seems to be. The guess only makes the error's sentence more helpful: nothing else depends on it.
package enum ForeignSyntax: Hashable, Sendable {
  /// Lines such as `key: value` and `- value`.
  case yaml
  /// Lines such as `key = value` and `[section]`, which INI files have, too.
  case toml
  /// Elements in angle brackets.
  case xml
  /// JSON with the additions of JSON5: keys without quotes, text in single quotes, other numbers.
  case json5
  /// JSON with comments that start with `#`.
  case hashComment
  /// JSON with both sides of a merge that nobody has resolved.
  case merge
  /// Text in UTF-16, as some shells write it.
  case utf16
  /// Zero bytes, which some file systems leave after a loss of power.
  case zeros

  /// Guesses from the text around an error and from the first lines.
  ///
  /// Text that doesn't start with a bracket isn't meant as JSON at all: `port: 80` is YAML, `port = 80` TOML, `<a>`
  /// XML. Text that does is JSON with a mistake, and the byte at the error tells a known one: `{port: 80}` and `['a']`
  /// are JSON5, `# port` is a comment of another language. Any other mistake is `nil`, so a wrong guess doesn't hide
  /// what was expected.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, reason: JSONParseError.Reason) {
    let start = bytes.prefix(64)
    if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF])
      || start.count > 1 && (start[0] == 0) != (start[1] == 0)
    {
      self = .utf16
      return
    }
    if start.count > 0, start.allSatisfy({ $0 == 0 }) {
      self = .zeros
      return
    }
    switch reason {
    case .expected, .invalidNumber: break
    default: return nil
    }
    // The error is at the marker, or, in the first line, before it.
    let line = bytes[..<min(offset, bytes.count)].lastIndex { $0 == 0x0a || $0 == 0x0d }.map { $0 + 1 } ?? 0
    if ["<<<<<<<", "=======", ">>>>>>>", "|||||||"].contains(where: { bytes[line...].starts(with: $0.utf8) })
    {
      self = .merge
      return
    }
    let lines = Self.firstLines(of: bytes)
    guard let first = lines.first else { return nil }
    // A list such as [trux] looks like the header of a table, which has assignments below it.
    let isTable = Self.isTableHeader(first) && lines.dropFirst().contains(where: Self.isAssignment)
    let isContainer = first.hasPrefix("{") || first.hasPrefix("[") && !isTable
    guard isContainer else {
      if first.hasPrefix("<") {
        self = .xml
      } else if first.hasPrefix("---") || first.hasPrefix("%YAML") || Self.isYAML(first) {
        self = .yaml
      } else if isTable || Self.isAssignment(first) {
        self = .toml
      } else {
        return nil
      }
      return
    }
    guard offset < bytes.count else { return nil }
    switch bytes[offset] {
    case UInt8(ascii: "#"): self = .hashComment
    case UInt8(ascii: "'"), UInt8(ascii: "+"): self = .json5
    case UInt8(ascii: "."), UInt8(ascii: "0"), UInt8(ascii: "-"), UInt8(ascii: "I"), UInt8(ascii: "N"):
      guard Self.isNumberOfJSON5(bytes[offset...].prefix(16)) else { return nil }
      self = .json5
    case let byte where byte.isIdentifierStart:
      // A word without quotes in place of a key, with a colon behind it.
      guard case .expected(.key, _) = reason,
        let end = bytes[offset...].firstIndex(where: { !$0.isIdentifierStart && !(0x30...0x39).contains($0) }
        ),
        bytes[end...].first(where: { $0 != 0x20 }) == UInt8(ascii: ":")
      else { return nil }
      self = .json5
    default: return nil
    }
  }

  /// Returns the first lines that aren't blank or a comment, without space around them; of the first 4096 bytes and 64
  /// lines, which is enough for a guess.
  private static func firstLines(of bytes: UnsafeBufferPointer<UInt8>) -> [String] {
    var text = bytes.prefix(4096)
    if text.starts(with: JSONBytes.byteOrderMark) { text = text.dropFirst(JSONBytes.byteOrderMark.count) }
    return text.split { $0 == 0x0a || $0 == 0x0d }.prefix(64)
      .map { line in
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        return String(
          decoding: line.drop(while: isSpace).reversed().drop(while: isSpace).reversed(), as: UTF8.self)
      }
      .filter { !$0.isEmpty && !$0.hasPrefix("#") && !$0.hasPrefix("//") && !$0.hasPrefix(";") }
  }

  /// Whether a line is `- value` or `key: value`, as in YAML.
  private static func isYAML(_ line: String) -> Bool {
    if line == "-" || line.hasPrefix("- ") { return true }
    guard let colon = line.firstIndex(of: ":"), isName(line[..<colon]) else { return false }
    let rest = line[line.index(after: colon)...]
    return rest.isEmpty || rest.first == " "
  }

  /// Whether a line is `[section]`, as in TOML and INI files.
  private static func isTableHeader(_ line: String) -> Bool {
    guard line.hasPrefix("["), let end = line.lastIndex(of: "]") else { return false }
    let name = line[..<end].drop { $0 == "[" }
    return ["", "]"].contains(line[line.index(after: end)...]) && name.first?.isLetter == true && isName(name)
      && !["true", "false", "null"].contains(name)
  }

  /// Whether a line is `key = value`. The name before the sign can have quotes and dots, as in `"a.b" = 1`.
  private static func isAssignment(_ line: String) -> Bool {
    line.firstIndex(of: "=").map { isName(line[..<$0]) } ?? false
  }

  /// Whether text can be a name in YAML, TOML or an INI file. Of `[[table]]`, only the last bracket is taken off, so a `]`
  /// at the end is allowed.
  private static func isName(_ text: Substring) -> Bool {
    let name = text.trimming { $0 == " " }
    return !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "._-\" /]".contains($0) }
  }

  /// Whether text starts with a number that JSON5 allows: hexadecimal, without a digit before its point, infinite, or not a number.
  private static func isNumberOfJSON5(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let number = text.drop { $0 == UInt8(ascii: "-") }
    return [".0", "0x", "0X"].contains { number.starts(with: $0.utf8) }
      || number.starts(with: "Infinity".utf8)
      || number.starts(with: "NaN".utf8)
      || number.first == UInt8(ascii: ".")
        && number.dropFirst().first.map { (0x30...0x39).contains($0) } == true
  }

  /// Whether only a few parts of the text aren't JSON. The sentence then says what was expected there, too.
  var isDialect: Bool { self == .json5 || self == .hashComment }

  /// What the text seems to be, and what to do.
  var sentence: String {
    switch self {
    case .yaml: "this seems to be YAML, not JSON; write it as JSON, which may have comments"
    case .toml: "this seems to be TOML or an INI file, not JSON; write it as JSON, which may have comments"
    case .xml: "this seems to be XML, not JSON; write it as JSON, which may have comments"
    case .json5: "this seems to be JSON5; write keys and text in double quotes, and numbers as in JSON"
    case .hashComment: "this seems to be a comment; start comments with // instead of #"
    case .merge:
      "this is the conflict of a merge; keep one of its sides, and remove the lines with <<<<<<<, ======= and >>>>>>>"
    case .utf16: "this is UTF-16, not UTF-8; save it as UTF-8"
    case .zeros:
      "this is nothing but zero bytes, as after a loss of power; restore an earlier version, by rollback or from a backup"
    }
  }
}

extension UInt8 {
  /// Whether the byte can start a word that isn't quoted.
  fileprivate var isIdentifierStart: Bool {
    self == UInt8(ascii: "_") || self == UInt8(ascii: "$")
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
        && self < 0x80
  }
}

extension Substring {
  /// Returns the text without the characters at its ends that satisfy a condition.
  fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> Substring {
    var text = drop(while: isTrimmed)
    while let last = text.last, isTrimmed(last) { text.removeLast() }
    return text
  }
}
