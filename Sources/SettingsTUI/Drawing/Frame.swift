/// A screen while it is drawn: the grid, the position of the cursor, and the targets of clicks.
///
/// A screen is drawn from nothing for each frame, in the order from back to front: the bars, the lists, then a dialog over them. Nothing of
/// the last frame is needed, so nothing of it can be left behind; ``Terminal`` finds out what has changed. The targets of clicks are
/// collected while their areas are drawn. A click therefore always acts on what was on the screen.
///
/// All drawing is clipped to the columns that the caller gives and to the grid. Screens compute positions without checking them, and a
/// window of 40 columns shows less, but never something wrong.
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
  mutating func draw(_ text: String, x: Int, y: Int, columns: Int, style: Style = Style()) -> Int {
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

  mutating func draw(_ glyph: Character, x: Int, y: Int, style: Style = Style()) {
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
      let drawn = draw(text, x: x + used, y: y, columns: columns - used, style: Style(span.role, on: ground))
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
  mutating func drawNote(_ text: String, role: Style.Role = .secondary, in area: Rect) {
    draw(text, x: area.x + 1, y: area.y, columns: area.width - 2, style: Style(role))
  }

  /// Returns the number of columns that the spans take.
  func width(of spans: [Span]) -> Int {
    spans.reduce(0) { $0 + glyphs.visible.width(of: $1.text) }
  }

  /// Draws a line of frame characters at the top of an area.
  mutating func drawRule(in area: Rect) { drawRule(x: area.x, y: area.y, columns: area.width) }

  /// Draws a line of frame characters.
  mutating func drawRule(x: Int, y: Int, columns: Int) {
    for column in x..<max(x, x + columns) { draw(glyphs.horizontal, x: column, y: y, style: Style(.line)) }
  }

  /// Draws a vertical line of frame characters.
  mutating func drawDivider(x: Int, y: Int, rows: Int) {
    for row in y..<max(y, y + rows) { draw(glyphs.vertical, x: x, y: row, style: Style(.line)) }
  }

  /// Blanks an area.
  mutating func clear(_ area: Rect, style: Style = Style()) {
    grid.clear(area, style: style)
  }
}

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
    draw(glyphs.topLeft, x: box.x, y: box.y, style: Style(.line))
    draw(glyphs.topRight, x: box.maxX - 1, y: box.y, style: Style(.line))
    draw(glyphs.bottomLeft, x: box.x, y: box.maxY - 1, style: Style(.line))
    draw(glyphs.bottomRight, x: box.maxX - 1, y: box.maxY - 1, style: Style(.line))
    if !title.isEmpty, box.width > 6 {
      let text = glyphs.visible.truncate(title, columns: box.width - 6)
      draw(" " + text + " ", x: box.x + 2, y: box.y, columns: box.width - 4, style: Style(.heading))
    }
    return box.inset(horizontally: 2, vertically: 1)
  }

  /// Blanks the words of which a box covers a part: what remains of them can't be read.
  ///
  /// For example, a box that covers `imeout` of `Timeout: 30 s` would leave a `T`, which looks like a key.
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
      draw(glyphs.thumb, x: area.x, y: area.y + start + row, style: Style(.line))
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

/// A position in the grid, counted from 0 at the top left.
struct Point: Hashable, Sendable {
  var x: Int
  var y: Int
}

/// Columns and rows.
struct Size: Hashable, Sendable {
  var width: Int
  var height: Int

  /// The smallest window that the editor can be used in.
  static let smallest = Size(width: 40, height: 10)
}

/// An area of the grid.
struct Rect: Hashable, Sendable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  init(_ size: Size) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  var maxX: Int { x + width }
  var maxY: Int { y + height }
  var isEmpty: Bool { width == 0 || height == 0 }

  func contains(_ point: Point) -> Bool {
    (x..<maxX).contains(point.x) && (y..<maxY).contains(point.y)
  }

  func inset(horizontally dx: Int = 0, vertically dy: Int = 0) -> Rect {
    Rect(x: x + dx, y: y + dy, width: width - 2 * dx, height: height - 2 * dy)
  }

  /// Removes rows from the top and returns them.
  mutating func removeTop(_ rows: Int) -> Rect {
    let rows = min(max(0, rows), height)
    defer {
      y += rows
      height -= rows
    }
    return Rect(x: x, y: y, width: width, height: rows)
  }

  /// Removes rows from the bottom and returns them.
  mutating func removeBottom(_ rows: Int) -> Rect {
    let rows = min(max(0, rows), height)
    height -= rows
    return Rect(x: x, y: y + height, width: width, height: rows)
  }

  /// Removes columns from the left and returns them.
  mutating func removeLeft(_ columns: Int) -> Rect {
    let columns = min(max(0, columns), width)
    defer {
      x += columns
      width -= columns
    }
    return Rect(x: x, y: y, width: columns, height: height)
  }

  /// Removes columns from the right and returns them.
  mutating func removeRight(_ columns: Int) -> Rect {
    let columns = min(max(0, columns), width)
    width -= columns
    return Rect(x: x + width, y: y, width: columns, height: height)
  }

  /// Returns a rectangle of a size in the middle of this one, and no larger than this one.
  func centered(width: Int, height: Int) -> Rect {
    let width = min(width, self.width)
    let height = min(height, self.height)
    return Rect(
      x: x + (self.width - width) / 2, y: y + (self.height - height) / 2, width: width, height: height)
  }
}
