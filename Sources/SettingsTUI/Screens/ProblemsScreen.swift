import SettingsEditing

/// All conflicts, and all problems of the file with the staged changes, also the problems that have no row among the settings. A person
/// goes to the setting, resolves a conflict, or removes a key that the form doesn't know.
///
/// The rows are made again with each revision of the ``EditorCore``, so a problem disappears from the list as soon as it is solved, also by
/// another program.
struct ProblemsScreen: ListScreen {
  private var rows: [Row]
  var list = FilteredList()

  let name = "Problems"
  let listContext = KeyContext.problems

  init(_ context: ScreenContext) {
    rows = Self.rows(context)
    list.revision = context.core.revision
  }

  /// What is said and done about a conflict or a problem.
  private struct Row {
    let name: String
    /// The path of the setting, or else the place; `nil` for the whole file.
    let place: String?
    let message: String
    /// What kind of row it is, where it is read line by line.
    var label = ""
    var role = Style.Role.problem
    /// What stands behind the place above the message.
    let facts: [String]
    let explanation: String?
    /// Goes to the value or section; `nil` if it has no row.
    let goal: EditorAction?
    /// The path of a conflict.
    var conflict: SettingPath?
    /// The problem of a key that the form doesn't know.
    var unknownKey: FormProblem?
  }

  /// Returns the conflicts, then the problems of the file, then the problems of other layers.
  private static func rows(_ context: ScreenContext) -> [Row] {
    let (core, index) = (context.core, context.index)
    let conflicts = core.summary.allConflicts.map { conflict in
      let mine =
        conflict.mine.map { conflict.setting.text(for: $0) }
        ?? (conflict.isAboutComment ? "without the comment" : "the default")
      return Row(
        name: conflict.setting.title, place: conflict.path.description,
        message: "Conflict: \(core.cause(of: conflict))", facts: ["conflict"],
        explanation: "\(context.key(.keepMine, in: .problems)) keeps your value, \(mine); "
          + "\(context.key(.takeTheirs, in: .problems)) takes theirs.",
        goal: context.action(goingTo: conflict.path), conflict: conflict.path)
    }
    let problems = core.summary.allProblems.map { problem in
      let goal = context.action(goingTo: problem.path)
      let withoutRow =
        problem.hiddenKeys.isEmpty
        ? "The problem has no row; correct it in the file." : Message.secretKey.text
      return Row(
        name: problem.name(in: index),
        place: problem.shownPath.isRoot ? nil : problem.shownPath.description, message: problem.message,
        label: problem.severity == .error ? "Error: " : "Warning: ", role: problem.severity.role,
        facts: [problem.position.map { "line \($0.line)" }, problem.severity.rawValue].compactMap(\.self),
        explanation: goal == nil ? withoutRow : nil, goal: goal,
        unknownKey: problem.isAboutUnknownKey ? problem : nil)
    }
    let layers = core.layerProblems.map { problem in
      let effect = problem.severity == .error ? "; the layer's last valid values stay in use" : ""
      return Row(
        name: problem.path.flatMap { index.entry(containing: $0)?.setting.title } ?? "Another layer",
        place: problem.origin.description, message: problem.message, label: "Layer: ",
        role: problem.severity.role,
        facts: [problem.path?.description, problem.severity.rawValue].compactMap(\.self),
        explanation: "Correct it in \(problem.origin)\(effect).",
        goal: problem.path.flatMap { context.action(goingTo: $0) })
    }
    return conflicts + problems + layers
  }

  mutating func reload(_ context: ScreenContext) -> Int? {
    rows = Self.rows(context)
    return nil
  }

  func count(_ context: ScreenContext) -> Int { rows.count }

  func strings(_ context: ScreenContext) -> [RowStrings] {
    rows.map { RowStrings(name: $0.name, value: $0.place ?? "", help: $0.message) }
  }

  /// What can be done depends on the problem: go to the value, remove a key that the form doesn't know, decide a conflict. The problem of
  /// another layer is only shown, because the editor writes one file.
  nonisolated static let keys = PageKeys<ProblemsScreen>(
    "The problem",
    [
      .onRow(.activate, keys: "Enter Right l", title: "Go to the value or section", hint: "Go to") {
        page, row, _ in [page.rows[row].goal ?? .note(page.rows[row].explanation ?? "")]
      },
      .onRow(.remove, keys: "d Del", title: "Remove a key that the form doesn't know", hint: "Remove key") {
        page, row, _ in
        [
          page.rows[row].unknownKey.map { .edit(.removeUnknownKey($0)) }
            ?? .note("Only keys that the form doesn't know are removed here.")
        ]
      },
      .keepMine { page, _ in page.resolve(keeping: .mine) },
      .takeTheirs { page, _ in page.resolve(keeping: .theirs) },
      .back(KeyMap.leavingList + " !"),
    ], .changes, .finding, .rows)

  private func resolve(keeping side: SettingConflict.Side) -> [EditorAction]? {
    list.focusedRow(of: rows.count).map { row in
      [
        rows[row].conflict.map { .edit(.resolve($0, keeping: side)) }
          ?? .note("The problem isn't a conflict.")
      ]
    }
  }

  mutating func page(_ context: ScreenContext) -> PlainPage {
    let rows = rows
    return rowsPage(context, rows.isEmpty ? [Message.noProblems.text] : []) { row in
      "\(rows[row].label)\(rows[row].place.map { "\($0): " } ?? "")\(rows[row].message)"
    }
  }

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    let (rows, glyphs) = (rows, frame.glyphs)
    drawList(
      in: &frame, context, without: refused(context), helpHeight: { min($0 / 2, 6) },
      empty: Message.noProblems.text, title: { rows[$0].name }
    ) { row, area in
      row.map { row in
        let facts = [rows[row].place ?? "the whole file"] + rows[row].facts
        return [[Span(facts.joined(separator: " \(glyphs.bullet) "), role: .secondary)]]
          + glyphs.lines(rows[row].message, columns: area.width - 2, atMost: 3)
          + glyphs.lines(
            rows[row].explanation ?? "", role: .secondary, columns: area.width - 2, atMost: 3)
      }
    } draw: { row, isFocused, line, titleColumns, frame in
      let role = rows[row].role
      var shown = ValueRow(title: rows[row].name, value: [Span(rows[row].message, role: role)])
      shown.problem = Span(String(glyphs.problem), role: role)
      frame.draw(
        shown, in: line, titleColumns: titleColumns, badgeColumns: 0, focus: isFocused ? .focus : .plain)
    }
  }
}

extension FormProblem {
  /// Returns the title of the setting, or the path where the form has none.
  fileprivate func name(in index: FormIndex) -> String {
    if let entry = index.entry(containing: path) { return entry.setting.title }
    return path.isRoot ? index.form.root.title : shownPath.description
  }
}
