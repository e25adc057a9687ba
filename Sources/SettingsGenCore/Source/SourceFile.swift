/// A Swift source file in memory.
struct SourceFile: Sendable {
  /// Zero bytes after the text, so that a look ahead needs no check of the bounds.
  static let padding = 8

  /// The path as messages name it.
  let path: String
  /// The text and `padding` zero bytes.
  let bytes: [UInt8]

  /// The number of bytes of the text.
  var count: Int { bytes.count - Self.padding }

  /// Takes a text that ends with `padding` zero bytes.
  init(path: String, padded bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Takes a text.
  init(path: String, text: String) {
    self.init(path: path, padded: Array(text.utf8) + [UInt8](repeating: 0, count: Self.padding))
  }

  /// The text of a part.
  func text(_ range: SourceRange) -> String {
    String(decoding: bytes[range.start..<range.end], as: UTF8.self)
  }

  /// The name that an identifier's token stands for: without backticks.
  func name(_ range: SourceRange) -> String {
    let isQuoted = range.end - range.start > 2 && bytes[range.start] == Byte.backtick
    return isQuoted ? text(SourceRange(start: range.start + 1, end: range.end - 1)) : text(range)
  }

  /// Whether a part of the text is this word.
  func matches(_ range: SourceRange, _ word: StaticString) -> Bool {
    guard range.end - range.start == word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { buffer in
      for (offset, byte) in buffer.enumerated() where bytes[range.start + offset] != byte { return false }
      return true
    }
  }
}
