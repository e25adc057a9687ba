/// A screen while it is drawn: the grid, the position of the cursor, and the targets of clicks.
struct Frame: Sendable {
  /// What a click or the wheel acts on.
  enum Target: Hashable, Sendable {
    /// A row of a list, which the pane identifies.
    case row(Int, pane: Pane)
    /// A button of a dialog.
    case button(Int)
    /// A hint in the last line, by the name of its command.
    case hint(String)
    /// A part that the wheel scrolls.
    case pane(Pane)
  }

  /// The lists that one screen can have.
  enum Pane: Hashable, Sendable {
    case sections
    case settings
    case help
  }

  let glyphs: Glyphs
  var grid: Grid
  /// The position of the terminal's cursor.
  var cursor = Point(x: 0, y: 0)
  /// The links of the text that was drawn.
  private(set) var hyperlinks: [Hyperlink] = []
  private var targets: [(area: Rect, target: Target)] = []

  init(_ size: Size, glyphs: Glyphs) {
    self.glyphs = glyphs
    grid = Grid(size)
  }

  var area: Rect { Rect(grid.size) }

  /// Adds the target of clicks in an area. Where areas overlap, the last target applies.
  mutating func add(_ target: Target, in area: Rect) {
    targets.append((area, target))
  }

  /// Removes all targets and links, because a dialog covers them.
  mutating func dropTargets() {
    targets.removeAll()
    hyperlinks.removeAll()
  }

  /// Returns the target at a position.
  func target(at point: Point) -> Target? {
    targets.last { $0.area.contains(point) }?.target
  }

  /// Draws text on one line, cut with an ellipsis where the columns end, and returns the columns used.
  @discardableResult
  mutating func draw(_ text: String, x: Int, y: Int, columns: Int, _ style: Style = Style()) -> Int {
    guard columns > 0, y >= 0, y < grid.size.height else { return 0 }
    if let used = draw(ascii: text, x: x, y: y, columns: columns, style) { return used }
    var used = 0
    for character in glyphs.visible.truncate(text, columns: columns) {
      glyphs.visible.pieces(of: character) { piece in
        guard used + piece.width <= columns else { return }
        var style = style
        if piece.isSubstitute, style.role != .secondary { style.role = .substitute }
        grid.put(piece, x: x + used, y: y, style: style)
        used += piece.width
      }
    }
    return used
  }

  /// Draws printable ASCII that fits the columns, as nearly all strings do; returns `nil` for other strings.
  private mutating func draw(ascii text: String, x: Int, y: Int, columns: Int, _ style: Style) -> Int? {
    guard VisibleText.isPrintableASCII(text, atMost: columns) else { return nil }
    var text = text
    text.withUTF8 { grid.put(ascii: $0, x: x, y: y, style: style) }
    return text.utf8.count
  }

  /// Draws one character.
  mutating func draw(_ glyph: Character, x: Int, y: Int, _ style: Style = Style()) {
    grid.put(.init(character: glyph, width: 1, isSubstitute: false), x: x, y: y, style: style)
  }

  /// Draws pieces of text in several styles one after the other, and returns the columns used.
  @discardableResult
  mutating func draw(_ spans: [Span], x: Int, y: Int, columns: Int, on ground: Style.Ground = .plain) -> Int {
    var used = 0
    for (index, span) in spans.enumerated() where used < columns {
      var text = span.text
      // A span that takes exactly the rest of the columns gets a space that doesn't fit, and so an ellipsis, if others follow it.
      if index + 1 < spans.count, glyphs.visible.width(of: text) == columns - used,
        spans[(index + 1)...].contains(where: { !$0.text.isEmpty })
      {
        text += " "
      }
      let drawn = draw(text, x: x + used, y: y, columns: columns - used, Style(span.role, on: ground))
      if let address = span.address, drawn > 0 {
        hyperlinks.append(Hyperlink(address: address, place: Point(x: x + used, y: y), columns: drawn))
      }
      used += drawn
    }
    return used
  }

  /// Draws lines in an area, as many as fit.
  mutating func draw(_ lines: some Sequence<[Span]>, in area: Rect) {
    for (row, spans) in lines.prefix(area.height).enumerated() {
      draw(spans, x: area.x, y: area.y + row, columns: area.width)
    }
  }

  /// Draws lines below a rule at the top of an area, as many as fit.
  mutating func drawFooter(_ lines: some Sequence<[Span]>, in area: Rect) {
    drawRule(in: area)
    draw(lines, in: Rect(x: area.x + 1, y: area.y + 1, width: area.width - 2, height: area.height - 1))
  }

  /// Draws a sentence in place of the rows of an empty list.
  mutating func drawNote(_ text: String, _ role: Style.Role = .secondary, in area: Rect) {
    draw(text, x: area.x + 1, y: area.y, columns: area.width - 2, Style(role))
  }

  /// Returns the number of columns that the spans take.
  func width(of spans: [Span]) -> Int {
    spans.reduce(0) { $0 + glyphs.visible.width(of: $1.text) }
  }

  /// Draws a line of frame characters at the top of an area.
  mutating func drawRule(in area: Rect) { drawRule(x: area.x, y: area.y, columns: area.width) }

  /// Draws a line of frame characters.
  mutating func drawRule(x: Int, y: Int, columns: Int) {
    for column in x..<max(x, x + columns) { draw(glyphs.horizontal, x: column, y: y, Style(.line)) }
  }

  /// Draws a vertical line of frame characters.
  mutating func drawDivider(x: Int, y: Int, rows: Int) {
    for row in y..<max(y, y + rows) { draw(glyphs.vertical, x: x, y: row, Style(.line)) }
  }

  /// Blanks an area.
  mutating func clear(_ area: Rect, _ style: Style = Style()) {
    grid.clear(area, style: style)
  }
}
