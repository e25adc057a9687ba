import Settings

extension Frame {
  /// Draws a line that is edited, scrolled so that the caret is visible, and puts the cursor there.
  ///
  /// Cost: linear in the columns.
  mutating func drawField(_ line: LineEditor, x: Int, y: Int, columns: Int, isMasked: Bool = false) {
    guard columns > 1 else { return }
    clear(Rect(x: x, y: y, width: columns, height: 1), Style(.text, on: .field))
    let ground: Style.Ground = line.isSelected ? .focus : .field
    let characters = line.characters
    func width(_ index: Int) -> Int { isMasked ? 1 : glyphs.visible.width(of: characters[index]) }

    // Go left from the caret as far as the columns allow. The caret itself takes one column.
    var first = line.caret
    var before = 0
    while first > 0 {
      let next = width(first - 1)
      let marker = first > 1 ? 1 : 0
      if before + next + marker > columns - 1 { break }
      before += next
      first -= 1
    }
    var column = 0
    if first > 0 {
      draw(glyphs.beginsBefore, x: x, y: y, Style(.secondary, on: .field))
      column = 1
    }
    cursor = Point(x: min(x + columns - 1, x + column + before), y: y)
    var index = first
    while index < characters.count, column < columns {
      let isLast = index == characters.count - 1
      let next = width(index)
      if column + next > columns - (isLast ? 0 : 1) {
        draw(glyphs.continues, x: x + columns - 1, y: y, Style(.secondary, on: .field))
        break
      }
      if isMasked {
        draw(Secrecy.maskCharacter, x: x + column, y: y, Style(.text, on: ground))
      } else {
        var offset = column
        glyphs.visible.pieces(of: characters[index]) { piece in
          grid.put(
            piece, x: x + offset, y: y, style: Style(piece.isSubstitute ? .substitute : .text, on: ground))
          offset += piece.width
        }
      }
      column += next
      index += 1
    }
  }
}
