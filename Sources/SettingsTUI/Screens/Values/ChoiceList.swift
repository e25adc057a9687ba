import Settings

/// Draws choices with their help, in a box at the focused row of the screen below.
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
  /// What Enter does while the query is typed.
  var acceptHint: String?

  /// Draws the list and the help of the focused choice.
  @MainActor
  func draw(_ list: inout FilteredList, in frame: inout Frame, _ context: ScreenContext) {
    let visible = frame.glyphs.visible
    let screen = frame.area
    let markColumns = 4
    let widest = rows.prefix(500).reduce(visible.width(of: title) + 4) { widest, row in
      max(widest, visible.width(of: row.choice.title) + (row.isDefault ? 9 : 0))
    }
    let hasHelp = rows.prefix(500).contains { !$0.choice.help.isEmpty }
    let width = min(screen.width - 2, max(widest + markColumns + 6, hasHelp ? 50 : 38))
    let helpHeight = hasHelp && screen.height >= 12 ? 3 : 0
    let queryHeight = list.isActive ? 1 : 0
    let height = min(screen.height - 2, rows.count + 2 + queryHeight + helpHeight)
    let box = Self.place(Size(width: width, height: height), at: frame.cursor, in: screen)
    var inner = frame.drawBox(box, title: title)
    let query = inner.removeTop(queryHeight)
    let help = inner.removeBottom(min(helpHeight, max(0, inner.height - 1)))
    let places = list.layOut(height: inner.height, of: rows.count)
    frame.cursor = Point(x: inner.x - 1, y: inner.y)
    for place in places {
      guard let row = list.row(at: place, of: rows.count) else { continue }
      let line = Rect(
        x: inner.x - 1, y: inner.y + place - places.lowerBound, width: inner.width + 2, height: 1)
      draw(rows[row], in: line, isFocused: place == list.state.focus, &frame)
      frame.add(.row(place, pane: .settings), in: line)
    }
    if places.isEmpty {
      frame.draw(
        context.nothingMatches, x: inner.x, y: inner.y, columns: inner.width, Style(.secondary))
    }
    frame.drawScrollBar(
      in: Rect(x: inner.maxX + 1, y: inner.y, width: 1, height: inner.height), top: list.state.top,
      visible: inner.height, of: list.count(of: rows.count))
    if help.height > 1, let focused = list.focusedRow(of: rows.count) {
      let lines = frame.glyphs.lines(
        ofHelp: rows[focused].choice.help, columns: help.width, atMost: help.height - 1, .secondary)
      frame.drawFooter(lines, in: help.inset(horizontally: -1))
    }
    let hints = Rect(x: 0, y: screen.maxY - 1, width: screen.width, height: 1)
    frame.drawHints(
      keyContext, context, naming: acceptHint.map { [.accept: $0] } ?? [:],
      note: keyContext == .picker ? "Letters filter" : "", in: hints)
    frame.drawQuery(list, of: rows.count, in: query)
  }

  /// Returns the place of a box: below or above the row of the cursor, which stays visible, if there is room for some rows; else in
  /// the middle.
  static func place(_ size: Size, at row: Point, in screen: Rect) -> Rect {
    // The last line has the hints, the first one the title.
    let below = screen.maxY - 1 - (row.y + 1)
    let above = row.y - (screen.y + 1)
    let room = below >= size.height || below >= above ? below : above
    guard room >= min(size.height, leastHeight) else {
      return screen.centered(width: size.width, height: size.height)
    }
    let height = min(size.height, room)
    return Rect(
      x: max(screen.x, min(row.x + 2, screen.maxX - size.width - 1)),
      y: room == below ? row.y + 1 : row.y - height, width: size.width, height: height)
  }

  /// The height in lines from which a box beside its row is better than one in the middle that covers the row.
  private static let leastHeight = 8

  private func draw(_ row: Row, in line: Rect, isFocused: Bool, _ frame: inout Frame) {
    if isFocused { frame.drawFocus(in: line) }
    frame.draw(row.mark, x: line.x + 1, y: line.y, columns: 3, Style(.value))
    var spans = [Span(row.choice.title, row.choice.isDeprecated ? .secondary : .text)]
    if row.choice.isDeprecated { spans.append(Span(" \(frame.glyphs.deprecated)", .changed)) }
    if row.isDefault { spans.append(Span("  default", .secondary)) }
    frame.drawRow(spans, x: line.x + 5, y: line.y, columns: line.width - 6, isFocused: isFocused)
  }
}

extension RowStrings {
  /// Creates the strings of a choice; its value is found, too, because files and commands have it.
  init(_ choice: FormChoice) {
    self.init(name: choice.title, value: choice.value.plainText, help: choice.help)
  }
}
