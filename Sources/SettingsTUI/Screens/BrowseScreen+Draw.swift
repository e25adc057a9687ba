import Settings

extension BrowseScreen {
  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    layout = BrowseLayout(frame.area, hasBanner: context.core.hasBanner)
    frame.drawTitle(context, in: layout.title, path: breadcrumb(context))
    frame.drawBanner(context, keyContext, in: layout.banner)
    drawDividers(&frame)
    if layout.isSingleColumn, pane == .sections {
      let area = Rect(
        x: 0, y: layout.settings.y, width: frame.area.width, height: layout.settings.height)
      drawSections(in: area, &frame, context)
    } else {
      // The legend below the sections explains the marks of the settings.
      drawSettings(in: layout.settings, &frame, context)
      if !layout.isSingleColumn { drawSections(in: layout.sections, &frame, context) }
    }
    drawHelp(in: layout.help, &frame, context)
    var unused: Set<Command> = []
    if !context.core.hasProblems { unused.insert(.problems) }
    if !canAddKey(context) { unused.insert(.add) }
    // Both remove the setting from the file; a default is what makes a reset of it.
    let isListed = focusedEntry(context)?.setting.traits.contains(.listed) == true
    unused.insert(pane == .settings && isListed ? .reset : .remove)
    frame.drawHints(
      keyContext, context, without: unused, covering: layout.isHelpBeside ? 0 : layout.help.height,
      in: layout.hints)
  }

  /// Whether a key can be added to the section that contains the focus.
  func canAddKey(_ context: ScreenContext) -> Bool {
    let section = context.outline.nodes[currentSection(context)].section
    return section.isOpen || !section.entries.isEmpty
  }

  private func drawDividers(_ frame: inout Frame) {
    let body = Rect(
      x: 0, y: layout.settings.y, width: frame.area.width, height: layout.hints.y - layout.settings.y)
    if !layout.isSingleColumn {
      frame.drawDivider(x: layout.sections.maxX, y: body.y, rows: body.height)
    }
    if layout.isHelpBeside {
      frame.drawDivider(x: layout.help.x - 1, y: body.y, rows: body.height)
    } else if layout.hasRule {
      let y = layout.settings.maxY
      frame.drawRule(x: layout.settings.x, y: y, columns: layout.settings.width)
      if !layout.isSingleColumn {
        frame.draw(frame.glyphs.teeRight, x: layout.sections.maxX, y: y, Style(.line))
      }
    }
  }

  /// Returns the section that contains the focus.
  func currentSection(_ context: ScreenContext) -> Int {
    if pane == .settings, let row = focusedAppRow(context) { return row.node }
    guard pane == .settings, let entry = focusedEntry(context),
      let position = context.index.position(of: entry.path)
    else { return section }
    return context.outline.sections[position]
  }

  private func breadcrumb(_ context: ScreenContext) -> [String] {
    Array(context.outline.titles(of: currentSection(context)).dropFirst())
  }
}

extension BrowseScreen {
  /// Draws the tree of sections.
  mutating func drawSections(in area: Rect, _ frame: inout Frame, _ context: ScreenContext) {
    var area = area
    let query = area.removeTop(sectionFilter == nil ? 0 : 1)
    let visible = visibleSections(context)
    if pane == .settings, !visible.indices.contains(sections.focus) || visible[sections.focus] != section {
      sections.move(to: visible.firstIndex(of: section) ?? sections.focus, of: visible.count)
    }
    sections.layOut(height: area.height, count: visible.count)
    frame.add(.pane(.sections), in: area)
    let counts = context.core.summary.counts
    let newCounts = context.core.newSettings.counts
    let current = currentSection(context)
    let rows = sections.top..<min(visible.count, sections.top + area.height)
    for row in rows {
      let line = Rect(x: area.x, y: area.y + row - sections.top, width: area.width, height: 1)
      let isFocused = row == sections.focus
      drawSection(
        visible[row], isFocused: isFocused, count: counts[visible[row]] ?? 0,
        newCount: newCounts[visible[row]] ?? 0, current: current, in: line, &frame, context)
      frame.add(.row(row, pane: .sections), in: line)
    }
    frame.drawScrollBar(atEndOf: area, top: sections.top, of: visible.count)
    var notes: [String] = []
    if visible.isEmpty, sectionFilter != nil {
      notes = frame.glyphs.visible.wrap(context.nothingMatches, columns: area.width - 2)
      frame.draw(
        notes.map { [Span($0, .secondary)] },
        in: Rect(x: area.x + 1, y: area.y, width: area.width - 2, height: area.height))
    }
    drawLegend(in: area, below: rows.count + notes.count, &frame, context)
    drawSectionQuery(in: query, &frame)
  }

  private func drawSection(
    _ node: Int, isFocused: Bool, count: Int, newCount: Int, current: Int, in line: Rect,
    _ frame: inout Frame,
    _ context: ScreenContext
  ) {
    let outline = context.outline
    let glyphs = frame.glyphs
    let isActive = isFocused && pane == .sections
    let ground: Style.Ground = isActive ? .focus : isFocused ? .resting : .plain
    if isActive {
      frame.draw(glyphs.pointer, x: line.x, y: line.y)
      frame.cursor = Point(x: line.x, y: line.y)
    } else if isFocused {
      frame.draw(glyphs.vertical, x: line.x, y: line.y, Style(.heading))
    }
    let indent = min(outline.nodes[node].depth, max(0, line.width / 4))
    let x = line.x + 1 + indent
    if !outline.listedChildren(of: node).isEmpty, node != 0 {
      let glyph = closed.contains(node) ? glyphs.collapsed : glyphs.expanded
      frame.draw(glyph, x: x, y: line.y, Style(.secondary))
    }
    var marks: [Span] = []
    if newCount > 0 { marks.append(Span("\(glyphs.new)\(newCount)", .match)) }
    if newCount > 0, count > 0 { marks.append(Span(" ")) }
    if count > 0 { marks.append(Span("\(glyphs.changed)\(count)", .changed)) }
    let markWidth = frame.width(of: marks)
    let columns = line.maxX - x - 2 - 1 - (marks.isEmpty ? 0 : markWidth + 1)
    let role: Style.Role = node == 0 || node == current ? .heading : .text
    // As in the list of settings, only the title is highlighted.
    frame.draw(
      outline.nodes[node].section.title, x: x + 2, y: line.y, columns: columns, Style(role, on: ground))
    frame.draw(marks, x: line.maxX - markWidth - 1, y: line.y, columns: markWidth)
  }

  /// Draws the meaning of the marks on the screen, if the window is taller than usual and the tree leaves room for it.
  private func drawLegend(
    in area: Rect, below used: Int, _ frame: inout Frame, _ context: ScreenContext
  ) {
    guard frame.area.height > Self.usualHeight else { return }
    var marks = shownMarks
    if context.model.stagedCount > 0 { marks.insert(String(frame.glyphs.changed)) }
    if !context.core.newSettings.isEmpty { marks.insert(String(frame.glyphs.new)) }
    let legend = Legend.lines(frame.glyphs, of: marks)
    guard area.height - used > legend.count + 1 else { return }
    for (index, spans) in legend.enumerated() {
      frame.draw(spans, x: area.x + 2, y: area.maxY - legend.count + index, columns: area.width - 3)
    }
  }

  /// The height of a window that needs all of its lines for sections; the help pane and the list of keys explain the marks, too.
  private static let usualHeight = 24
}

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
      case .setting, .app, .link: 1
      case .heading: row == 0 ? 1 : 2
      case .prefix(let prefix, _): row == 0 || prefix.isEmpty ? 1 : 2
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
      case .link(let node):
        let shown = context.row(for: .section(node), frame.glyphs)
        draw(shown, row: row, in: place, titleColumns: titleColumns, &frame)
      case .prefix("", _): break
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
        case .link(let node):
          widest = max(widest, glyphs.visible.width(of: context.outline.nodes[node].section.title))
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

extension BrowseScreen {
  /// Draws help for the focused setting or section.
  func drawHelp(in area: Rect, _ frame: inout Frame, _ context: ScreenContext) {
    guard !area.isEmpty else { return }
    frame.add(.pane(.help), in: area)
    let inner = area.inset(horizontally: 1)
    if pane == .sections {
      drawHelp(ofSection: section, in: inner, &frame, context)
      return
    }
    if let node = focusedLink(context) { return drawHelp(ofSection: node, in: inner, &frame, context) }
    if let row = focusedAppRow(context) { return drawHelp(row, in: inner, &frame, context) }
    guard let entry = focusedEntry(context) else { return }
    var lines: [[Span]] = []
    if area.height > 3 {
      // The row already has the title. From row to row, only the last key of the path changes. Nothing is dimmed here, because
      // each change of attributes would be sent with each step.
      let path = frame.glyphs.visible.truncateStart(entry.path.description, columns: inner.width)
      lines.append([Span(path)])
    }
    if let field {
      lines += fieldLines(field, columns: inner.width, frame.glyphs, context)
    }
    let notes = SettingNotes(
      entry, context, frame.glyphs, columns: inner.width, isShort: !layout.isHelpBeside)
    lines += notes.lines
    frame.draw(lines, in: inner)
    if lines.count > area.height, field == nil {
      let more = " \(context.key(.details, in: .settings)) \(frame.glyphs.dash)"
      let width = frame.glyphs.visible.width(of: more)
      frame.draw(more, x: inner.maxX - width, y: area.maxY - 1, columns: width, Style(.secondary))
    }
  }

  private func fieldLines(
    _ field: InlineField, columns: Int, _ glyphs: Glyphs, _ context: ScreenContext
  ) -> [[Span]] {
    if let problem = field.problem {
      return glyphs.visible.wrap("\(glyphs.problem) \(problem)", columns: columns).map {
        [Span($0, .problem)]
      }
    }
    if field.place.isSecret {
      return [
        [
          Span(
            "\(context.key(.reveal, in: .field)) \(field.isMasked ? "shows" : "hides") what is typed.",
            .secondary)
        ]
      ]
    }
    return []
  }

  private func drawHelp(
    ofSection section: Int, in area: Rect, _ frame: inout Frame, _ context: ScreenContext
  ) {
    let node = context.outline.nodes[section]
    let title = [Span(node.section.title, .heading), Span("  " + node.path.description, .secondary)]
    let help = frame.glyphs.lines(
      ofHelp: node.section.help, columns: area.width, atMost: max(0, area.height - 2), .secondary)
    let newCount = context.core.newSettings.counts[section] ?? 0
    let new = newCount > 0 ? ", \(frame.glyphs.new) \(newCount) new since the last apply" : ""
    let count = Span(Phrase.count(node.shownCount, "setting") + new, .secondary)
    frame.draw([title] + help + [[count]], in: area)
  }
}
