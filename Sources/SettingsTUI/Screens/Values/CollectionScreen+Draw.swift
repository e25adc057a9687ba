import Settings

extension CollectionScreen {
  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    var area = frame.area
    frame.drawTitle(context, in: area.removeTop(1), screen: name)
    let hints = area.removeBottom(1)
    let help = area.removeBottom(area.height >= 10 ? 4 : 2)
    let heading = area.removeTop(1)
    let rows = rows(context)
    let newRow = newRow(rows)
    let count = rows.count + (newRow == nil ? 0 : 1)
    let noun = KindSummary.noun(place.setting.kind, count: count)
    let room = heading.width - 4 - frame.glyphs.visible.width(of: noun)
    frame.draw(
      [
        Span(frame.glyphs.visible.truncateStart(trail(frame.glyphs), columns: room), .heading),
        Span("  \(noun)", .secondary),
      ],
      x: heading.x + 1, y: heading.y, columns: heading.width - 2)
    let query = area.removeTop(list.isActive ? 1 : 0)
    drawRows(rows, count, newRow, in: area, &frame, context)
    drawHelp(rows, in: help, &frame, context)
    frame.drawHints(
      keyContext, context, without: unavailable(rows, context), covering: help.height - 1, in: hints)
    frame.drawQuery(list, of: count, in: query.inset(horizontally: 1))
    keyField?.field.draw(in: &frame, context)
  }

  /// Returns the titles and keys that lead to the value.
  private func trail(_ glyphs: Glyphs) -> String {
    var secrecy = place.entry.setting.secrecy
    let steps = place.steps.map { step in
      switch step {
      case .index(let index), .before(let index):
        secrecy = secrecy.element(index)
        return String(index)
      case .key(let key):
        let isSecret = secrecy.hides(.object)
        secrecy = secrecy.member(key)
        return isSecret ? Secrecy.maskText : key
      }
    }
    return (place.entry.sections + [place.entry.setting.title] + steps).joined(
      separator: " \(glyphs.separator) ")
  }

  /// Returns the row of the new value that is typed; `nil` if an existing one is typed, or none.
  private func newRow(_ rows: CollectionRows) -> Int? {
    guard let place = field?.place, place.steps.count == self.place.steps.count + 1 else { return nil }
    switch place.steps.last {
    case .before(let index)?: return index
    case .index(let index)?: return index == rows.count ? index : nil
    case .key?: return rows.ownValue(of: place) == nil && !rows.hasField(place) ? rows.count : nil
    case nil: return nil
    }
  }

  private mutating func drawRows(
    _ rows: CollectionRows, _ count: Int, _ newRow: Int?, in area: Rect, _ frame: inout Frame,
    _ context: ScreenContext
  ) {
    let places = list.layOut(height: area.height, of: count).compactMap { shown in
      list.row(at: shown, of: count).map { row in
        if row == newRow, let place = field?.place {
          return (shown: shown, place: place, label: rows.label(row, place))
        }
        let old = newRow.map { row > $0 ? row - 1 : row } ?? row
        let place = rows.place(at: old)
        return (shown: shown, place: place, label: rows.label(old, place))
      }
    }
    let widest = places.reduce(4) { max($0, frame.glyphs.visible.width(of: $1.label)) }
    let titleColumns = frame.titleColumns(for: widest, in: area)
    let problems = context.core.problems(at: self.place.entry.path)
    let states = PartStates(of: self.place, context.core)
    for (shown, place, label) in places {
      let line = Rect(
        x: area.x, y: area.y + shown - list.state.top, width: area.width - 1, height: 1)
      var row = ValueRow(
        title: label, value: ValuePreview.spans(rows.value(of: place), place.setting, frame.glyphs))
      row.show(states.state(of: place), frame.glyphs)
      if !problems.isEmpty { row.show(problems.filter { place.path.contains($0.path) }, frame.glyphs) }
      let isFocused = shown == list.state.focus
      frame.draw(
        row, in: line, titleColumns: titleColumns, badgeColumns: 0, focus: isFocused ? .active : .none,
        field: isFocused ? field : nil)
      frame.add(.row(shown, pane: .settings), in: line)
    }
    if places.isEmpty {
      let text =
        count == 0
        ? "There is nothing here yet; \(context.key(.add, in: listContext)) adds one."
        : context.nothingMatches
      frame.drawNote(text, in: area)
      frame.cursor = Point(x: area.x, y: area.y)
    }
    frame.drawScrollBar(atEndOf: area, top: list.state.top, of: list.count(of: count))
  }

  private func drawHelp(
    _ rows: CollectionRows, in area: Rect, _ frame: inout Frame, _ context: ScreenContext
  ) {
    var lines: [[Span]] = []
    let columns = area.width - 2
    if let problem = field?.problem ?? keyField?.field.problem {
      lines += frame.glyphs.visible.wrap("\(frame.glyphs.problem) \(problem)", columns: columns).map {
        [Span($0, .problem)]
      }
    }
    let focused = field?.place ?? list.focusedRow(of: rows.count).map { rows.place(at: $0) }
    // The problems of other parts are marked in their rows.
    for problem in context.core.problems(at: place.entry.path) {
      let isUnlisted = problem.isAboutUnknownKey && problem.path.parent == place.path
      let shown = focused.flatMap { $0.path.contains(problem.path) ? $0.path : nil }
      guard problem.path == place.path || isUnlisted || shown != nil else { continue }
      let text = "\(frame.glyphs.problem) \(problem.message(at: shown ?? problem.path))"
      let role: Style.Role = problem.severity == .error ? .problem : .changed
      lines += frame.glyphs.visible.wrap(text, columns: columns).map { [Span($0, role)] }
    }
    func addHelp(of setting: FormSetting) {
      guard !setting.help.isEmpty else { return }
      lines += frame.glyphs.lines(ofHelp: setting.help, columns: columns)
    }
    if case .object = place.setting.kind {
      if let focused {
        addHelp(of: focused.setting)
        lines.append([Span(KindSummary.text(focused.setting), .secondary)])
      }
    } else {
      addHelp(of: place.setting)
      // The form describes all elements in the same way, so one line has room for both facts.
      let facts =
        [KindSummary.text(place.setting)] + (focused.map { ["each: " + KindSummary.text($0.setting)] } ?? [])
      lines.append([Span(facts.joined(separator: " \(frame.glyphs.bullet) "), .secondary)])
    }
    if area.height > 2 {
      frame.drawFooter(lines, in: area)
    } else {
      frame.draw(lines, in: area.inset(horizontally: 1))
    }
  }
}

/// Which parts of a value are set, and which are changed.
@MainActor
struct PartStates {
  private let now: JSONValue?
  private let saved: JSONValue?
  private let isStaged: Bool

  init(of place: ValuePlace, _ core: EditorCore) {
    let path = place.entry.path
    now = core.model.isSet(path) ? core.model.value(at: path) : nil
    isStaged = core.model.isStaged(path)
    saved = isStaged ? core.model.savedValue(at: path) : now
  }

  func state(of part: ValuePlace) -> ValueRow.State {
    let value = part.value(in: now)
    if isStaged, value != part.value(in: saved) { return .changed }
    return value == nil ? .unset : .set
  }
}
