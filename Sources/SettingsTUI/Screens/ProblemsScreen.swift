import Settings

/// All conflicts, and all problems of the file with the staged changes, also the problems that have no row among the settings. A person
/// goes to the setting, resolves a conflict, or removes a key that the form doesn't know.
///
/// The screen keeps no list of its own. It reads the summary of the ``EditorCore`` for each frame, so a problem disappears from the list as
/// soon as it is solved, also by another program.
struct ProblemsScreen: Screen {
  private var list = FilteredList()
  /// The revision of the model when the list was last updated.
  private var revision: Int?

  let name = "Problems"
  let isDialog = false

  var keyContext: KeyContext { list.isTyping ? .filter : .problems }

  init(_ context: ScreenContext) { revision = context.core.revision }

  /// A row of the list.
  private enum Row {
    case conflict(Conflict)
    case problem(FormProblem)
    case layer(LayerProblem)

    func name(in index: FormIndex) -> String {
      switch self {
      case .conflict(let conflict): conflict.setting.title
      case .problem(let problem): problem.name(in: index)
      case .layer(let problem):
        problem.path.flatMap { index.entry(containing: $0)?.setting.title } ?? "Another layer"
      }
    }

    /// The path of the setting, or else the place; `nil` for the whole file.
    var place: String? {
      switch self {
      case .conflict(let conflict): conflict.path.description
      case .problem(let problem): problem.shownPath.isRoot ? nil : problem.shownPath.description
      case .layer(let problem): problem.origin.description
      }
    }

    @MainActor
    func message(_ core: EditorCore) -> String {
      switch self {
      case .conflict(let conflict): "Conflict: \(core.cause(of: conflict))"
      case .problem(let problem): problem.message
      case .layer(let problem): problem.message
      }
    }

    var isError: Bool {
      switch self {
      case .conflict: true
      case .problem(let problem): problem.severity == .error
      case .layer(let problem): problem.severity == .error
      }
    }
  }

  /// Returns the conflicts, then the problems of the file, then the problems of other layers.
  private static func rows(_ context: ScreenContext) -> [Row] {
    let summary = context.core.summary
    return summary.allConflicts.map { .conflict($0) } + summary.allProblems.map { .problem($0) }
      + context.core.layerProblems.map { .layer($0) }
  }

  private static func strings(_ rows: [Row], in context: ScreenContext) -> [RowStrings] {
    rows.map {
      RowStrings(name: $0.name(in: context.index), value: $0.place ?? "", help: $0.message(context.core))
    }
  }

  mutating func perform(_ command: Command, in context: ScreenContext) -> [EditorAction] {
    let rows = Self.rows(context)
    if list.perform(command, of: rows.count, strings: { Self.strings(rows, in: context) }) { return [] }
    switch command {
    case .back: return [.pop]
    case .undo, .redo: return [.edit(command == .undo ? .undo : .redo)]
    default: break
    }
    guard let row = list.focusedRow(of: rows.count) else { return [] }
    switch rows[row] {
    case .conflict(let conflict): return perform(command, on: conflict, in: context)
    case .problem(let problem): return perform(command, on: problem, in: context)
    case .layer(let problem): return perform(command, on: problem, in: context)
    }
  }

  private func perform(
    _ command: Command, on conflict: Conflict, in context: ScreenContext
  ) -> [EditorAction] {
    switch command {
    case .activate: return context.index.position(of: conflict.path).map { [.go($0)] } ?? []
    case .keepMine, .takeTheirs:
      guard let entry = context.index[conflict.path] else { return [] }
      return [.edit(.resolve(entry, keeping: command == .keepMine ? .mine : .theirs))]
    case .remove: return [.say(Self.onlyUnknownKeys)]
    default: return []
    }
  }

  private func perform(
    _ command: Command, on problem: FormProblem, in context: ScreenContext
  ) -> [EditorAction] {
    switch command {
    case .activate: return go(to: problem, context)
    case .remove:
      guard problem.isAboutUnknownKey else { return [.say(Self.onlyUnknownKeys)] }
      return [.edit(.removeUnknownKey(problem))]
    case .keepMine, .takeTheirs: return [.say(Self.noConflict)]
    default: return []
    }
  }

  private func perform(
    _ command: Command, on problem: LayerProblem, in context: ScreenContext
  ) -> [EditorAction] {
    switch command {
    case .activate:
      if let position = problem.path.flatMap({ context.index.position(containing: $0) }) {
        return [.go(position)]
      }
      return [.say(.init(Self.correction(of: problem), role: .secondary))]
    case .remove: return [.say(Self.onlyUnknownKeys)]
    case .keepMine, .takeTheirs: return [.say(Self.noConflict)]
    default: return []
    }
  }

  /// Returns a sentence that says where a problem of another layer is corrected.
  ///
  /// The editor writes one file, so a problem of another layer can only be shown.
  private static func correction(of problem: LayerProblem) -> String {
    problem.severity == .error
      ? "Correct it in \(problem.origin); the layer's last valid values stay in use."
      : "Correct it in \(problem.origin)."
  }

  private static let noConflict = Message("The problem isn't a conflict.", role: .secondary)
  private static let onlyUnknownKeys = Message(
    "Only keys that the form doesn't know are removed here.", role: .secondary)

  private func go(to problem: FormProblem, _ context: ScreenContext) -> [EditorAction] {
    if let position = context.index.position(containing: problem.path) { return [.go(position)] }
    if let node = context.outline.node(at: problem.path) {
      return [.goSection(node)]
    }
    return [.say(.init(Self.explanation(of: problem), role: .secondary))]
  }

  /// Returns a sentence about a problem without a row among the settings.
  private static func explanation(of problem: FormProblem) -> String {
    problem.hiddenKeys.isEmpty ? "The problem has no row; correct it in the file." : Message.secretKey.text
  }

  mutating func insert(_ text: String, in context: ScreenContext) -> [EditorAction] {
    let rows = Self.rows(context)
    if list.isTyping { list.insert(text, of: rows.count) { Self.strings(rows, in: context) } }
    return []
  }

  mutating func click(_ target: Frame.Target, in context: ScreenContext) -> [EditorAction] {
    list.click(target, of: Self.rows(context).count) == .focusedRow ? perform(.activate, in: context) : []
  }

  mutating func update(_ context: ScreenContext) {
    guard revision != context.core.revision else { return }
    revision = context.core.revision
    let rows = Self.rows(context)
    list.update(of: rows.count) { Self.strings(rows, in: context) }
  }

  // MARK: - Drawing

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    let rows = Self.rows(context)
    var area = frame.area
    frame.drawTitle(context, in: area.removeTop(1), screen: name)
    let hints = area.removeBottom(1)
    let help = area.removeBottom(min(area.height / 2, 6))
    let query = area.removeTop(list.isActive ? 1 : 0)
    frame.cursor = Point(x: area.x, y: area.y)
    drawRows(rows, in: area, into: &frame, context: context)
    if let row = list.focusedRow(of: rows.count) {
      frame.drawFooter(
        explanationLines(of: rows[row], columns: help.width - 2, frame.glyphs, in: context), in: help)
    }
    frame.drawHints(keyContext, context: context, in: hints)
    frame.drawQuery(list, of: rows.count, in: query.inset(horizontally: 1))
  }

  private mutating func drawRows(
    _ rows: [Row], in area: Rect, into frame: inout Frame, context: ScreenContext
  ) {
    let places = list.layOut(height: area.height, of: rows.count)
    let names = places.map { place in
      list.row(at: place, of: rows.count).map { rows[$0].name(in: context.index) } ?? ""
    }
    let widest = names.reduce(8) { max($0, frame.glyphs.visible.width(of: $1)) }
    let titleColumns = frame.titleColumns(for: widest, in: area)
    frame.drawRows(places, of: list, total: rows.count, in: area) { row, isFocused, line, frame in
      let role: Style.Role = rows[row].isError ? .problem : .changed
      var shown = ValueRow(
        title: rows[row].name(in: context.index), value: [Span(rows[row].message(context.core), role: role)])
      shown.problem = Span(String(frame.glyphs.problem), role: role)
      frame.draw(
        shown, in: line, titleColumns: titleColumns, badgeColumns: 0, focus: isFocused ? .active : .none)
    }
    if places.isEmpty {
      frame.drawNote(rows.isEmpty ? Message.noProblems.text : context.nothingMatches, in: area)
    }
  }

  private func explanationLines(
    of row: Row, columns: Int, _ glyphs: Glyphs, in context: ScreenContext
  ) -> [[Span]] {
    var facts = [row.place ?? "the whole file"]
    var explanation: String?
    switch row {
    case .conflict(let conflict):
      facts.append("conflict")
      let mine = conflict.mine.map { conflict.setting.text(for: $0) } ?? "the default"
      explanation =
        "\(context.key(.keepMine, in: .problems)) keeps your value, \(mine); "
        + "\(context.key(.takeTheirs, in: .problems)) takes theirs."
    case .problem(let problem):
      if let position = problem.position { facts.append("line \(position.line)") }
      facts.append(row.isError ? "error" : "warning")
      if problem.isAboutUnknownKey, context.index.entry(containing: problem.path) == nil {
        explanation = Self.explanation(of: problem)
      }
    case .layer(let problem):
      if let path = problem.path { facts.append(path.description) }
      facts.append(row.isError ? "error" : "warning")
      explanation = Self.correction(of: problem)
    }
    var lines = [[Span(facts.joined(separator: " \(glyphs.bullet) "), role: .secondary)]]
    lines += glyphs.visible.wrap(row.message(context.core), columns: columns, atMost: 3).map { [Span($0)] }
    if let explanation {
      lines += glyphs.visible.wrap(explanation, columns: columns, atMost: 3).map {
        [Span($0, role: .secondary)]
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
