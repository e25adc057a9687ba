import Settings

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
    if !outline.nodes[node].children.isEmpty, node != 0 {
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
