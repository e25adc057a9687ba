import Settings

/// Draws choices with their help, in a box over the screen below.
struct ChoiceList {
  /// A choice in the list.
  struct Row {
    var mark: String
    var choice: FormChoice
    var isDefault: Bool
  }

  var title: String
  var rows: [Row]
  var keyContext: KeyContext

  /// Draws the list and the help of the focused choice.
  @MainActor
  func draw(_ list: inout ListState, in frame: inout Frame, _ context: ScreenContext) {
    let visible = frame.glyphs.visible
    let screen = frame.area
    let markColumns = 4
    let widest = rows.prefix(500).reduce(visible.width(of: title) + 4) { widest, row in
      max(widest, visible.width(of: row.choice.title) + (row.isDefault ? 9 : 0))
    }
    let hasHelp = rows.prefix(500).contains { !$0.choice.help.isEmpty }
    let width = min(screen.width - 2, max(widest + markColumns + 6, hasHelp ? 50 : 34))
    let helpHeight = hasHelp && screen.height >= 12 ? 3 : 0
    let height = min(screen.height - 2, rows.count + 2 + helpHeight)
    var inner = frame.drawBox(screen.centered(width: width, height: height), title: title)
    let help = inner.removeBottom(helpHeight)
    list.layOut(height: inner.height, count: rows.count)
    let end = min(rows.count, list.top + inner.height)
    for row in list.top..<max(list.top, end) {
      let line = Rect(x: inner.x - 1, y: inner.y + row - list.top, width: inner.width + 2, height: 1)
      draw(rows[row], in: line, isFocused: row == list.focus, &frame)
      frame.add(.row(row, pane: .settings), in: line)
    }
    frame.drawScrollBar(
      in: Rect(x: inner.maxX + 1, y: inner.y, width: 1, height: inner.height), top: list.top,
      visible: inner.height, of: rows.count)
    if helpHeight > 0, rows.indices.contains(list.focus) {
      frame.drawRule(x: help.x - 1, y: help.y, columns: help.width + 2)
      let lines = visible.wrap(rows[list.focus].choice.help, columns: help.width, atMost: helpHeight - 1)
      for (index, text) in lines.enumerated() {
        frame.draw(text, x: help.x, y: help.y + 1 + index, columns: help.width, Style(.secondary))
      }
    }
    frame.drawHints(keyContext, context, in: Rect(x: 0, y: screen.maxY - 1, width: screen.width, height: 1))
  }

  private func draw(_ row: Row, in line: Rect, isFocused: Bool, _ frame: inout Frame) {
    let ground: Style.Ground = isFocused ? .focus : .plain
    if isFocused {
      frame.clear(line, Style(.text, on: ground))
      frame.draw(frame.glyphs.pointer, x: line.x, y: line.y, Style(.key, on: ground))
      frame.cursor = Point(x: line.x, y: line.y)
    }
    frame.draw(row.mark, x: line.x + 1, y: line.y, columns: 3, Style(.value, on: ground))
    var spans = [Span(row.choice.title, row.choice.isDeprecated ? .secondary : .text)]
    if row.choice.isDeprecated { spans.append(Span(" \(frame.glyphs.deprecated)", .changed)) }
    if row.isDefault { spans.append(Span("  default", .secondary)) }
    frame.draw(spans, x: line.x + 5, y: line.y, columns: line.width - 6, on: ground)
  }
}
