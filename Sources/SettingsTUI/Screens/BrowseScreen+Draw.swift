import SettingsEditing

extension BrowseScreen {
  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    layout = BrowseLayout(
      frame.area, hasBanner: context.core.hasBanner, widestSection: context.widestSection)
    let help = pane == .settings ? focusedEntry(context).map { settingLines($0, context) } : nil
    // A description isn't cut above empty rows.
    if let help, help.count > layout.help.height {
      let rows = rows(context)
      let columns = min(layout.settings.width - 1, Self.widestRow) - 2
      let needed = rows.lazy.prefix(layout.settings.height).indices.reduce(1) {
        $0 + lines(ofRow: $1 - rows.lowerBound, in: rows, columns: columns, context).count
      }
      layout.growHelp(to: help.count, leaving: needed)
    }
    frame.drawTitle(context, path: breadcrumb(context))
    frame.drawBanner(context, in: layout.banner)
    drawDividers(&frame)
    if layout.isSingleColumn, pane == .sections {
      let area = Rect(
        x: 0, y: layout.settings.y, width: frame.area.width, height: layout.settings.height)
      drawSections(in: area, &frame, context: context)
    } else {
      // The legend below the sections explains the marks of the settings.
      drawSettings(in: layout.settings, &frame, context: context)
      if !layout.isSingleColumn { drawSections(in: layout.sections, &frame, context: context) }
    }
    drawHelp(in: layout.help, &frame, ofSetting: help, context: context)
    var unused: Set<Command> = []
    if !context.core.hasProblems { unused.insert(.problems) }
    if !canAddKey(context) { unused.insert(.add) }
    // Both commands remove the setting from the file, so the hint line shows one of them: Remove for a member that the form doesn't name,
    // otherwise Reset.
    let isListed = focusedEntry(context)?.setting.traits.contains(.listed) == true
    unused.insert(pane == .settings && isListed ? .reset : .remove)
    let isInConflict = focusedEntry(context).map { context.core.summary.conflicts[$0.path] != nil } == true
    frame.drawHints(
      keyContext, context: context, without: unused, first: isInConflict ? [.review] : [],
      naming: isInConflict ? [.review: "Decide"] : [:],
      covering: layout.isHelpBeside ? 0 : layout.help.height)
  }

  /// Whether a key can be added to the section that contains the focus.
  func canAddKey(_ context: ScreenContext) -> Bool {
    let section = context.outline.nodes[currentSection(context)].section
    return section.isOpen || !section.entries.isEmpty
  }

  private func drawDividers(_ frame: inout Frame) {
    let body = Rect(
      x: 0, y: layout.settings.y, width: frame.area.width, height: frame.area.maxY - 1 - layout.settings.y)
    if !layout.isSingleColumn {
      frame.drawDivider(x: layout.sections.maxX, y: body.y, rows: body.height)
    }
    if layout.isHelpBeside {
      frame.drawDivider(x: layout.help.x - 1, y: body.y, rows: body.height)
    } else if layout.hasRule {
      let y = layout.settings.maxY
      frame.drawRule(x: layout.settings.x, y: y, columns: layout.settings.width)
      if !layout.isSingleColumn {
        frame.draw(frame.glyphs.teeRight, x: layout.sections.maxX, y: y, style: Style(.line))
      }
    }
  }

  /// Returns the section that contains the focus.
  func currentSection(_ context: ScreenContext) -> Int {
    switch pane == .settings ? focusedItem(context) : nil {
    case .setting(let position)?: context.outline.sections[position]
    case .row(let row)?: row.node
    case .section?, .part?, nil: section
    }
  }

  private func breadcrumb(_ context: ScreenContext) -> [String] {
    Array(context.outline.titles(of: currentSection(context)).dropFirst())
  }
}

extension BrowseScreen {
  /// Draws the tree of sections.
  mutating func drawSections(in area: Rect, _ frame: inout Frame, context: ScreenContext) {
    let visible = visibleSections(context)
    if pane == .settings, !visible.indices.contains(sections.focus) || visible[sections.focus] != section {
      sections.move(to: visible.firstIndex(of: section) ?? sections.focus, of: visible.count)
    }
    let rows = sections.layOut(height: area.height, count: visible.count)
    frame.add(.sections, in: area)
    let counts = context.core.summary.counts
    let newCounts = context.core.newSettings.counts
    let current = currentSection(context)
    for row in rows {
      let line = Rect(x: area.x, y: area.y + row - sections.top, width: area.width, height: 1)
      let isFocused = row == sections.focus
      drawSection(
        visible[row], isFocused: isFocused, count: counts[visible[row]] ?? 0,
        newCount: newCounts[visible[row]] ?? 0, current: current, in: line, into: &frame, context: context)
      frame.add(.row(row, pane: .sections), in: line)
    }
    frame.drawScrollBar(atEndOf: area, top: sections.top, of: visible.count)
    drawLegend(in: area, below: rows.count, &frame, context: context)
  }

  /// The marks at the end of the line count what is inside: new settings, and staged changes, also of inner sections. So a change that is
  /// far down in a closed part of the tree can be seen from above.
  private func drawSection(
    _ node: Int, isFocused: Bool, count: Int, newCount: Int, current: Int, in line: Rect,
    into frame: inout Frame,
    context: ScreenContext
  ) {
    let outline = context.outline
    let glyphs = frame.glyphs
    let isActive = isFocused && pane == .sections
    let ground: Style.Ground = isActive ? .focus : isFocused ? .resting : .plain
    if isActive {
      frame.draw(glyphs.pointer, x: line.x, y: line.y)
      frame.cursor = Point(x: line.x, y: line.y)
    } else if isFocused {
      frame.draw(glyphs.vertical, x: line.x, y: line.y, style: Style(.heading))
    }
    let indent = min(outline.nodes[node].depth, max(0, line.width / 4))
    let x = line.x + 1 + indent
    if !outline.listedChildren(of: node).isEmpty, node != 0 {
      let glyph = closed.contains(node) ? glyphs.collapsed : glyphs.expanded
      frame.draw(glyph, x: x, y: line.y, style: Style(.secondary))
    }
    var marks: [Span] = []
    if newCount > 0 { marks.append(Span("\(glyphs.new)\(newCount)", role: .match)) }
    if newCount > 0, count > 0 { marks.append(Span(" ")) }
    if count > 0 { marks.append(Span("\(glyphs.changed)\(count)", role: .changed)) }
    let markWidth = frame.width(of: marks)
    let columns = line.maxX - x - 2 - 1 - (marks.isEmpty ? 0 : markWidth + 1)
    let role: Style.Role = node == 0 || node == current ? .heading : .text
    // As in the list of settings, only the title is highlighted.
    frame.draw(
      outline.nodes[node].section.title, x: x + 2, y: line.y, columns: columns, style: Style(role, on: ground)
    )
    frame.draw(marks, x: line.maxX - markWidth - 1, y: line.y, columns: markWidth)
  }

  /// Draws the meaning of the marks on the screen, if the window is taller than usual and the tree leaves room for it.
  private func drawLegend(
    in area: Rect, below used: Int, _ frame: inout Frame, context: ScreenContext
  ) {
    guard frame.area.height > Self.usualHeight else { return }
    var marks = shownMarks
    if context.model.stagedCount > 0 { marks.insert(String(frame.glyphs.changed)) }
    if !context.core.newSettings.isEmpty { marks.insert(String(frame.glyphs.new)) }
    let legend = frame.glyphs.legend.filter { marks.contains($0[0].text) }
    guard area.height - used > legend.count + 1,
      legend.allSatisfy({ frame.width(of: $0) <= area.width - 3 })
    else { return }
    for (index, spans) in legend.enumerated() {
      frame.draw(spans, x: area.x + 2, y: area.maxY - legend.count + index, columns: area.width - 3)
    }
  }

  /// The height of a window that needs all of its lines for sections; the help pane and the list of keys explain the marks, too.
  private static let usualHeight = 24
}

extension BrowseScreen {
  /// Draws the visible rows of the section.
  ///
  /// Rows have different heights: a setting one line, a heading two with the blank line above it, a note as many as its text. The list is
  /// laid out with these heights first (``ListState``), then drawn from the first visible row until the area is full.
  mutating func drawSettings(in area: Rect, _ frame: inout Frame, context: ScreenContext) {
    let rows = rows(context)
    // In a wide window, a value far from its title would be hard to follow.
    let line = Rect(x: area.x, y: area.y, width: min(area.width - 1, Self.widestRow), height: 1)
    shownMarks = []
    let screen = self
    func lines(_ row: Int) -> [[Span]] {
      screen.lines(ofRow: row, in: rows, columns: line.width - 2, isLow: area.height < 8, context)
    }
    settings.layOut(height: area.height, count: rows.count, first: firstItem(context)) { lines($0).count }
    measure(rows, height: area.height, in: context)
    let titleColumns = frame.titleColumns(for: measured?.widestTitle ?? 8, in: area)
    var y = area.y
    var row = settings.top
    while row < rows.count, y < area.maxY {
      if case .item(let item) = context.outline.rows[rows.lowerBound + row] {
        let shown = context.row(for: item)
        let place = Rect(x: line.x, y: y, width: line.width, height: 1)
        draw(shown, row: row, in: place, titleColumns: titleColumns, into: &frame)
        if case .setting = item { shownMarks.formUnion(shown.marks) }
        y += 1
      } else {
        let lines = lines(row)
        // A blank line precedes a heading, unless the heading is the first visible line.
        let isBlankAtTop = y == area.y && lines.count > 1 && lines[0].isEmpty
        for spans in lines.dropFirst(isBlankAtTop ? 1 : 0) where y < area.maxY {
          frame.draw(spans, x: area.x + 1, y: y, columns: line.width - 2)
          y += 1
        }
      }
      row += 1
    }
    if rows.count <= 1 {
      frame.draw(
        emptyText(context), x: area.x + 1, y: area.y + 1, columns: line.width - 1,
        style: Style(.secondary))
      if pane == .settings { frame.cursor = Point(x: area.x + 1, y: area.y + 1) }
    }
    frame.drawScrollBar(atEndOf: area, top: settings.top, visible: row - settings.top, of: rows.count)
  }

  /// Returns the lines of a row; a blank one for an item, which is drawn with its value.
  private func lines(
    ofRow row: Int, in rows: Range<Int>, columns: Int, isLow: Bool = false, _ context: ScreenContext
  ) -> [[Span]] {
    let above: [[Span]] = row == 0 ? [] : [[]]
    switch context.outline.rows[rows.lowerBound + row] {
    case .item, .prefix("", _): return [[]]
    case .heading(let node):
      let titles = titles(of: node, isFirst: row == 0, context)
      return above + [context.glyphs.trail(titles, columns: columns)]
    case .prefix(let prefix, _): return above + [[Span(prefix, role: .heading)]]
    case .note(let node, let note): return context.lines(node, note: note, columns: columns, isLow: isLow)
    }
  }

  /// A list is empty because of a filter, or because the form has nothing there. With a filter, the text names the key that ends it.
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

  /// For example, in the section Network, the heading of its inner section Network ▸ Proxy is "Proxy".
  private func titles(of node: Int, isFirst: Bool, _ context: ScreenContext) -> [String] {
    let titles = context.outline.titles(of: node)
    // The reader already knows the titles up to the current section.
    let known = isFirst ? 0 : min(context.outline.nodes[section].depth + 1, titles.count - 1)
    return Array(titles.dropFirst(max(known, titles.count > 1 && isFirst ? 1 : 0)))
  }

  private func draw(
    _ shown: ValueRow, row: Int, in line: Rect, titleColumns: Int, into frame: inout Frame
  ) {
    let isFocused = row == settings.focus
    let focus: Style.Ground = !isFocused ? .plain : pane == .settings ? .focus : .resting
    frame.draw(
      shown, in: line, titleColumns: titleColumns, badgeColumns: 3, focus: focus,
      field: isFocused ? field : nil, valueColumns: Self.usualValue)
    frame.add(.row(row, pane: .settings), in: line)
  }

  /// Measures the widest title: once in the first rows of a section, then in the visible rows, so that the column grows if
  /// needed but never shrinks while a person moves through the section.
  private mutating func measure(_ rows: Range<Int>, height: Int, in context: ScreenContext) {
    // Look this up once for up to a thousand rows.
    let all = context.outline.rows
    let entries = context.index.settings
    let visible = context.glyphs.visible
    func widest(_ part: Range<Int>) -> Int {
      all[part.clamped(to: rows)].reduce(8) { widest, row in
        switch row {
        case .item(.setting(let position)):
          max(widest, visible.width(of: entries[position].setting.title))
        case .item(let item): max(widest, visible.width(of: context.core.title(of: item)))
        case .heading, .note, .prefix: widest
        }
      }
    }
    let isKnown = measured?.section == section && measured?.rowCount == rows.count
    let known = isKnown ? measured?.widestTitle ?? 0 : widest(rows.lowerBound..<rows.lowerBound + 1000)
    let top = rows.lowerBound + settings.top
    measured = (section, rows.count, max(known, widest(top..<top + height)))
  }
}

extension ScreenContext {
  /// The width that the tree of sections needs, with room for a mark; 0 if there is only one section. The tree of many sections has the
  /// usual width.
  fileprivate var widestSection: Int {
    guard outline.nodes.count > 1 else { return 0 }
    guard outline.nodes.count <= 200 else { return .max }
    return outline.nodes.reduce(0) { max($0, $1.depth + glyphs.visible.width(of: $1.section.title) + 8) }
  }

  /// Returns the text around a section's settings, wrapped.
  ///
  /// In a low window, notes are left out: a few settings say more than the sentence above them. How many are hidden is always said.
  ///
  /// - Parameter isLow: Whether there is no room for optional text.
  fileprivate func lines(
    _ node: Int, note: Outline.Row.Note, columns: Int, isLow: Bool
  ) -> [[Span]] {
    guard !isLow || note == .hidden else { return [] }
    if note == .help {
      let help = outline.nodes[node].section.help
      return glyphs.lines(ofHelp: help, columns: columns, atMost: 6, note.role)
    }
    return text(of: note, in: node).map { glyphs.lines($0, role: note.role, columns: columns, atMost: 6) }
      ?? []
  }
}

extension ScreenContext {
  /// Returns a text around a section's settings, without markup; `nil` without such a text.
  fileprivate func text(of note: Outline.Row.Note, in node: Int) -> String? {
    let section = outline.nodes[node].section
    let hidden = outline.nodes[node].hiddenCount
    return switch note {
    case .help: section.help.isEmpty ? nil : MarkdownText(section.help).plain
    case .header: model.headerText(section)
    case .footer: model.footerText(section)
    case .hidden where hidden == 0: nil
    case .hidden:
      "\(Phrase.count(hidden, noun: "advanced setting")) hidden; \(key(.showAdvanced, in: .settings)) shows all."
    }
  }

  /// Returns the text around a section's settings, as sentences.
  fileprivate func sentences(about node: Int) -> [String] {
    let title = outline.titles(of: node).joined(separator: ", ")
    return [title + (text(of: .help, in: node).map { ": \($0)" } ?? ".")]
      + [.header, .footer, .hidden].compactMap { text(of: $0, in: node) }
  }
}

/// The section line by line: its own settings and rows, then the sections inside it.
extension BrowseScreen {
  var editedPlace: ValuePlace? { field?.place }

  private func listedItems(_ context: ScreenContext) -> [EditorItem] { listedRows(context).items }

  /// Returns the items, and what the sections that are shown in place say above them, by the numbers of the items.
  private func listedRows(_ context: ScreenContext) -> (items: [EditorItem], above: [Int: [Outline.Row]]) {
    let outline = context.outline
    var (items, above): ([EditorItem], [Int: [Outline.Row]]) = ([], [:])
    for row in outline.rows[rows(context)] {
      switch row {
      case .item(let item) where outline.place(of: outline.section(around: item)) == section:
        items.append(item)
      case .heading(let node), .note(let node, _):
        guard node != section, outline.place(of: node) == section else { continue }
        above[items.count, default: []].append(row)
      case .prefix(_, let node) where outline.place(of: node) == section:
        above[items.count, default: []].append(row)
      case .item, .prefix: break
      }
    }
    let inner = outline.listedChildren(of: section).filter {
      outline.nodes[$0].section.isInline == nil && outline.isShown($0)
    }
    return (items + inner.map { .section($0) }, above)
  }

  func page(_ context: ScreenContext) -> PlainPage {
    if field != nil { return PlainPage(prompt: "New value: ") }
    let (items, above) = listedRows(context)
    func line(_ row: Outline.Row) -> String? {
      switch row {
      case .item: nil
      case .heading(let node): titles(of: node, isFirst: false, context).joined(separator: ", ") + "."
      case .prefix(let prefix, _): prefix.isEmpty ? "" : prefix + "."
      case .note(let node, let note): context.text(of: note, in: node)
      }
    }
    let details = items.compactMap { item -> AppRequest? in
      if case .row(let row) = item, !row.isAction { .detail(row.name) } else { nil }
    }
    return PlainPage(
      lines: context.sentences(about: section) + (items.isEmpty ? [emptyText(context)] : []),
      count: items.count, row: { context.row(for: items[$0]).sentence(context.glyphs) },
      above: { (above[$0] ?? []).compactMap(line) },
      subject: context.subjects(of: items), appRows: items.appRows, requests: details)
  }

  /// A section has the focus in the tree, where keys mean the section.
  mutating func focus(onRow row: Int, _ context: ScreenContext) {
    let item = listedItems(context)[row]
    if case .section(let node) = item {
      pane = .sections
      show(node, in: context)
      syncTree(context)
    } else if let row = context.outline.row(of: item) {
      settings.move(to: row - rows(context).lowerBound, of: rows(context).count)
    }
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
  ///
  /// - Parameter lines: The help for the focused setting; `nil` if none has the focus.
  private func drawHelp(
    in area: Rect, _ frame: inout Frame, ofSetting lines: [[Span]]?, context: ScreenContext
  ) {
    guard !area.isEmpty else { return }
    let inner = area.inset(horizontally: 1)
    if pane == .sections {
      drawHelp(ofSection: section, in: inner, into: &frame, context: context)
      return
    }
    switch focusedItem(context) {
    case .section(let node)?: return drawHelp(ofSection: node, in: inner, into: &frame, context: context)
    case .row(let row)?: return drawHelp(row, in: inner, into: &frame, context: context)
    default: break
    }
    guard let lines else { return }
    frame.draw(lines, in: inner)
    if lines.count > area.height, field == nil {
      frame.drawMore(context.key(.details, in: .settings), in: inner)
    }
  }

  /// Returns the help for a setting.
  private func settingLines(_ entry: FormIndex.Entry, _ context: ScreenContext) -> [[Span]] {
    let columns = layout.help.inset(horizontally: 1).width
    var lines: [[Span]] = []
    if layout.help.height > 3 {
      // The row already has the title. From row to row, only the last key of the path changes. Nothing is dimmed here, because
      // each change of attributes would be sent with each step.
      let path = context.glyphs.visible.truncateStart(entry.path.description, columns: columns)
      lines.append([Span(path)])
    }
    if let field { lines += field.lines(columns: columns, in: context) }
    return lines
      + SettingNotes(entry, context: context, columns: columns, isShort: !layout.isHelpBeside).lines
  }

  private func drawHelp(
    ofSection section: Int, in area: Rect, into frame: inout Frame, context: ScreenContext
  ) {
    let node = context.outline.nodes[section]
    let title = [
      Span(node.section.title, role: .heading), Span("  " + node.path.description, role: .secondary),
    ]
    let help = frame.glyphs.lines(
      ofHelp: node.section.help, columns: area.width, atMost: max(0, area.height - 2), .secondary)
    let newCount = context.core.newSettings.counts[section] ?? 0
    let new = newCount > 0 ? ", \(frame.glyphs.new) \(newCount) new since the last apply" : ""
    let count = Span(Phrase.count(node.shownCount, noun: "setting") + new, role: .secondary)
    frame.draw([title] + help + [[count]], in: area)
  }
}
