/// A screen while it is drawn: the grid, the position of the cursor, and the targets of clicks.
///
/// A screen is drawn from nothing for each frame, in the order from back to front: the bars, the lists, then a dialog over them. Nothing of
/// the last frame is needed, so nothing of it can be left behind; ``Terminal`` finds out what has changed. The targets of clicks are
/// collected while their areas are drawn. A click therefore always acts on what was on the screen.
///
/// All drawing is clipped to the columns that the caller gives and to the grid. Screens compute positions without checking them, and a
/// window of 40 columns shows less, but never something wrong.
///
///     ScreenEditor.render ─▶ Frame(size) ─▶ Screen.draw, once for each screen from the last full one up ─▶ Terminal.paint
///                              │                                                       ▲
///                              └─ kept until the next frame: target(at:) for a click ──┘
///
/// Only the rows that are visible are drawn, so the cost doesn't depend on the number of settings. Tests compare the grid's text with
/// stored screens (`Tests/SettingsTUITests/Golden`).
struct Frame: Sendable {
  /// What a click or the wheel acts on. It names a row by its number, not by its place, so the screen doesn't compute backwards from
  /// coordinates.
  enum Target: Hashable, Sendable {
    /// A row of a list, which the pane identifies.
    case row(Int, pane: Pane)
    /// A button of a dialog.
    case button(Int)
    /// A hint in the last line, by the name of its command.
    case hint(String)
    /// The list of sections, which the wheel scrolls.
    case sections
  }

  /// The lists that one screen can have. A screen with one list uses `settings`.
  enum Pane: Hashable, Sendable {
    case sections
    case settings
  }

  let glyphs: Glyphs
  var grid: Grid
  /// The position of the terminal's cursor: in a field, the caret; in a list, the pointer of the focused row. The cursor is always visible,
  /// so each screen sets it.
  var cursor = Point(x: 0, y: 0)
  /// The links of the text that was drawn, also unsafe ones; ``Terminal/paint(_:)`` leaves those out.
  private(set) var hyperlinks: [Hyperlink] = []
  private var targets: [(area: Rect, target: Target)] = []

  init(_ size: Size, glyphs: Glyphs) {
    self.glyphs = glyphs
    grid = Grid(size)
  }

  var area: Rect { Rect(grid.size) }

  /// Adds the target of clicks in an area. Where areas overlap, the last target applies: a row inside a pane is added after the pane.
  mutating func add(_ target: Target, in area: Rect) {
    targets.append((area, target))
  }

  /// Removes all targets and links, because a dialog covers them.
  ///
  /// Everything around the dialog stays visible, but a click there must do nothing. A link is painted by its place, with what the grid has
  /// there at the end: a link under the dialog would turn the dialog's text into a link.
  mutating func dropTargets() {
    targets.removeAll()
    hyperlinks.removeAll()
  }

  /// Returns the target at a position: the last one whose area contains it; `nil` where a click does nothing.
  func target(at point: Point) -> Target? {
    targets.last { $0.area.contains(point) }?.target
  }

  /// Draws text on one line, cut with an ellipsis where the columns end, and returns the columns used.
  ///
  /// Line breaks and control characters become visible text in the style of a substitute, which tells a control character from a typed
  /// `^A`. Rows outside of the grid draw nothing and return 0.
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

  /// Draws text that is printable ASCII and fits the columns, as nearly all strings do. Returns `nil` for any other string, which the
  /// caller draws piece by piece.
  private mutating func draw(ascii text: String, x: Int, y: Int, columns: Int, _ style: Style) -> Int? {
    guard VisibleText.isPrintableASCII(text, atMost: columns) else { return nil }
    var text = text
    text.withUTF8 { grid.put(ascii: $0, x: x, y: y, style: style) }
    return text.utf8.count
  }

  /// Draws one of the ``Glyphs``, which are all one column wide; text of a value must go through the other functions, which make it
  /// visible.
  mutating func draw(_ glyph: Character, x: Int, y: Int, style: Style = Style()) {
    grid.put(.init(character: glyph, width: 1, isSubstitute: false), x: x, y: y, style: style)
  }

  /// Draws pieces of text in several styles one after the other, and returns the columns used.
  ///
  /// The row is cut as one text: if the spans together are too long, an ellipsis stands where the columns end, whichever span that is in.
  @discardableResult
  mutating func draw(_ spans: [Span], x: Int, y: Int, columns: Int, on ground: Style.Ground = .plain) -> Int {
    var used = 0
    for (index, span) in spans.enumerated() where used < columns {
      var text = span.text
      let width = index + 1 < spans.count ? glyphs.visible.width(of: text) : 0
      // A span that takes exactly the rest of the columns gets a space that doesn't fit, and so an ellipsis, if others follow it.
      if width == columns - used, spans[(index + 1)...].contains(where: { !$0.text.isEmpty }) { text += " " }
      let drawn = draw(text, x: x + used, y: y, columns: columns - used, style: Style(span.role, on: ground))
      if let address = span.address, drawn > 0 {
        hyperlinks.append(Hyperlink(address: address, place: Point(x: x + used, y: y), columns: drawn))
      }
      let isCut = width > columns - used
      used += drawn
      // Before a wide character that doesn't fit, a column is left, which isn't for the next span.
      if isCut { break }
    }
    return used
  }

  /// Draws lines in an area, as many as fit; the rest isn't shown, and nothing marks that.
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

  /// Returns the number of columns that the spans take, without a cut. Cost: linear in their text, so spans hold shortened values.
  func width(of spans: [Span]) -> Int {
    spans.reduce(0) { $0 + glyphs.visible.width(of: $1.text) }
  }

  /// Draws a line of frame characters at the top of an area.
  mutating func drawRule(in area: Rect) { drawRule(x: area.x, y: area.y, columns: area.width) }

  /// Draws a line of frame characters; negative columns draw nothing.
  mutating func drawRule(x: Int, y: Int, columns: Int) {
    for column in x..<max(x, x + columns) { draw(glyphs.horizontal, x: column, y: y, style: Style(.line)) }
  }

  mutating func drawDivider(x: Int, y: Int, rows: Int) {
    for row in y..<max(y, y + rows) { draw(glyphs.vertical, x: x, y: row, style: Style(.line)) }
  }

  mutating func clear(_ area: Rect, style: Style = Style()) {
    grid.clear(area, style: style)
  }
}

extension Frame {
  /// Draws an empty frame with a title over what is there, and returns the area inside, without the frame and a blank column on each side.
  ///
  /// A box that is too small for a frame has an empty area inside, in which nothing is drawn. A title that is too long is cut; a box of six
  /// columns or less has none.
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
  /// For example, a box that covers `imeout` of `Timeout: 30 s` would leave a `T`, which looks like a key. A word ends at a blank, at a
  /// line of a frame, or at the edge of the grid; both sides of the box are looked at before the box is drawn.
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

  /// Draws the scroll bar of a list that is longer than its area, in the last column of the area; nothing if all rows are visible.
  ///
  /// The thumb is at least one row long, and reaches the bottom only when the last row is visible: its place is the share of the rows that
  /// can be scrolled away, not of all rows. With 100 rows, 10 of them visible in an area of 10, it is one row long and moves down once in
  /// 10 rows.
  ///
  /// - Parameter visible: The number of visible rows, if each isn't one line of the area.
  mutating func drawScrollBar(atEndOf area: Rect, top: Int, visible: Int? = nil, of count: Int) {
    let visible = visible ?? area.height
    guard count > visible, area.height > 1, visible > 0 else { return }
    let length = max(1, area.height * visible / count)
    let travel = max(1, count - visible)
    let start = min(area.height - length, (area.height - length) * min(top, travel) / travel)
    for row in 0..<length {
      draw(glyphs.thumb, x: area.maxX - 1, y: area.y + start + row, style: Style(.line))
    }
  }

  /// Marks the line of a list's focused row, and puts the cursor there.
  mutating func drawFocus(in line: Rect) {
    draw(glyphs.pointer, x: line.x, y: line.y)
    cursor = Point(x: line.x, y: line.y)
  }

  /// Draws a row of a list in a line. The first span is its label.
  ///
  /// In the focused row, beside the pointer, only the label is highlighted, without the blanks that indent it: of `  Port   8080`, that is
  /// `Port`. With each step through a list, the terminal receives everything from the first to the last changed cell.
  mutating func drawRow(_ spans: [Span], in line: Rect, indent: Int = 2, isFocused: Bool) {
    let (x, columns) = (line.x + indent, line.width - indent)
    if isFocused { drawFocus(in: line) }
    draw(spans, x: x, y: line.y, columns: columns)
    guard isFocused, let label = spans.first else { return }
    let blanks = label.text.prefix { $0 == " " }.count
    let width = min(columns, glyphs.visible.width(of: label.text))
    for column in blanks..<max(blanks, width) { grid.highlight(x: x + column, y: line.y, as: .focus) }
  }
}

/// A position in the grid, counted from 0 at the top left. Terminals count from 1: `KeyDecoder` and ``Hyperlink`` convert.
struct Point: Hashable, Sendable {
  var x: Int
  var y: Int
}

/// Columns and rows of a window.
struct Size: Hashable, Sendable {
  var width: Int
  var height: Int

  /// The smallest window that the editor can be used in. In a smaller window, a sentence asks to enlarge it; the editor's state stays.
  static let smallest = Size(width: 40, height: 10)

  var isTooSmall: Bool { width < Self.smallest.width || height < Self.smallest.height }
}

/// An area of the grid, from which a screen cuts its parts.
///
///     var area = frame.area                 80 × 24
///     let bar = area.removeTop(1)           the first row; `area` begins in the second one
///     let help = area.removeBottom(6)       the last six rows; `area` has 17 rows
///
/// It may be outside of the grid or empty, and its size is never negative: in a window that is too low, the parts that are cut off last are
/// empty, and nothing is drawn in them.
struct Rect: Hashable, Sendable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  /// Creates an area; a negative width or height becomes 0, so callers subtract margins without a check.
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

  /// Returns the area without a margin on both sides.
  ///
  /// If the margins are larger than the area, the result is empty and may lie outside of the area. Nothing is drawn in an empty area.
  func inset(horizontally dx: Int = 0, vertically dy: Int = 0) -> Rect {
    Rect(x: x + dx, y: y + dy, width: width - 2 * dx, height: height - 2 * dy)
  }

  /// Removes rows from the top and returns them: fewer if the area has fewer, and an empty area at the same place for 0 or less.
  ///
  /// The functions for the other sides do the same.
  mutating func removeTop(_ rows: Int) -> Rect {
    let rows = min(max(0, rows), height)
    defer {
      y += rows
      height -= rows
    }
    return Rect(x: x, y: y, width: width, height: rows)
  }

  mutating func removeBottom(_ rows: Int) -> Rect {
    let rows = min(max(0, rows), height)
    height -= rows
    return Rect(x: x, y: y + height, width: width, height: rows)
  }

  mutating func removeLeft(_ columns: Int) -> Rect {
    let columns = min(max(0, columns), width)
    defer {
      x += columns
      width -= columns
    }
    return Rect(x: x, y: y, width: columns, height: height)
  }

  mutating func removeRight(_ columns: Int) -> Rect {
    let columns = min(max(0, columns), width)
    width -= columns
    return Rect(x: x + width, y: y, width: columns, height: height)
  }

  /// Returns a rectangle of a size in the middle of this one, and no larger than this one. An odd rest is below and on the right.
  func centered(width: Int, height: Int) -> Rect {
    let width = min(width, self.width)
    let height = min(height, self.height)
    return Rect(
      x: x + (self.width - width) / 2, y: y + (self.height - height) / 2, width: width, height: height)
  }
}
