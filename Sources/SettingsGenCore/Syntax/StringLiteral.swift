/// String literals of Swift.
enum StringLiteral {
  /// Returns the value of a literal; `nil` if it has interpolations or is malformed.
  static func value(of range: SourceRange, in file: SourceFile) -> String? {
    var bytes = file.bytes[range.start..<range.end]
    var hashes = 0
    while bytes.first == Byte.pound {
      bytes = bytes.dropFirst()
      hashes += 1
    }
    bytes = bytes.dropLast(hashes)
    let quotes = [UInt8](repeating: Byte.quote, count: 3)
    let isMultiline =
      bytes.count >= 6 && bytes.starts(with: quotes) && bytes.dropFirst(3).first?.isNewline == true
    let text = bytes.dropFirst(isMultiline ? 3 : 1).dropLast(isMultiline ? 3 : 1)
    if isMultiline { return multiline(text, hashes: hashes) }
    return unescaped(text, hashes: hashes)
  }

  /// Removes the indentation and the outer line ends, and joins lines at a `\`.
  private static func multiline(_ text: ArraySlice<UInt8>, hashes: Int) -> String? {
    var lines: [ArraySlice<UInt8>] = []
    var start = text.startIndex
    var index = start
    while index < text.endIndex {
      if text[index].isNewline {
        lines.append(text[start..<index])
        if text[index] == Byte.carriageReturn, index + 1 < text.endIndex, text[index + 1] == Byte.lineFeed {
          index += 1
        }
        start = index + 1
      }
      index += 1
    }
    let indent = text[start...]
    var result = ""
    var isJoined = true
    for line in lines.dropFirst() {
      let content = line.starts(with: indent) ? line.dropFirst(indent.count) : line.drop { $0.isSpace }
      let (kept, joinsNext) = withoutJoin(content, hashes: hashes)
      guard let piece = unescaped(kept, hashes: hashes) else { return nil }
      if !isJoined { result += "\n" }
      result += piece
      isJoined = joinsNext
    }
    return result
  }

  /// Removes a `\` at the end of a line.
  private static func withoutJoin(_ line: ArraySlice<UInt8>, hashes: Int) -> (ArraySlice<UInt8>, Bool) {
    var end = line.endIndex
    while end > line.startIndex, line[end - 1].isSpace { end -= 1 }
    let mark = [Byte.backslash] + [UInt8](repeating: Byte.pound, count: hashes)
    let head = line[..<end]
    guard head.count >= mark.count, head.suffix(mark.count).elementsEqual(mark) else { return (line, false) }
    if hashes == 0 {
      let slashes = head.reversed().prefix { $0 == Byte.backslash }.count
      if slashes % 2 == 0 { return (line, false) }
    }
    return (head.dropLast(mark.count), true)
  }

  private static func unescaped(_ text: ArraySlice<UInt8>, hashes: Int) -> String? {
    let mark = [Byte.backslash] + [UInt8](repeating: Byte.pound, count: hashes)
    var result: [UInt8] = []
    var rest = text
    while let byte = rest.first {
      guard byte == Byte.backslash, rest.starts(with: mark) else {
        result.append(byte)
        rest = rest.dropFirst()
        continue
      }
      rest = rest.dropFirst(mark.count)
      guard let escape = rest.first else { return nil }
      rest = rest.dropFirst()
      switch escape {
      case UInt8(ascii: "0"): result.append(0)
      case UInt8(ascii: "n"): result.append(Byte.lineFeed)
      case UInt8(ascii: "r"): result.append(Byte.carriageReturn)
      case UInt8(ascii: "t"): result.append(Byte.tab)
      case Byte.backslash, Byte.quote, Byte.apostrophe: result.append(escape)
      case UInt8(ascii: "u"):
        guard rest.first == Byte.leftBrace, let end = rest.firstIndex(of: Byte.rightBrace),
          let value = UInt32(String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self), radix: 16),
          let scalar = Unicode.Scalar(value)
        else { return nil }
        result += Array(String(Character(scalar)).utf8)
        rest = rest[(end + 1)...]
      default: return nil
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
