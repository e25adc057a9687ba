/// A position in text, as editors and compilers count it.
public struct SourcePosition: Hashable, Sendable {
  /// The line, starting at 1. A line ends with a line feed, a carriage return, or both.
  public var line: Int
  /// The column in Unicode scalars, starting at 1. A byte order mark isn't counted.
  public var column: Int

  /// Creates a position.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension SourcePosition: CustomStringConvertible {
  /// `line:column`.
  public var description: String { "\(line):\(column)" }
}

extension SourcePosition {
  /// The start of the text.
  package static let start = SourcePosition(line: 1, column: 1)

  /// Advances over a part of the text.
  mutating func advance(over bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) {
    for at in start..<end {
      let byte = bytes[at]
      if byte == 0x0a || byte == 0x0d {
        // In a pair, the line feed ends the line; the carriage return is still on the line.
        if byte == 0x0d, at + 1 < bytes.count, bytes[at + 1] == 0x0a { continue }
        line += 1
        column = 1
      } else if byte & 0xc0 != 0x80, !(at == 0 && JSONBytes.hasByteOrderMark(bytes)) {
        column += 1
      }
    }
  }
}
