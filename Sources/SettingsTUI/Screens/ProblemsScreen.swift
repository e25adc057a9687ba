import Settings

/// All problems of the file with the staged changes, also those that have no row among the settings. A person goes to the setting of
/// a problem, or removes a key that the form doesn't know.
struct ProblemsScreen: Screen {
  private var list = FilteredList()
  /// The revision of the model when the list was last updated.
  private var revision: Int?

  let name = "Problems"
  let isDialog = false

  var keyContext: KeyContext { list.isTyping ? .filter : .problems }

  init(_ context: ScreenContext) { revision = context.core.revision }

  private static func texts(_ problems: [FormProblem], _ context: ScreenContext) -> [RowTexts] {
    problems.map {
      RowTexts(name: $0.name(in: context.index), value: $0.shownPath.description, help: $0.message)
    }
  }

  mutating func perform(_ command: Command, _ context: ScreenContext) -> [EditorAction] {
    let problems = context.core.summary.allProblems
    if list.perform(command, of: problems.count, { Self.texts(problems, context) }) { return [] }
    switch command {
    case .back: return [.pop]
    case .undo, .redo: return [.edit(command == .undo ? .undo : .redo)]
    default: break
    }
    guard let row = list.focusedRow(of: problems.count) else { return [] }
    switch command {
    case .activate: return go(to: problems[row], context)
    case .remove:
      guard problems[row].isAboutUnknownKey else {
        return [.say(.init("Only keys that the form doesn't know are removed here.", .secondary))]
      }
      return [.edit(.removeUnknownKey(problems[row]))]
    default: return []
    }
  }

  private func go(to problem: FormProblem, _ context: ScreenContext) -> [EditorAction] {
    if let entry = context.index.entry(containing: problem.path),
      let position = context.index.position(of: entry.path)
    {
      return [.go(position)]
    }
    if !problem.isAboutUnknownKey, let node = context.outline.node(at: problem.path) {
      return [.goSection(node)]
    }
    return [.say(.init(explanation(of: problem, context), .secondary))]
  }

  /// Returns a sentence about a problem without a row among the settings.
  private func explanation(of problem: FormProblem, _ context: ScreenContext) -> String {
    guard problem.isAboutUnknownKey else { return "The problem has no row; correct it in the file." }
    guard problem.hiddenKeys.isEmpty else { return "The key may be a secret; remove it in the file." }
    return
      "The form has no setting for this key, so it has no row; the apps that read the file may ignore it. "
      + "\(context.key(.remove, in: .problems)) removes it."
  }

  mutating func insert(_ text: String, _ context: ScreenContext) -> [EditorAction] {
    let problems = context.core.summary.allProblems
    if list.isTyping { list.insert(text, of: problems.count) { Self.texts(problems, context) } }
    return []
  }

  mutating func click(_ target: Frame.Target, _ context: ScreenContext) -> [EditorAction] {
    guard case .row(let row, _) = target else { return [] }
    let isFocused = row == list.state.focus
    list.state.move(to: row, of: list.count(of: context.core.summary.allProblems.count))
    return isFocused ? perform(.activate, context) : []
  }

  mutating func update(_ context: ScreenContext) {
    guard revision != context.core.revision else { return }
    revision = context.core.revision
    let problems = context.core.summary.allProblems
    list.update(of: problems.count) { Self.texts(problems, context) }
  }

  // MARK: - Drawing

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    let problems = context.core.summary.allProblems
    var area = frame.area
    frame.drawTitle(context, in: area.removeTop(1), screen: name)
    let hints = area.removeBottom(1)
    let help = area.removeBottom(min(area.height / 2, 6))
    let query = area.removeTop(list.isActive ? 1 : 0)
    frame.cursor = Point(x: area.x, y: area.y)
    drawRows(problems, in: area, &frame, context)
    if let row = list.focusedRow(of: problems.count) {
      frame.drawRule(x: help.x, y: help.y, columns: help.width)
      let lines = explanationLines(of: problems[row], columns: help.width - 2, frame.glyphs, context)
      for (index, spans) in lines.prefix(help.height - 1).enumerated() {
        frame.draw(spans, x: help.x + 1, y: help.y + 1 + index, columns: help.width - 2)
      }
    }
    frame.drawHints(keyContext, context, in: hints)
    frame.drawQuery(
      list, of: problems.count,
      in: Rect(x: query.x + 1, y: query.y, width: query.width - 2, height: query.height))
  }

  private mutating func drawRows(
    _ problems: [FormProblem], in area: Rect, _ frame: inout Frame, _ context: ScreenContext
  ) {
    let places = list.layOut(height: area.height, of: problems.count)
    let shown = places.compactMap { place in
      list.row(at: place, of: problems.count).map { (place: place, problem: problems[$0]) }
    }
    let names = shown.map { $0.problem.name(in: context.index) }
    let widest = names.reduce(8) { max($0, frame.glyphs.visible.width(of: $1)) }
    let titleColumns = frame.titleColumns(for: widest, in: area)
    for ((place, problem), name) in zip(shown, names) {
      let role: Style.Role = problem.severity == .error ? .problem : .changed
      var row = ValueRow(title: name, value: [Span(problem.message, role)])
      row.problem = Span(String(frame.glyphs.problem), role)
      let line = Rect(x: area.x, y: area.y + place - places.lowerBound, width: area.width - 1, height: 1)
      frame.draw(
        row, in: line, titleColumns: titleColumns, badgeColumns: 0,
        focus: place == list.state.focus ? .active : .none)
      frame.add(.row(place, pane: .settings), in: line)
    }
    if shown.isEmpty {
      let text =
        problems.isEmpty
        ? "There are no problems." : "Nothing matches; \(context.key(.back, in: .filter)) shows all."
      frame.draw(text, x: area.x + 1, y: area.y, columns: area.width - 2, Style(.secondary))
    }
    frame.drawScrollBar(
      in: Rect(x: area.maxX - 1, y: area.y, width: 1, height: area.height), top: list.state.top,
      visible: area.height, of: list.count(of: problems.count))
  }

  private func explanationLines(
    of problem: FormProblem, columns: Int, _ glyphs: Glyphs, _ context: ScreenContext
  ) -> [[Span]] {
    var facts = [problem.path.isRoot ? "the whole file" : problem.shownPath.description]
    if let position = problem.position { facts.append("line \(position.line)") }
    facts.append(problem.severity == .error ? "error" : "warning")
    var lines = [[Span(facts.joined(separator: " \(glyphs.bullet) "), .secondary)]]
    lines += glyphs.visible.wrap(problem.message, columns: columns, atMost: 3).map { [Span($0)] }
    if problem.isAboutUnknownKey, context.index.entry(containing: problem.path) == nil {
      lines += glyphs.visible.wrap(explanation(of: problem, context), columns: columns, atMost: 3).map {
        [Span($0, .secondary)]
      }
    }
    return lines
  }
}

extension FormProblem {
  /// Returns the title of the setting, or the path where the form has none.
  fileprivate func name(in index: FormIndex) -> String {
    if let entry = index.entry(containing: path) { return entry.setting.title }
    return path.isRoot ? index.form.root.title : shownPath.description
  }
}
