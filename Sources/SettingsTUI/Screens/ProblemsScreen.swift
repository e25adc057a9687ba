import SettingsEditing

/// All conflicts, and all problems of the file with the staged changes, also the problems that have no row among the settings. A person
/// goes to the setting, resolves a conflict, or removes a key that the form doesn't know.
///
/// The screen keeps no list of its own. It reads the summary of the ``EditorCore`` for each frame, so a problem disappears from the list as
/// soon as it is solved, also by another program.
struct ProblemsScreen: ListScreen {
  var list = FilteredList()

  let name = "Problems"
  let listContext = KeyContext.problems

  /// A row of the list.
  private enum Row {
    case conflict(SettingConflict)
    case problem(FormProblem)
    case layer(SettingsLayerProblem)

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

  func count(_ context: ScreenContext) -> Int { Self.rows(context).count }

  func strings(_ context: ScreenContext) -> [RowStrings] {
    Self.rows(context).map {
      RowStrings(name: $0.name(in: context.index), value: $0.place ?? "", help: $0.message(context.core))
    }
  }

  /// What can be done depends on the problem: go to the value, remove a key that the form doesn't know, decide a conflict. The problem of
  /// another layer is only shown, because the editor writes one file.
  nonisolated static let keys = PageKeys<ProblemsScreen>(
    "The problem",
    [
      .onRow(.activate, keys: "Enter Right l", title: "Go to the value or section", hint: "Go to") {
        _, row, context in
        switch rows(context)[row] {
        case .conflict(let conflict): context.action(goingTo: conflict.path).map { [$0] }
        case .problem(let problem):
          [context.action(goingTo: problem.path) ?? .note(explanation(of: problem))]
        case .layer(let problem):
          [problem.path.flatMap { context.action(goingTo: $0) } ?? .note(correction(of: problem))]
        }
      },
      .onRow(.remove, keys: "d Del", title: "Remove a key that the form doesn't know", hint: "Remove key") {
        _, row, context in
        guard case .problem(let problem) = rows(context)[row], problem.isAboutUnknownKey else {
          return [.note("Only keys that the form doesn't know are removed here.")]
        }
        return [.edit(.removeUnknownKey(problem))]
      },
      .keepMine { $0.resolve(keeping: .mine, $1) },
      .takeTheirs { $0.resolve(keeping: .theirs, $1) },
      .back(KeyMap.leavingList + " !"),
    ], .changes, .finding, .rows)

  private func resolve(
    keeping side: SettingConflict.Side, _ context: ScreenContext
  ) -> [EditorAction]? {
    let rows = Self.rows(context)
    guard let row = list.focusedRow(of: rows.count) else { return nil }
    guard case .conflict(let conflict) = rows[row] else {
      return [.note("The problem isn't a conflict.")]
    }
    return [.edit(.resolve(conflict.path, keeping: side))]
  }

  /// Returns a sentence that says where a problem of another layer is corrected.
  ///
  /// The editor writes one file, so a problem of another layer can only be shown.
  private static func correction(of problem: SettingsLayerProblem) -> String {
    problem.severity == .error
      ? "Correct it in \(problem.origin); the layer's last valid values stay in use."
      : "Correct it in \(problem.origin)."
  }

  /// Returns a sentence about a problem without a row among the settings.
  private static func explanation(of problem: FormProblem) -> String {
    problem.hiddenKeys.isEmpty ? "The problem has no row; correct it in the file." : Message.secretKey.text
  }

  mutating func page(_ context: ScreenContext) -> PlainPage {
    let rows = Self.rows(context)
    return rowsPage(context, rows.isEmpty ? [Message.noProblems.text] : []) { row in
      let kind =
        switch rows[row] {
        case .conflict: ""
        case .problem: rows[row].isError ? "Error: " : "Warning: "
        case .layer: "Layer: "
        }
      return "\(kind)\(rows[row].place.map { "\($0): " } ?? "")\(rows[row].message(context.core))"
    }
  }

  // MARK: - Drawing

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    let rows = Self.rows(context)
    let glyphs = frame.glyphs
    drawList(
      in: &frame, context, without: refused(context), helpHeight: { min($0 / 2, 6) },
      empty: Message.noProblems.text,
      title: { rows[$0].name(in: context.index) }
    ) { row, area in
      row.map { Self.explanationLines(of: rows[$0], columns: area.width - 2, in: context) }
    } draw: { row, isFocused, line, titleColumns, frame in
      let role: Style.Role = rows[row].isError ? .problem : .changed
      var shown = ValueRow(
        title: rows[row].name(in: context.index), value: [Span(rows[row].message(context.core), role: role)])
      shown.problem = Span(String(glyphs.problem), role: role)
      frame.draw(
        shown, in: line, titleColumns: titleColumns, badgeColumns: 0, focus: isFocused ? .focus : .plain)
    }
  }

  private static func explanationLines(
    of row: Row, columns: Int, in context: ScreenContext
  ) -> [[Span]] {
    let glyphs = context.glyphs
    var facts = [row.place ?? "the whole file"]
    var explanation: String?
    switch row {
    case .conflict(let conflict):
      facts.append("conflict")
      let mine =
        conflict.mine.map { conflict.setting.text(for: $0) }
        ?? (conflict.isAboutComment ? "without the comment" : "the default")
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
    lines += glyphs.lines(row.message(context.core), columns: columns, atMost: 3)
    if let explanation {
      lines += glyphs.lines(explanation, role: .secondary, columns: columns, atMost: 3)
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
