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
