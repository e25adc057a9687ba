/// A Swift source file in memory.
struct SourceFile: Sendable {
  /// The number of zero bytes after the text. They make bounds checks unnecessary when looking ahead, also sixteen bytes at a time.
  static let padding = 32

  /// The path, as messages show it.
  let path: String
  /// The other module of the package that the file belongs to; `nil` for the module that code is generated for.
  let module: String?
  /// The text and `padding` zero bytes.
  let bytes: [UInt8]

  /// The number of bytes of the text.
  var count: Int { bytes.count - Self.padding }

  /// Creates a file from text with `padding` zero bytes after it.
  init(path: String, module: String? = nil, padded bytes: [UInt8]) {
    self.path = path
    self.module = module
    self.bytes = bytes
  }

  /// Returns a part of the text.
  func text(_ range: SourceRange) -> String {
    String(decoding: bytes[range.start..<range.end], as: UTF8.self)
  }

  /// Returns the name in an identifier's token, without backticks.
  func name(_ range: SourceRange) -> String {
    let isQuoted = range.end - range.start > 2 && bytes[range.start] == Byte.backtick
    return isQuoted ? text(SourceRange(start: range.start + 1, end: range.end - 1)) : text(range)
  }

  /// Whether the byte at an offset ends a line. Of a CR LF pair, only the LF does.
  func endsLine(at offset: Int) -> Bool {
    bytes[offset] == Byte.lineFeed
      || bytes[offset] == Byte.carriageReturn && bytes[offset + 1] != Byte.lineFeed
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
