extension Frame {
  /// Draws an empty frame with a title, and returns the area inside.
  mutating func drawBox(_ box: Rect, title: String) -> Rect {
    clear(box)
    guard box.width >= 2, box.height >= 2 else { return Rect(x: box.x, y: box.y, width: 0, height: 0) }
    drawRule(x: box.x, y: box.y, columns: box.width)
    drawRule(x: box.x, y: box.maxY - 1, columns: box.width)
    drawDivider(x: box.x, y: box.y, rows: box.height)
    drawDivider(x: box.maxX - 1, y: box.y, rows: box.height)
    draw(glyphs.topLeft, x: box.x, y: box.y, Style(.line))
    draw(glyphs.topRight, x: box.maxX - 1, y: box.y, Style(.line))
    draw(glyphs.bottomLeft, x: box.x, y: box.maxY - 1, Style(.line))
    draw(glyphs.bottomRight, x: box.maxX - 1, y: box.maxY - 1, Style(.line))
    if !title.isEmpty, box.width > 6 {
      let text = glyphs.visible.truncate(title, columns: box.width - 6)
      draw(" " + text + " ", x: box.x + 2, y: box.y, columns: box.width - 4, Style(.heading))
    }
    return box.inset(horizontally: 2, vertically: 1)
  }

  /// Draws the scroll bar of a list that is longer than its area, in the last column of the area.
  mutating func drawScrollBar(atEndOf area: Rect, top: Int, visible: Int? = nil, of count: Int) {
    drawScrollBar(
      in: Rect(x: area.maxX - 1, y: area.y, width: 1, height: area.height), top: top,
      visible: visible ?? area.height, of: count)
  }

  /// Draws the scroll bar of a list that is longer than its area.
  mutating func drawScrollBar(in area: Rect, top: Int, visible: Int, of count: Int) {
    guard count > visible, area.height > 1, visible > 0 else { return }
    let length = max(1, area.height * visible / count)
    let travel = max(1, count - visible)
    let start = min(area.height - length, (area.height - length) * min(top, travel) / travel)
    for row in 0..<length {
      draw(glyphs.thumb, x: area.x, y: area.y + start + row, Style(.line))
    }
  }

  /// Fills the line of a list's focused row, marks it, and puts the cursor there.
  mutating func drawFocus(in line: Rect) {
    clear(line, Style(.text, on: .focus))
    draw(glyphs.pointer, x: line.x, y: line.y, Style(.key, on: .focus))
    cursor = Point(x: line.x, y: line.y)
  }
}
