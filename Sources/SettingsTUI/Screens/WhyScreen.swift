import SettingsEditing
import SettingsJSON

/// Why a setting or section has its value or state. Shows the origin of the value; the rules that hide, lock, derive or constrain it, with
/// the current values of their conditions; and what depends on it. Enter goes to the setting of a line.
///
/// The lines are made from a ``RuleTrace``, for each frame and for each command again: they are few, and values in them change with each
/// edit. Only lines that lead somewhere can have the focus; the others are text around them.
struct WhyScreen: ListScreen {
  private let path: SettingPath
  /// The lines that lead somewhere.
  var list = FilteredList()
  /// The first visible line, and the number of lines.
  private var reading = ListState()
  private var lineCount = 0

  let name = "Why"
  let listContext = KeyContext.why

  init(_ path: SettingPath) {
    self.path = path
  }

  /// A line. A line that leads to a setting can have the focus.
  private struct Line {
    var spans: [Span]
    /// The destination of Enter.
    var target: EditorAction?

    /// The strings that a filter reads: the name, and the value after it.
    var strings: RowStrings {
      RowStrings(
        name: spans.first.map { String($0.text.trimmed) } ?? "",
        value: spans.dropFirst().map(\.text).joined())
    }
  }

  func count(_ context: ScreenContext) -> Int { choices(context).count }
  func strings(_ context: ScreenContext) -> [RowStrings] { choices(context).map(\.strings) }
  func command(ofClickOnFocus isFocused: Bool) -> Command? { .activate }

  mutating func moves(_ command: Command, in context: ScreenContext) -> Bool {
    // If there is no line to choose, scroll the text.
    if choices(context).isEmpty { return reading.scroll(command, through: lineCount) }
    return moveInList(command, in: context)
  }

  /// Enter goes to the setting of the line, and so from cause to cause: `w` there explains that setting. The key that opens the page closes
  /// it, too.
  nonisolated static let keys = PageKeys<WhyScreen>(
    "The conditions",
    [
      .onRow(.activate, keys: "Enter Right l", title: "Go to the setting", hint: "Go to") {
        page, row, context in
        page.choices(context)[row].target.map { [$0] }
      },
      .back(KeyMap.leavingList + " w"),
    ], .finding, .rows)

  /// Returns the lines that lead to a setting or section.
  private func choices(_ context: ScreenContext) -> [Line] {
    lines(context, columns: 80).filter { $0.target != nil }
  }

  mutating func page(_ context: ScreenContext) -> PlainPage {
    let lines = lines(context, columns: 200).filter { $0.target == nil && !$0.spans.isEmpty }
    return rowsPage(context, lines.map { $0.spans.map(\.text).joined() })
  }

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    var area = frame.drawTitle(context, screen: name)
    let query = area.removeTop(list.isActive ? 1 : 0)
    let all = lines(context, columns: area.width - 2)
    let choices = all.indices.filter { all[$0].target != nil }
    // A filter shows only the lines to choose from, because the text around them is about all of them.
    let lines =
      list.isActive
      ? (0..<list.count(of: choices.count)).compactMap {
        list.row(at: $0, of: choices.count).map { all[choices[$0]] }
      }
      : all
    let targets = lines.indices.filter { lines[$0].target != nil }
    list.state.move(by: 0, of: targets.count)
    let focused = targets.isEmpty ? nil : targets[list.state.focus]
    var top = reading.focus
    if let focused {
      // Keep the rule above the condition visible.
      if list.state.focus == 0 || focused < top + 3 { top = max(0, focused - 3) }
      if list.state.focus == 0, focused < area.height { top = 0 }
      if focused >= top + area.height { top = focused - area.height + 1 }
    }
    lineCount = lines.count
    top = reading.scroll(to: top, height: area.height, of: lineCount)
    frame.cursor = Point(x: area.x, y: area.y)
    for (row, index) in (top..<min(lines.count, top + area.height)).enumerated() {
      let line = Rect(x: area.x, y: area.y + row, width: area.width - 1, height: 1)
      frame.drawRow(lines[index].spans, in: line, indent: 1, isFocused: index == focused)
      if let target = targets.firstIndex(of: index) { frame.add(.row(target, pane: .settings), in: line) }
    }
    if list.isActive, lines.isEmpty {
      frame.drawNote(context.nothingMatches, in: area)
    }
    frame.drawScrollBar(atEndOf: area, top: top, of: lines.count)
    frame.drawHints(keyContext, context: context, without: choices.isEmpty ? [.find] : [])
    frame.drawQuery(list, of: choices.count, in: query.inset(horizontally: 1))
  }

  // MARK: - Lines

  private func lines(_ context: ScreenContext, columns: Int) -> [Line] {
    let glyphs = context.glyphs
    let trace = context.model.trace(at: path)
    var lines = [Line(spans: [Span(trace.name, role: .heading), Span("  \(path)", role: .secondary)])]
    lines += values(trace, in: context)
    if context.model.isHidden(path) { lines.append(Line(spans: [Span("Hidden now.", role: .changed)])) }
    if !context.model.isEnabled(path) { lines.append(Line(spans: [Span("Disabled now.", role: .changed)])) }
    if let lock = context.model.lock(at: path) {
      lines += glyphs.lines("\(lock) locks it.", role: .changed, columns: columns).map { Line(spans: $0) }
    } else if context.model.isReadOnly(path) {
      lines.append(Line(spans: [Span("Read-only now.", role: .changed)]))
    }
    for problem in context.core.problems(at: path) {
      lines += glyphs.lines(
        "\(glyphs.problem) \(problem.message)", role: problem.severity.role, columns: columns
      )
      .map { Line(spans: $0) }
    }
    if trace.steps.isEmpty {
      let text = trace.dependents.isEmpty ? "No rule involves it." : "No rule affects it."
      lines += [Line(spans: []), Line(spans: [Span(text, role: .secondary)])]
    }
    for step in trace.steps { lines += self.lines(step, in: context, columns: columns) }
    if !trace.dependents.isEmpty {
      lines += [Line(spans: []), Line(spans: [Span("What depends on it", role: .heading)])]
      lines += trace.dependents.map { line($0, in: context) }
    }
    return lines
  }

  private func line(_ dependent: RuleTrace.Dependent, in context: ScreenContext) -> Line {
    var spans = [Span("    \(dependent.name)")]
    if let setting = context.index[dependent.path]?.setting {
      let value = setting.text(for: context.model.value(at: dependent.path))
      spans = [Span("    \(dependent.name): "), Span(String(value.prefix(80)), role: .value)]
    }
    spans.append(Span("  \(dependent.text)", role: .secondary))
    return Line(spans: spans, target: context.action(goingTo: dependent.path))
  }

  /// Returns the value, the saved value and the default, one below the other.
  private func values(_ trace: RuleTrace, in context: ScreenContext) -> [Line] {
    guard let setting = context.index[path]?.setting, let value = trace.value else { return [] }
    let model = context.model
    let source =
      if let place = trace.place {
        "from \(place)"
      } else {
        switch trace.origin {
        case .staged: "staged, not applied yet"
        case .stored: "set in the file"
        case .derived: "derived by a rule"
        case .formDefault: "the default"
        case .none: setting.traits.contains(.withoutApp) ? "not set" : "chosen by the app"
        }
      }
    let saved = ("Saved", setting.text(for: model.savedValue(at: path)), "")
    let derived = model.draft.isDerived(path) ? "derived" : ""
    let initial = ("Default", setting.text(for: model.defaultValue(at: path)), derived)
    let rows = [("Value", value, source)] + (model.isStaged(path) ? [saved] : []) + [initial]
    return rows.map { name, value, note in
      Line(spans: [
        Span(name.padded(to: 9), role: .secondary),
        Span(value, role: .value),
        Span(note.isEmpty ? "" : "  \(note)", role: .secondary),
      ])
    }
  }

  private func lines(
    _ step: RuleTrace.Step, in context: ScreenContext, columns: Int
  ) -> [Line] {
    let (word, role): (String, Style.Role) =
      switch step.verdict {
      case .applies: ("applies", .success)
      case .violated: ("violated", .problem)
      case .beaten: ("overridden by another rule", .secondary)
      case .idle: ("does not apply", .secondary)
      }
    var lines = [Line(spans: [])]
    lines += context.glyphs.lines(step.description, columns: columns).map { Line(spans: $0) }
    var spans = [Span("  \(word)", role: role)]
    if !step.reason.isEmpty { spans.append(Span(": \(step.reason)", role: .secondary)) }
    if let source = step.rule.source { spans.append(Span("  \(source)", role: .secondary)) }
    lines.append(Line(spans: spans))
    var shown: Set<SettingPath> = [path]
    for operand in step.operands {
      if let path = operand.path { shown.insert(path) }
      lines.append(
        Line(
          spans: [Span("    \(operand.name): "), Span(operand.value, role: .value)],
          target: operand.path == path ? nil : operand.path.flatMap { context.action(goingTo: $0) }))
    }
    for path in step.settings where shown.insert(path).inserted {
      guard let entry = context.index[path] else { continue }
      let target = context.action(goingTo: path)
      lines.append(Line(spans: [Span("    \(entry.setting.title)")], target: target))
    }
    return lines
  }
}
