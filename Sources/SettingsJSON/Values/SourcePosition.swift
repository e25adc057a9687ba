/// A position in text, as editors and compilers count it: line and column, both from 1.
///
/// Problems and errors in files have one. With the path in front, it is the format that tools understand:
///
/// ```swift
/// for problem in store.untyped.problems {
///   if let position = problem.position {
///     print("settings.json:\(position): \(problem.message)")  // settings.json:3:19: Use 30 or less instead of 90.
///     print(position.line, position.column)
///   }
/// }
/// ```
///
/// A column is a Unicode scalar, not a byte and not a character on the screen: an emoji of several scalars takes several columns. A tab is
/// one column.
///
/// It is a `Sendable` value.
public struct SourcePosition: Hashable, Sendable {
  /// The line, starting at 1. A line ends with a line feed, a carriage return, or a carriage return and a line feed.
  public var line: Int
  /// The column in Unicode scalars, starting at 1. A byte order mark at the start of the text isn't counted.
  public var column: Int

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
