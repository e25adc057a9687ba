import SettingsForm

/// Where the lines of a file start, to turn byte offsets into lines and columns.
struct LineTable {
  private let file: SourceFile
  private let starts: [Int]

  /// Finds the lines; linear in the file's size.
  init(_ file: SourceFile) {
    self.file = file
    var starts = [0]
    for offset in 0..<file.count {
      let byte = file.bytes[offset]
      let endsLine =
        byte == Byte.lineFeed || byte == Byte.carriageReturn && file.bytes[offset + 1] != Byte.lineFeed
      if endsLine { starts.append(offset + 1) }
    }
    self.starts = starts
  }

  /// The line and column of a byte.
  func position(of offset: Int) -> SourcePosition {
    let line = lineIndex(of: offset)
    var column = 1
    for byte in file.bytes[starts[line]..<max(starts[line], min(offset, file.count))]
    where byte & 0xC0 != 0x80 {
      column += 1
    }
    return SourcePosition(line: line + 1, column: column)
  }

  /// The number of the line that holds a byte, from 1.
  func number(of offset: Int) -> Int { lineIndex(of: offset) + 1 }

  /// The line that holds a byte, without its end.
  func line(of offset: Int) -> String {
    let start = starts[lineIndex(of: offset)]
    var end = start
    while end < file.count, file.bytes[end] != Byte.lineFeed, file.bytes[end] != Byte.carriageReturn {
      end += 1
    }
    return file.text(SourceRange(start: start, end: end))
  }

  private func lineIndex(of offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
