/// A whole screen as a value: screens draw it, tests compare it, curses paints it.
struct Grid: Hashable, Sendable {
  let size: Size
  private(set) var cells: [Cell]

  init(_ size: Size) {
    self.size = Size(width: max(0, size.width), height: max(0, size.height))
    cells = Array(repeating: .blank, count: self.size.width * self.size.height)
  }

  subscript(x: Int, y: Int) -> Cell {
    cells[y * size.width + x]
  }

  /// Returns one row's cells.
  func row(_ y: Int) -> ArraySlice<Cell> {
    cells[y * size.width..<(y + 1) * size.width]
  }

  /// Puts a piece of text at a position, and blanks the other half of a wide character that it covers in part.
  mutating func put(_ piece: VisibleText.Piece, x: Int, y: Int, style: Style) {
    guard y >= 0, y < size.height, x >= 0, x + piece.width <= size.width else { return }
    let index = makeRoom(x: x, y: y, columns: piece.width)
    cells[index] = Cell(character: piece.character, style: style)
    if piece.width == 2 { cells[index + 1] = Cell(continuationIn: style) }
  }

  /// Puts printable ASCII characters side by side, and blanks the other halves of wide characters that they cover in part.
  mutating func put(ascii text: UnsafeBufferPointer<UInt8>, x: Int, y: Int, style: Style) {
    guard y >= 0, y < size.height else { return }
    let first = max(0, -x)
    let count = min(text.count, size.width - x)
    guard first < count else { return }
    let index = makeRoom(x: x + first, y: y, columns: count - first)
    for place in first..<count { cells[index + place - first] = Cell(ascii: text[place], style: style) }
  }

  /// Blanks the other halves of wide characters that the columns cover in part, and returns the index of the first column.
  private mutating func makeRoom(x: Int, y: Int, columns: Int) -> Int {
    let index = y * size.width + x
    let next = index + columns
    if cells[index].isContinuation {
      cells[index - 1] = Cell(ascii: UInt8(ascii: " "), style: cells[index - 1].style)
    }
    if x + columns < size.width, cells[next].isContinuation {
      cells[next] = Cell(ascii: UInt8(ascii: " "), style: cells[next].style)
    }
    return index
  }

  /// Changes the ground of a position; its character and role stay.
  mutating func highlight(x: Int, y: Int, as ground: Style.Ground) {
    guard y >= 0, y < size.height, x >= 0, x < size.width else { return }
    cells[y * size.width + x].style.ground = ground
  }

  /// Blanks an area.
  mutating func clear(_ area: Rect, style: Style = Style()) {
    let blank = Cell(ascii: UInt8(ascii: " "), style: style)
    let columns = max(0, area.x)..<max(0, min(size.width, area.maxX), area.x)
    guard !columns.isEmpty else { return }
    for y in max(0, area.y)..<max(0, min(size.height, area.maxY), area.y) {
      let index = makeRoom(x: columns.lowerBound, y: y, columns: columns.count)
      for place in index..<index + columns.count { cells[place] = blank }
    }
  }
}
