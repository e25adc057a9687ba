/// What one position of the screen shows.
struct Cell: Hashable, Sendable {
  /// A spacing character with its marks; a NUL in the right half of a wide one.
  var character: Character
  var style: Style

  static let blank = Cell(character: " ", style: Style())

  /// Whether this is the right half of a wide character.
  var isContinuation: Bool { character == Cell.continuation }

  static let continuation: Character = "\0"
}

/// A whole screen as a value: what is drawn by the screens, compared by the tests and painted by curses.
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

  /// One row's cells.
  func row(_ y: Int) -> ArraySlice<Cell> {
    cells[y * size.width..<(y + 1) * size.width]
  }

  /// Puts a piece of text at a position; what it covers by half becomes blank.
  mutating func put(_ piece: VisibleText.Piece, x: Int, y: Int, style: Style) {
    guard y >= 0, y < size.height, x >= 0, x + piece.width <= size.width else { return }
    let index = y * size.width + x
    let last = index + piece.width - 1
    if cells[index].isContinuation { cells[index - 1].character = " " }
    if x + piece.width < size.width, cells[last + 1].isContinuation { cells[last + 1].character = " " }
    cells[index] = Cell(character: piece.character, style: style)
    if piece.width == 2 { cells[last] = Cell(character: Cell.continuation, style: style) }
  }

  /// Makes a part blank.
  mutating func clear(_ area: Rect, style: Style = Style()) {
    let blank = VisibleText.Piece(character: " ", width: 1, isSubstitute: false)
    for y in max(0, area.y)..<max(0, min(size.height, area.maxY), area.y) {
      for x in max(0, area.x)..<max(0, min(size.width, area.maxX), area.x) {
        put(blank, x: x, y: y, style: style)
      }
    }
  }

  /// Changes what a part stands on and leaves its text.
  mutating func setGround(_ ground: Style.Ground, in area: Rect) {
    for y in max(0, area.y)..<max(0, min(size.height, area.maxY), area.y) {
      for x in max(0, area.x)..<max(0, min(size.width, area.maxX), area.x) {
        cells[y * size.width + x].style.ground = ground
      }
    }
  }

  /// The rows as text, without styles and trailing blanks.
  var text: String {
    (0..<size.height)
      .map { y in
        var line = String(row(y).lazy.filter { !$0.isContinuation }.map(\.character))
        while line.hasSuffix(" ") { line.removeLast() }
        return line
      }
      .joined(separator: "\n")
  }
}
