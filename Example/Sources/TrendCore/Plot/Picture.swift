/// Rows of colored characters.
public struct Picture: Hashable, Sendable {
  /// One character.
  public struct Cell: Hashable, Sendable {
    /// The character.
    public var character: Character
    /// Its meaning.
    public var ink: Ink
    /// Whether it has the shaded background.
    public var isShaded: Bool

    /// Creates a cell.
    public init(_ character: Character, ink: Ink = .text, isShaded: Bool = false) {
      self.character = character
      self.ink = ink
      self.isShaded = isShaded
    }
  }

  /// The rows from the top.
  public var rows: [[Cell]]

  /// Creates a picture from rows.
  public init(rows: [[Cell]]) {
    self.rows = rows
  }

  /// Creates a picture from a line of text.
  public init(_ text: String, ink: Ink = .text) {
    rows = [text.map { Cell($0, ink: ink) }]
  }

  /// The picture for a terminal, with colors if there is a palette (ECMA-48 SGR), each row ending with a line feed.
  public func text(palette: Palette?) -> String {
    rows.map { row in
      guard let palette else { return String(row.map(\.character)) + "\n" }
      var text = ""
      var color = Color.standard
      var isShaded = false
      for cell in row {
        if cell.isShaded != isShaded {
          isShaded = cell.isShaded
          text += isShaded ? "\u{1B}[48;5;236m" : "\u{1B}[49m"
        }
        if cell.character != " " && palette[cell.ink] != color {
          color = palette[cell.ink]
          text += "\u{1B}[\(color.rawValue)m"
        }
        text.append(cell.character)
      }
      return text + (color == .standard && !isShaded ? "\n" : "\u{1B}[0m\n")
    }.joined()
  }
}
