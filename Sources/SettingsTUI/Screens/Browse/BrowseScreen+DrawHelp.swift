import Settings

extension BrowseScreen {
  /// Draws help for the focused setting or section.
  func drawHelp(in area: Rect, _ frame: inout Frame, _ context: ScreenContext) {
    guard !area.isEmpty else { return }
    frame.add(.pane(.help), in: area)
    let inner = area.inset(horizontally: 1)
    if pane == .sections {
      drawSectionHelp(in: inner, &frame, context)
      return
    }
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

  private func drawSectionHelp(in area: Rect, _ frame: inout Frame, _ context: ScreenContext) {
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
