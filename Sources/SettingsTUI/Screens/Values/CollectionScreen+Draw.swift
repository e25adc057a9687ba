import Settings

extension CollectionScreen {
  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    var area = frame.area
    frame.drawTitle(context, in: area.removeTop(1), screen: name)
    let hints = area.removeBottom(1)
    let help = area.removeBottom(area.height >= 10 ? 4 : 2)
    let heading = area.removeTop(1)
    let isNew = field.map { rowCount(context) == index(of: $0.place) } ?? false
    let count = rowCount(context) + (isNew ? 1 : 0)
    let noun = KindSummary.noun(place.setting.kind, count: count)
    let room = heading.width - 4 - frame.glyphs.visible.width(of: noun)
    frame.draw(
      [
        Span(frame.glyphs.visible.truncateStart(trail(frame.glyphs), columns: room), .heading),
        Span("  \(noun)", .secondary),
      ],
      x: heading.x + 1, y: heading.y, columns: heading.width - 2)
    list.layOut(height: area.height, count: count)
    drawRows(count, in: area, &frame, context)
    drawHelp(in: help, &frame, context)
    frame.drawHints(keyContext, context, in: hints)
    drawKeyField(&frame, context)
  }

  /// Returns the titles and keys that lead to the value.
  private func trail(_ glyphs: Glyphs) -> String {
    var secrecy = place.entry.setting.secrecy
    let steps = place.steps.map { step in
      switch step {
      case .index(let index):
        secrecy = secrecy.element(index)
        return String(index + 1)
      case .key(let key):
        let isSecret = secrecy.isWhole
        secrecy = secrecy.member(key)
        return isSecret ? Secrecy.maskText : key
      }
    }
    return (place.entry.sections + [place.entry.setting.title] + steps).joined(
      separator: " \(glyphs.separator) ")
  }

  private func index(of place: ValuePlace) -> Int? {
    if case .index(let index)? = place.steps.last { return index }
    return nil
  }

  private func drawRows(_ count: Int, in area: Rect, _ frame: inout Frame, _ context: ScreenContext) {
    let end = min(count, list.top + area.height)
    let places = (list.top..<max(list.top, end)).map { row in (row, rowPlace(row, context)) }
    let labels = places.map { row, place in (row, place, label(row, place)) }
    let widest = labels.reduce(4) { max($0, frame.glyphs.visible.width(of: $1.2)) }
    let titleColumns = frame.titleColumns(for: widest, in: area)
    for (row, place, label) in labels {
      let line = Rect(x: area.x, y: area.y + row - list.top, width: area.width - 1, height: 1)
      let value = context.core.value(at: place)
      var valueRow = ValueRow(
        title: label, value: ValuePreview.spans(value, place.setting, frame.glyphs))
      if let value, context.core.error(of: value, at: place) != nil {
        valueRow.problem = Span(String(frame.glyphs.problem), .problem)
      }
      let isFocused = row == list.focus
      frame.draw(
        valueRow, in: line, titleColumns: titleColumns, badgeColumns: 0, focus: isFocused ? .active : .none,
        field: isFocused ? field : nil)
      frame.add(.row(row, pane: .settings), in: line)
    }
    if count == 0 {
      frame.draw(
        "There is nothing here yet; \(context.key(.add, in: keyContext)) adds one.", x: area.x + 1, y: area.y,
        columns: area.width - 2,
        Style(.secondary))
      frame.cursor = Point(x: area.x, y: area.y)
    }
    frame.drawScrollBar(
      in: Rect(x: area.maxX - 1, y: area.y, width: 1, height: area.height), top: list.top,
      visible: area.height, of: count)
  }

  private func label(_ row: Int, _ place: ValuePlace) -> String {
    if case .index? = place.steps.last {
      if case .list(_, let limits) = self.place.setting.kind, limits.isRange {
        return row == 0 ? "From" : "To"
      }
      return "\(row + 1)"
    }
    return place.setting.title
  }

  private func drawHelp(in area: Rect, _ frame: inout Frame, _ context: ScreenContext) {
    var lines: [[Span]] = []
    let columns = area.width - 2
    if let problem = field?.problem ?? keyField?.problem {
      lines += frame.glyphs.visible.wrap("\(frame.glyphs.problem) \(problem)", columns: columns).map {
        [Span($0, .problem)]
      }
    }
    for problem in context.core.problems(at: place.entry.path) {
      lines.append([Span("\(frame.glyphs.problem) \(problem.message)", .problem)])
    }
    if list.focus < rowCount(context) || field != nil {
      let focused = field?.place ?? rowPlace(list.focus, context)
      if case .object = place.setting.kind, !focused.setting.help.isEmpty {
        lines += frame.glyphs.visible.wrap(focused.setting.help, columns: columns).map { [Span($0)] }
      }
      lines.append([Span(KindSummary.text(focused.setting), .secondary)])
    }
    if case .object = place.setting.kind {
    } else {
      lines.append([Span(KindSummary.text(place.setting), .secondary)])
    }
    if area.height > 2 { frame.drawRule(x: area.x, y: area.y, columns: area.width) }
    let top = area.height > 2 ? 1 : 0
    for (index, spans) in lines.prefix(area.height - top).enumerated() {
      frame.draw(spans, x: area.x + 1, y: area.y + top + index, columns: columns)
    }
  }

  private func drawKeyField(_ frame: inout Frame, _ context: ScreenContext) {
    guard let keyField else { return }
    let box = frame.area.centered(width: min(frame.area.width - 2, 50), height: 4)
    let inner = frame.drawBox(
      box,
      title: keyField.renamed == nil
        ? "New key" : "Rename \(place.setting.isSecret ? Secrecy.maskText : keyField.renamed ?? "")")
    frame.drawField(keyField.line, x: inner.x, y: inner.y, columns: inner.width)
    let cursor = frame.cursor
    frame.draw(
      keyField.problem ?? "\(context.key(.accept, in: .key)) accepts the key.", x: inner.x, y: inner.y + 1,
      columns: inner.width,
      Style(keyField.problem == nil ? .secondary : .problem))
    frame.cursor = cursor
  }
}
