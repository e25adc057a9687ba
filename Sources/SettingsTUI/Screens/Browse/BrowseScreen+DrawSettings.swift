import Settings

extension BrowseScreen {
  /// Draws the visible rows of the section.
  mutating func drawSettings(in area: Rect, _ frame: inout Frame, _ context: ScreenContext) {
    let rows = rows(context)
    frame.add(.pane(.settings), in: area)
    // In a wide window, a value far from its title would be hard to follow.
    let line = Rect(x: area.x, y: area.y, width: min(area.width - 1, Self.widestRow), height: 1)
    let notes = NoteStrings(columns: line.width - 2, showsAll: area.height >= 8, glyphs: frame.glyphs)
    func height(_ row: Int) -> Int {
      switch context.outline.rows[rows.lowerBound + row] {
      case .setting, .app: 1
      case .heading: row == 0 ? 1 : 2
      case .prefix: row == 0 ? 1 : 2
      case .note(let node, let note): notes.lines(node, note, context).count
      }
    }
    shownMarks = []
    settings.layOut(height: area.height, count: rows.count, heights: height)
    measure(rows, height: area.height, frame.glyphs, context)
    let titleColumns = frame.titleColumns(for: measured?.widestTitle ?? 8, in: area)
    var y = area.y
    var row = settings.top
    while row < rows.count, y < area.maxY {
      let place = Rect(x: line.x, y: y, width: line.width, height: 1)
      switch context.outline.rows[rows.lowerBound + row] {
      case .setting(let position):
        let shown = context.row(at: position, frame.glyphs)
        draw(shown, row: row, in: place, titleColumns: titleColumns, &frame)
        shownMarks.formUnion(shown.marks)
      case .app(let appRow):
        let shown = context.row(for: appRow, frame.glyphs)
        draw(shown, row: row, in: place, titleColumns: titleColumns, &frame)
      case .heading(let node):
        // A blank line precedes a heading, unless the heading is the first visible line.
        if row > 0, y > area.y { y += 1 }
        drawHeading(node, isFirst: row == 0, y: y, in: area, &frame, context)
      case .prefix(let prefix, _):
        if row > 0, y > area.y { y += 1 }
        guard y < area.maxY else { break }
        frame.draw(prefix, x: area.x + 1, y: y, columns: line.width - 2, Style(.heading))
      case .note(let node, let note):
        let lines = notes.lines(node, note, context)
        for (index, spans) in lines.enumerated() where y + index < area.maxY {
          frame.draw(spans, x: area.x + 1, y: y + index, columns: line.width - 2)
        }
        y += lines.count - 1
      }
      y += 1
      row += 1
    }
    if rows.count <= 1 {
      frame.draw(
        emptyText(context), x: area.x + 1, y: area.y + 1, columns: line.width - 1,
        Style(.secondary))
      if pane == .settings { frame.cursor = Point(x: area.x + 1, y: area.y + 1) }
    }
    frame.drawScrollBar(atEndOf: area, top: settings.top, visible: row - settings.top, of: rows.count)
  }

  private func emptyText(_ context: ScreenContext) -> String {
    let key = context.key(.filter, in: .settings)
    return switch context.core.filter {
    case .all: "There are no settings here."
    case .set: "Nothing is set here; \(context.key(.showSet, in: .settings)) shows all settings."
    case .changed: "There are no changes; \(key) shows other settings."
    case .nonDefault: "All settings have their defaults; \(key) shows them."
    }
  }

  private static let widestRow = 120
  /// The width of most values. The marks follow the values, because at the end of a wide row they would be hard to assign.
  private static let usualValue = 32

  private func drawHeading(
    _ node: Int, isFirst: Bool, y: Int, in area: Rect, _ frame: inout Frame, _ context: ScreenContext
  ) {
    guard y < area.maxY else { return }
    let titles = context.outline.titles(of: node)
    // The reader already knows the titles up to the current section.
    let known = isFirst ? 0 : min(context.outline.nodes[section].depth + 1, titles.count - 1)
    let shown = Array(titles.dropFirst(max(known, titles.count > 1 && isFirst ? 1 : 0)))
    let columns = area.width - 2
    frame.draw(frame.trail(shown, columns: columns), x: area.x + 1, y: y, columns: columns)
  }

  private func draw(
    _ shown: ValueRow, row: Int, in line: Rect, titleColumns: Int, _ frame: inout Frame
  ) {
    let isFocused = row == settings.focus
    let focus: ValueRow.Focus = !isFocused ? .none : pane == .settings ? .active : .resting
    frame.draw(
      shown, in: line, titleColumns: titleColumns, badgeColumns: 3, focus: focus,
      field: isFocused ? field : nil, valueColumns: Self.usualValue)
    frame.add(.row(row, pane: .settings), in: line)
  }

  /// Measures the widest title: once in the first rows of a section, then in the visible rows, so that the column grows if
  /// needed but never shrinks while a person moves through the section.
  private mutating func measure(_ rows: Range<Int>, height: Int, _ glyphs: Glyphs, _ context: ScreenContext) {
    // Look this up once for up to a thousand rows.
    let all = context.outline.rows
    let entries = context.index.settings
    func widest(_ part: Range<Int>) -> Int {
      var widest = 8
      for row in part.clamped(to: rows) {
        switch all[row] {
        case .setting(let position):
          widest = max(widest, glyphs.visible.width(of: entries[position].setting.title))
        case .app(let appRow): widest = max(widest, glyphs.visible.width(of: appRow.title))
        case .heading, .note, .prefix: continue
        }
      }
      return widest
    }
    let isKnown = measured?.section == section && measured?.rowCount == rows.count
    let known = isKnown ? measured?.widestTitle ?? 0 : widest(rows.lowerBound..<rows.lowerBound + 1000)
    let top = rows.lowerBound + settings.top
    measured = Measured(
      section: section, rowCount: rows.count, widestTitle: max(known, widest(top..<top + height)))
  }
}

/// The text around a section's settings, wrapped.
@MainActor
private struct NoteStrings {
  let columns: Int
  /// Whether there is room for optional text.
  let showsAll: Bool
  let glyphs: Glyphs

  func lines(_ node: Int, _ note: Outline.Row.Note, _ context: ScreenContext) -> [[Span]] {
    guard showsAll || note == .hidden else { return [] }
    let section = context.outline.nodes[node].section
    let text: String?
    switch note {
    case .help: return glyphs.lines(ofHelp: section.help, columns: columns, atMost: 6, note.role)
    case .header: text = context.model.headerText(section)
    case .footer: text = context.model.footerText(section)
    case .hidden:
      let count = context.outline.nodes[node].hiddenCount
      text =
        "\(Phrase.count(count, "advanced setting")) hidden; \(context.key(.showAdvanced, in: .settings)) shows all"
    }
    guard let text else { return [] }
    return glyphs.visible.wrap(text, columns: columns, atMost: 6).map { [Span($0, note.role)] }
  }
}

extension Outline.Row.Note {
  fileprivate var role: Style.Role {
    switch self {
    case .help, .hidden: .secondary
    case .header, .footer: .text
    }
  }
}
