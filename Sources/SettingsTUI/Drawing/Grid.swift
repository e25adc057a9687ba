/// A whole screen as a value: screens draw it, tests compare it, curses paints it.
///
/// A wide character takes two cells, and the right one is marked as a continuation. Neither half may stay alone, because no terminal shows
/// half a character: whatever is drawn over one of them blanks the other (`makeRoom`).
///
///     "日本語" drawn at 0       [日][ ][本][ ][語][ ]
///     then "x" drawn at 1      [ ][x][本][ ][語][ ]
///
/// What doesn't fit into the grid is left out; no position is an error. A grid is an array of 16-byte cells, row by row: 80 by 24 cells are
/// 30 KB. ``Terminal/paint(_:)`` compares each row with the row of the last frame.
struct Grid: Hashable, Sendable {
  let size: Size
  private(set) var cells: [Cell]

  /// Creates a blank grid; a negative width or height counts as 0.
  init(_ size: Size) {
    self.size = Size(width: max(0, size.width), height: max(0, size.height))
    cells = Array(repeating: .blank, count: self.size.width * self.size.height)
  }

  /// The cell of a position, which must be inside the grid.
  subscript(x: Int, y: Int) -> Cell {
    cells[y * size.width + x]
  }

  func row(_ y: Int) -> ArraySlice<Cell> {
    cells[y * size.width..<(y + 1) * size.width]
  }

  /// Puts a piece of text at a position, and blanks the other half of a wide character that it covers in part.
  ///
  /// A piece that isn't completely inside the grid isn't put at all: of a wide character at the right edge, no half is left.
  mutating func put(_ piece: VisibleText.Piece, x: Int, y: Int, style: Style) {
    guard y >= 0, y < size.height, x >= 0, x + piece.width <= size.width else { return }
    let index = makeRoom(x: x, y: y, columns: piece.width)
    cells[index] = Cell(character: piece.character, style: style)
    if piece.width == 2 { cells[index + 1] = Cell(continuationIn: style) }
  }

  /// Puts printable ASCII characters side by side, and blanks the other halves of wide characters that they cover in part.
  ///
  /// What is outside of the grid on the left or right is cut off. The caller has checked that all bytes are printable, so each byte becomes
  /// a cell, without a string or a character in between. Nearly all text of a screen is drawn this way.
  mutating func put(ascii text: UnsafeBufferPointer<UInt8>, x: Int, y: Int, style: Style) {
    guard y >= 0, y < size.height else { return }
    let first = max(0, -x)
    let count = min(text.count, size.width - x)
    guard first < count else { return }
    let index = makeRoom(x: x + first, y: y, columns: count - first)
    for place in first..<count { cells[index + place - first] = Cell(ascii: text[place], style: style) }
  }

  /// Blanks the other halves of wide characters that the columns cover in part, and returns the index of the first column.
  ///
  /// Only the two ends can cut a character in half: if the first column is a right half, its left half is before it, and if the column
  /// after the last one is a right half, its left half is about to be covered. A blanked half keeps its style, so the ground of the row has
  /// no hole there.
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

  /// Changes the ground of a position; its character and role stay. Positions outside of the grid are ignored.
  mutating func highlight(x: Int, y: Int, as ground: Style.Ground) {
    guard y >= 0, y < size.height, x >= 0, x < size.width else { return }
    cells[y * size.width + x].style.ground = ground
  }

  /// Blanks an area, and the other halves of wide characters at its edges. The part outside of the grid is ignored.
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

/// One position of the screen.
///
/// A character and its style are packed into 128 bits, so whole screens are copied and compared as plain memory: a frame has thousands of
/// cells, and reference counting for each would cost more than the rest of a key press.
///
///     front   63 ─ 62……42 ─ 41……21 ─ 20……0         three scalars: the base character and two marks
///     rest    63…56 ─ 55…48 ─ 47…42 ─ 41…21 ─ 20…0   ground, role, unused, two more scalars
///
/// A scalar needs 21 bits, since the last one is U+10FFFF. Five scalars are what curses keeps of a character (`CCHARW_MAX`), so further
/// marks would be lost anyway. An unused place is 0, and so is the whole `front` of the right half of a wide character; U+0000 itself never
/// gets here, because ``VisibleText`` spells it.
struct Cell: Hashable, Sendable {
  /// The first three scalars, 21 bits each, the first one lowest.
  private let front: UInt64
  /// The other two scalars, with the style above them.
  private var rest: UInt64

  /// Creates a cell of a spacing character with the marks that curses can keep; scalars from the sixth on are dropped.
  init(character: Character, style: Style) {
    var front: UInt64 = 0
    var rest: UInt64 = 0
    var place: UInt64 = 0
    for scalar in character.unicodeScalars {
      if place < 3 {
        front |= UInt64(scalar.value) << (place * Self.scalarBits)
      } else if place < 5 {
        rest |= UInt64(scalar.value) << ((place - 3) * Self.scalarBits)
      }
      place += 1
    }
    self.front = front
    self.rest = rest
    self.style = style
  }

  /// Creates a cell of a printable ASCII character, without the way through a ``Character``.
  init(ascii: UInt8, style: Style) {
    front = UInt64(ascii)
    rest = 0
    self.style = style
  }

  init(continuationIn style: Style) {
    self.init(ascii: 0, style: style)
  }

  static let blank = Cell(ascii: UInt8(ascii: " "), style: Style())

  /// Whether this is the right half of a wide character. It has a style, since the ground of a row goes on under it, but no scalar.
  var isContinuation: Bool { front == 0 }

  var style: Style {
    get {
      Style(
        Style.Role(rawValue: UInt8(truncatingIfNeeded: rest >> Self.roleShift)) ?? .text,
        on: Style.Ground(rawValue: UInt8(truncatingIfNeeded: rest >> Self.groundShift)) ?? .plain)
    }
    set {
      rest =
        rest & Self.scalarsOfRest | UInt64(newValue.role.rawValue) << Self.roleShift
        | UInt64(newValue.ground.rawValue) << Self.groundShift
    }
  }

  /// The spacing character with its marks; a NUL in the right half of a wide character.
  ///
  /// It makes a string each time, so painting uses ``forEachScalar(_:)`` instead.
  var character: Character {
    var text = String.UnicodeScalarView()
    forEachScalar { text.append(Unicode.Scalar($0) ?? " ") }
    return String(text).first ?? "\0"
  }

  /// Calls the body with each scalar, the base first; never for the right half of a wide character.
  func forEachScalar(_ body: (UInt32) -> Void) {
    Self.forEachScalar(in: front, body)
    Self.forEachScalar(in: rest & Self.scalarsOfRest, body)
  }

  private static func forEachScalar(in bits: UInt64, _ body: (UInt32) -> Void) {
    var bits = bits
    while bits != 0 {
      body(UInt32(truncatingIfNeeded: bits & scalar))
      bits >>= scalarBits
    }
  }

  private static let scalarBits: UInt64 = 21
  private static let scalar: UInt64 = (1 << 21) - 1
  private static let scalarsOfRest: UInt64 = (1 << 42) - 1
  // The style has the two highest bytes, above the 42 bits of the scalars.
  private static let roleShift: UInt64 = 48
  private static let groundShift: UInt64 = 56
}

/// The part of a link's text that is in one row of the screen.
///
/// A link that wraps over three rows is three values with one address. The terminal highlights them together, because ``sequence(in:_:)``
/// gives them the same identifier, a hash of the address.
struct Hyperlink: Hashable, Sendable {
  let address: String
  let place: Point
  let columns: Int

  /// Whether a terminal may open the address: a web or mail address of printable ASCII that isn't too long.
  ///
  /// A form of another program must not make a terminal open files or run its own protocols: `file:///etc/passwd` and `javascript:…` stay
  /// text. An address with an Esc would end the sequence of the link early. VTE ignores addresses of more than 2083 bytes.
  var isSafe: Bool {
    address.utf8.count <= 2083 && address.utf8.allSatisfy { (0x21..<0x7F).contains($0) }
      && ["https://", "http://", "mailto:"].contains { address.lowercased().hasPrefix($0) }
  }
}
