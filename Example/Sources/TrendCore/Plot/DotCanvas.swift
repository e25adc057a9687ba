/// A drawing area of dots, two by four to a character, as the Braille patterns have them.
///
/// The patterns are U+2800 plus one bit a dot (The Unicode Standard, “Braille Patterns”).
struct DotCanvas {
  let width: Int
  let height: Int
  private var cells: [(bits: UInt8, ink: Ink)]

  /// Creates an empty area of some columns and rows.
  init(columns: Int, rows: Int) {
    width = columns * 2
    height = rows * 4
    cells = Array(repeating: (0, .text), count: columns * rows)
  }

  /// Sets a dot, counted from the upper left corner; outside the area nothing happens. The last ink colors its cell.
  mutating func set(x: Int, y: Int, ink: Ink) {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return }
    let bit: [UInt8] = [0, 3, 1, 4, 2, 5, 6, 7]
    let index = y / 4 * (width / 2) + x / 2
    cells[index].bits |= 1 << bit[y % 4 * 2 + x % 2]
    cells[index].ink = ink
  }

  /// Draws a line of dots, each next to the one before.
  mutating func line(from start: (x: Int, y: Int), to end: (x: Int, y: Int), ink: Ink) {
    let steps = max(abs(end.x - start.x), abs(end.y - start.y), 1)
    for step in 0...steps {
      let part = Double(step) / Double(steps)
      let x = Double(start.x) + part * Double(end.x - start.x)
      let y = Double(start.y) + part * Double(end.y - start.y)
      set(x: Int(x.rounded()), y: Int(y.rounded()), ink: ink)
    }
  }

  /// The characters of a row.
  func row(_ row: Int) -> [Picture.Cell] {
    cells[row * (width / 2)..<(row + 1) * (width / 2)].map { cell in
      guard cell.bits > 0 else { return Picture.Cell(" ") }
      return Picture.Cell(Character(UnicodeScalar(0x2800 + UInt32(cell.bits)) ?? " "), ink: cell.ink)
    }
  }
}
