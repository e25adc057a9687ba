import Settings

/// Searches titles, paths, values and help while a person types a query.
struct SearchScreen: Screen {
  private var line = LineEditor()
  private var found: [FoundItem] = []
  private var list = ListState()
  /// The revision of the model when the search was made.
  private var revision: Int

  let name = "Search"
  let isDialog = false

  let keyContext = KeyContext.search

  init(_ context: ScreenContext) { revision = context.core.revision }

  mutating func perform(_ command: Command, _ context: ScreenContext) -> [EditorAction] {
    if list.move(command, of: found.count) { return [] }
    switch command {
    case .back: return [.pop]
    case .accept:
      guard found.indices.contains(list.focus) else { return [] }
      context.found = (found, list.focus)
      switch found[list.focus] {
      case .setting(let position): return [.go(position)]
      case .row(let row): return [.goRow(row)]
      }
    default:
      let before = line.text
      if line.perform(command), line.text != before { search(context) }
    }
    return []
  }

  mutating func insert(_ text: String, _ context: ScreenContext) -> [EditorAction] {
    line.insert(text)
    search(context)
    return []
  }

  mutating func click(_ target: Frame.Target, _ context: ScreenContext) -> [EditorAction] {
    guard case .row(let row, _) = target else { return [] }
    list.move(to: row, of: found.count)
    return perform(.accept, context)
  }

  mutating func scroll(by rows: Int, over target: Frame.Target?, _ context: ScreenContext) {
    list.move(by: rows, of: found.count)
  }

  private mutating func search(_ context: ScreenContext) {
    found = context.core.findItems(line.text)
    revision = context.core.revision
    list = ListState()
  }

  /// Searches again when values have changed; the focused setting keeps the focus.
  private mutating func updateFound(_ context: ScreenContext) {
    guard revision != context.core.revision else { return }
    let focused = found.indices.contains(list.focus) ? found[list.focus] : nil
    found = context.core.findItems(line.text)
    revision = context.core.revision
    if let row = focused.flatMap({ found.firstIndex(of: $0) }) { list.move(to: row, of: found.count) }
  }

  func prepareForKeys(_ context: ScreenContext) -> Bool { context.core.prepareSearch() }

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    updateFound(context)
    var area = frame.area
    frame.drawTitle(context, in: area.removeTop(1), screen: "Search")
    let hints = area.removeBottom(1)
    let field = area.removeTop(1)
    let count = line.text.isEmpty ? "" : found.isEmpty ? "nothing found" : "\(found.count) found"
    let countWidth = frame.glyphs.visible.width(of: count)
    frame.draw("/", x: field.x + 1, y: field.y, columns: 1, Style(.key))
    frame.draw(
      count, x: field.maxX - countWidth - 1, y: field.y, columns: countWidth,
      Style(found.isEmpty ? .problem : .secondary))
    let rule = area.removeTop(1)
    frame.drawRule(x: rule.x, y: rule.y, columns: rule.width)
    let help = area.height >= 10 ? area.removeBottom(4) : Rect(x: 0, y: 0, width: 0, height: 0)
    list.layOut(height: area.height, count: found.count)
    drawFound(in: area, &frame, context)
    if !help.isEmpty, found.indices.contains(list.focus) {
      frame.drawRule(x: help.x, y: help.y, columns: help.width)
    }
    if !help.isEmpty, found.indices.contains(list.focus), case .setting(let position) = found[list.focus] {
      let notes = SettingNotes(
        context.index.settings[position], context, frame.glyphs, columns: help.width - 2, isShort: true,
        namesKeys: false)
      for (index, spans) in notes.lines.prefix(help.height - 1).enumerated() {
        frame.draw(spans, x: help.x + 1, y: help.y + 1 + index, columns: help.width - 2)
      }
    }
    if line.text.isEmpty {
      frame.draw(
        "Type a part of a title, a path, a value or the help.", x: area.x + 1, y: area.y,
        columns: area.width - 2, Style(.secondary))
    }
    frame.drawHints(keyContext, context, in: hints)
    // The field is drawn last, so that the cursor stays in it.
    frame.drawField(line, x: field.x + 3, y: field.y, columns: max(8, field.width - countWidth - 6))
  }

  private func drawFound(in area: Rect, _ frame: inout Frame, _ context: ScreenContext) {
    let end = min(found.count, list.top + area.height)
    let rows = list.top..<max(list.top, end)
    var widest = 8
    for row in rows {
      widest = max(widest, frame.glyphs.visible.width(of: context.title(of: found[row])))
    }
    let titleColumns = frame.titleColumns(for: widest, in: area)
    let mostColumns = area.width < 60 ? 0 : area.width / 4
    let places = rows.map { row in
      let sections = context.sections(of: found[row])
      let place = sections.joined(separator: " \(frame.glyphs.separator) ")
      let shown = frame.glyphs.visible.truncate(place, columns: mostColumns)
      return (text: shown, columns: frame.glyphs.visible.width(of: shown))
    }
    let placeColumns = places.reduce(0) { max($0, $1.columns) }
    let words = line.text.split(whereSeparator: \.isWhitespace).prefix(SettingSearch.mostWords).compactMap {
      SearchWord($0)
    }
    for (row, place) in zip(rows, places) {
      let area = Rect(x: area.x, y: area.y + row - list.top, width: area.width - 1, height: 1)
      var valueRow = context.row(for: found[row], frame.glyphs)
      valueRow.matches = words.compactMap { $0.place(in: valueRow.title) }
      if placeColumns > 0 {
        let padding = String(repeating: " ", count: placeColumns - place.columns + 2)
        valueRow.value.insert(Span(place.text + padding, .secondary), at: 0)
      }
      frame.draw(
        valueRow, in: area, titleColumns: titleColumns, badgeColumns: 3,
        focus: row == list.focus ? .active : .none)
      frame.add(.row(row, pane: .settings), in: area)
    }
    frame.drawScrollBar(
      in: Rect(x: area.maxX - 1, y: area.y, width: 1, height: area.height), top: list.top,
      visible: area.height, of: found.count)
  }
}
