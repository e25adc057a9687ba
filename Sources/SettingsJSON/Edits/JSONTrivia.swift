/// The white space and comments between the tokens of valid text.
struct JSONTrivia {
  enum Piece {
    case newline, lineComment, blockComment
  }

  let bytes: [UInt8]

  /// Returns the next line break or comment at or after an offset; `nil` at a token or at the limit.
  ///
  /// The offset is moved to the end of the piece, or to the token.
  func next(_ at: inout Int, before limit: Int) -> Piece? {
    at = endOfSpace(from: at, before: limit)
    guard at < limit else { return nil }
    switch bytes[at] {
    case 0x0d:
      at += at + 1 < bytes.count && bytes[at + 1] == 0x0a ? 2 : 1
      return .newline
    case 0x0a:
      at += 1
      return .newline
    case UInt8(ascii: "/") where at + 1 < limit && bytes[at + 1] == UInt8(ascii: "/"):
      while at < limit, bytes[at] != 0x0a, bytes[at] != 0x0d { at += 1 }
      return .lineComment
    case UInt8(ascii: "/"):
      at += 2
      while at < limit, bytes[at] != UInt8(ascii: "*") || bytes[at + 1] != UInt8(ascii: "/") { at += 1 }
      at += 2
      return .blockComment
    default: return nil
    }
  }

  /// Whether a range has only white space.
  func isBlank(_ range: Range<Int>) -> Bool {
    bytes[range].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0a || $0 == 0x0d }
  }

  func hasNewline(_ range: Range<Int>) -> Bool {
    bytes[range].contains { $0 == 0x0a || $0 == 0x0d }
  }

  /// Returns the end of the white space after an offset on its line.
  func endOfSpace(from offset: Int, before limit: Int) -> Int {
    var end = offset
    while end < limit, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
    return end
  }

  /// Returns the start of the white space before an offset on its line.
  func startOfSpace(before offset: Int) -> Int {
    var start = offset
    while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
    return start
  }

  /// Whether there is only space before an offset on its line.
  func startsLine(_ offset: Int) -> Bool {
    let start = startOfSpace(before: offset)
    return start == 0 || bytes[start - 1] == 0x0a || bytes[start - 1] == 0x0d
  }

  /// Returns the indentation of the line of an offset.
  func indentation(at offset: Int) -> [UInt8] {
    var start = offset
    while start > 0, bytes[start - 1] != 0x0a, bytes[start - 1] != 0x0d { start -= 1 }
    if start == 0, bytes.starts(with: JSONBytes.byteOrderMark) { start = JSONBytes.byteOrderMark.count }
    return Array(bytes[start...].prefix { $0 == 0x20 || $0 == 0x09 })
  }
}

extension JSONStorage {
  var trivia: JSONTrivia { JSONTrivia(bytes: bytes) }

  /// Returns the indentation before an offset; `nil` if there is other text before it on its line.
  func indentation(ofLineStartingAt offset: Int) -> [UInt8]? {
    let start = trivia.startOfSpace(before: offset)
    guard start > 0, bytes[start - 1] == 0x0a || bytes[start - 1] == 0x0d else { return nil }
    return Array(bytes[start..<offset])
  }
}
