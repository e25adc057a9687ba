import SettingsForm

/// The starts of the lines of a file, to convert byte offsets to lines and columns.
struct LineTable {
  private let file: SourceFile
  private let starts: [Int]

  /// Finds the lines, in time linear in the size of the file.
  init(_ file: SourceFile) {
    self.file = file
    var starts = [0]
    for offset in 0..<file.count where file.endsLine(at: offset) { starts.append(offset + 1) }
    self.starts = starts
  }

  /// Returns the line and column of a byte.
  func position(of offset: Int) -> SourcePosition {
    let line = lineIndex(of: offset)
    var column = 1
    for byte in file.bytes[starts[line]..<max(starts[line], min(offset, file.count))]
    where byte & 0xC0 != 0x80 {
      column += 1
    }
    return SourcePosition(line: line + 1, column: column)
  }

  /// Returns the number of the line that contains a byte, from 1.
  func number(of offset: Int) -> Int { lineIndex(of: offset) + 1 }

  /// Returns the line that contains a byte, without its end.
  func line(of offset: Int) -> String {
    let start = starts[lineIndex(of: offset)]
    var end = start
    while end < file.count, !file.bytes[end].isNewline {
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
