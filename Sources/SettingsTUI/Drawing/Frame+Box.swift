extension Frame {
  /// Draws an empty frame with a title, and returns the area inside.
  mutating func drawBox(_ box: Rect, title: String) -> Rect {
    clearCutWords(beside: box)
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

  /// Blanks the words of which a box covers a part: what remains of them can't be read.
  private mutating func clearCutWords(beside box: Rect) {
    for y in max(0, box.y)..<max(0, min(grid.size.height, box.maxY)) {
      func isWord(_ x: Int) -> Bool {
        guard (0..<grid.size.width).contains(x) else { return false }
        let cell = grid[x, y]
        return cell.isContinuation || (cell != .blank && cell.style.role != .line && cell.character != " ")
      }
      // A word beside the box ends there.
      if isWord(box.x), isWord(box.x - 1) {
        var x = box.x - 1
        while isWord(x) { x -= 1 }
        clear(Rect(x: x + 1, y: y, width: box.x - x - 1, height: 1))
      }
      if isWord(box.maxX - 1), isWord(box.maxX) {
        var x = box.maxX
        while isWord(x) { x += 1 }
        clear(Rect(x: box.maxX, y: y, width: x - box.maxX, height: 1))
      }
    }
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

  /// Marks the line of a list's focused row, and puts the cursor there.
  ///
  /// Beside the pointer, only the label of the row is highlighted, in all lists: with each step through a list, the terminal receives
  /// everything from the first to the last changed cell.
  mutating func drawFocus(in line: Rect) {
    draw(glyphs.pointer, x: line.x, y: line.y)
    cursor = Point(x: line.x, y: line.y)
  }

  /// Draws the spans of a list's row, of which the first one is the label.
  mutating func drawRow(_ spans: [Span], x: Int, y: Int, columns: Int, isFocused: Bool) {
    draw(spans, x: x, y: y, columns: columns)
    guard isFocused, let label = spans.first else { return }
    let blanks = label.text.prefix { $0 == " " }.count
    let width = min(columns, glyphs.visible.width(of: label.text))
    for column in blanks..<max(blanks, width) { grid.highlight(x: x + column, y: y, as: .focus) }
  }
}
