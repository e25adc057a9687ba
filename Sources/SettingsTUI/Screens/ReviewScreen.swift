import Settings

/// What applying would change, one change after the other, with what each entails.
struct ReviewScreen: Screen {
  private var review: Review
  private var leftOut: Set<SettingPath> = []
  private var list = ListState()
  /// The focused button; `nil` while the list has the focus.
  private var button: Int?
  /// Whether the editor is left when the changes are applied.
  private let thenLeave: Bool

  let name = "Review"
  let isDialog = false

  init(_ context: EditorContext, thenLeave: Bool) {
    review = context.form.review()
    self.thenLeave = thenLeave
    context.failure = nil
  }

  let keyMap = KeyMap(
    [
      .init(.apply, [Key("s"), .control("s")], "Apply", hint: "Apply"),
      .init(.keepOrLeaveOut, [Key(" ")], "Keep the change or leave it out for now", hint: "Keep/leave out"),
      .init(.drop, [Key("d"), Key(.delete)], "Drop the change", hint: "Drop"),
      .init(.keepMine, [Key("m")], "Settle a conflict: keep the value set here"),
      .init(.takeTheirs, [Key("t")], "Settle a conflict: take the value stored meanwhile"),
      .init(.undo, [Key("u")], "Undo", hint: "Undo"),
      .init(.redo, [.control("r")], "Redo"),
      .init(.activate, [Key(.enter)], "Press the button, or go to the setting", hint: "Go to"),
      .init(.nextPane, [Key(.tab)], "Buttons", hint: "Buttons"),
      .init(.previousPane, [Key(.tab, .shift)], "Previous button"),
      .init(.caretRight, [Key(.right), Key("l")], "Next button"),
      .init(.caretLeft, [Key(.left), Key("h")], "Previous button, or back"),
      .init(
        .back, [Key(.escape), Key("q"), Key(.backspace), .control("c")], "Back; the changes stay",
        hint: "Back"),
    ], KeyMap.keysAnywhere, KeyMap.rows, KeyMap.everywhere)

  private var kept: [SettingChange] { review.changes.filter { !leftOut.contains($0.path) } }

  private var takesRestart: Bool { kept.contains(where: \.requiresRestart) }

  /// What stands in the way of applying.
  private var obstacles: [FormProblem] {
    review.problems.filter { problem in
      problem.severity == .error && !leftOut.contains { $0.contains(problem.path) }
    }
  }

  private var canApply: Bool {
    !kept.isEmpty && obstacles.isEmpty && !review.conflicts.contains { !leftOut.contains($0.path) }
  }

  private enum Answer {
    case apply(AfterApply)
    case back
  }

  private var buttons: [(title: String, answer: Answer)] {
    var buttons: [(title: String, answer: Answer)]
    if takesRestart {
      buttons = [
        ("Apply & Restart", .apply(.restart)), ("Apply", .apply(thenLeave ? .leave : .stay)),
      ]
    } else {
      buttons = [("Apply", .apply(thenLeave ? .leave : .stay))]
    }
    return buttons + [("Back", .back)]
  }

  mutating func perform(_ command: Command, _ context: EditorContext) -> [ScreenAction] {
    let count = review.changes.count
    if button != nil, [.moveUp, .moveDown, .caretLeft, .caretRight].contains(command) {
      moveInButtons(command)
      return []
    }
    if command == .moveDown, list.focus == count - 1 {
      button = 0
      return []
    }
    if list.move(command, of: count) { return [] }
    switch command {
    case .back: return [.pop]
    case .caretLeft: return [.pop]
    case .nextPane: button = button.map { $0 + 1 < buttons.count ? $0 + 1 : nil } ?? 0
    case .previousPane: button = button.map { $0 > 0 ? $0 - 1 : nil } ?? buttons.count - 1
    case .apply: return press(0, context)
    case .undo, .redo:
      if command == .undo { context.form.undo() } else { context.form.redo() }
      context.changedAnything()
      refresh(context)
    case .activate:
      if let button { return press(button, context) }
      guard count > 0, let position = context.index.position(of: review.changes[list.focus].path) else {
        return []
      }
      return [.go(position)]
    case .keepOrLeaveOut:
      if let button { return press(button, context) }
      guard count > 0 else { return [] }
      let path = review.changes[list.focus].path
      if leftOut.remove(path) == nil { leftOut.insert(path) }
    case .keepMine, .takeTheirs:
      guard count > 0, button == nil else { return [] }
      let path = review.changes[list.focus].path
      guard review.conflicts.contains(where: { $0.path == path }) else { return [] }
      context.form.resolve(path, keeping: command == .keepMine ? .mine : .theirs)
      context.changed(path)
      refresh(context)
    case .drop:
      guard count > 0, button == nil else { return [] }
      let change = review.changes[list.focus]
      context.form.revert(change.path)
      context.changed(change.path)
      leftOut.remove(change.path)
      refresh(context)
      return [.say(.init("Dropped the change of \(change.title); u undoes it.", .secondary))]
    default: break
    }
    return []
  }

  private mutating func moveInButtons(_ command: Command) {
    guard let focused = button else { return }
    switch command {
    case .moveUp: button = nil
    case .caretRight: button = min(focused + 1, buttons.count - 1)
    case .caretLeft: button = max(0, focused - 1)
    default: break
    }
  }

  private mutating func refresh(_ context: EditorContext) {
    review = context.form.review()
    context.failure = nil
    list.move(by: 0, of: review.changes.count)
  }

  /// The screen after an apply that did not happen: what is stored may be another now.
  func afterFailure(_ context: EditorContext) -> ReviewScreen {
    var screen = self
    screen.review = context.form.review()
    screen.list.move(by: 0, of: screen.review.changes.count)
    return screen
  }

  private mutating func press(_ index: Int, _ context: EditorContext) -> [ScreenAction] {
    switch buttons[index].answer {
    case .back: return [.pop]
    case .apply(let next):
      guard !kept.isEmpty else { return [.say(.init("There is nothing to apply.", .secondary))] }
      if let conflict = review.conflicts.first(where: { !leftOut.contains($0.path) }) {
        return [
          .say(.init("Not applied: decide the conflict of \(conflict.setting.title) with m or t.", .problem))
        ]
      }
      if let obstacle = obstacles.first {
        return [.say(.init("Not applied: \(title(of: obstacle.path, context))\(obstacle.message)", .problem))]
      }
      return [.apply(leavingOut: leftOut, then: next)]
    }
  }

  private func title(of path: SettingPath, _ context: EditorContext) -> String {
    context.index[path].map { "\($0.setting.title): " } ?? ""
  }

  mutating func click(_ target: Frame.Target, _ context: EditorContext) -> [ScreenAction] {
    switch target {
    case .row(let row, _):
      button = nil
      if row == list.focus { return perform(.keepOrLeaveOut, context) }
      list.move(to: row, of: review.changes.count)
    case .button(let index): return press(index, context)
    case .pane: break
    }
    return []
  }

  // MARK: Drawing

  mutating func draw(in frame: inout Frame, _ context: EditorContext) {
    var area = frame.area
    frame.drawTitle(context, in: area.removeTop(1), screen: name)
    let hints = area.removeBottom(1)
    let answers = area.removeBottom(1)
    let summary = summaryLines(columns: area.width - 2, frame.glyphs, context)
    let footer = area.removeBottom(min(summary.count, max(1, area.height / 3)) + 1)
    frame.drawRule(x: footer.x, y: footer.y, columns: footer.width)
    for (index, spans) in summary.prefix(footer.height - 1).enumerated() {
      frame.draw(spans, x: footer.x + 1, y: footer.y + 1 + index, columns: footer.width - 2)
    }
    drawChanges(in: area, &frame, context)
    var x = answers.x + 1
    for (index, button) in buttons.enumerated() {
      let isApply = index < buttons.count - 1
      x +=
        1
        + frame.drawButton(
          button.title, hotKey: nil, index: index, isFocused: index == self.button,
          isDisabled: isApply && !canApply, x: x, y: answers.y)
    }
    frame.drawHints(keyMap, context.message, in: hints)
  }

  private mutating func drawChanges(in area: Rect, _ frame: inout Frame, _ context: EditorContext) {
    let count = review.changes.count
    guard count > 0 else {
      frame.draw(
        "Nothing is changed.", x: area.x + 1, y: area.y + 1, columns: area.width - 2, Style(.secondary))
      frame.cursor = Point(x: area.x + 1, y: area.y + 1)
      return
    }
    let glyphs = frame.glyphs
    let changes = review.changes
    let problems = Dictionary(grouping: review.problems) {
      context.index.entry(containing: $0.path)?.path ?? $0.path
    }
    let conflicts = review.conflicts
    func notes(_ row: Int) -> [String] {
      var texts = (problems[changes[row].path] ?? []).map(\.message)
      if let conflict = conflicts.first(where: { $0.path == changes[row].path }) {
        let theirs = conflict.theirs.map { conflict.setting.text(for: $0) } ?? "the default"
        texts.insert(
          "Somebody else has set it to \(theirs) meanwhile: m keeps what is set here, t takes theirs.", at: 0)
      }
      return texts.flatMap {
        glyphs.visible.wrap("\(glyphs.problem) \($0)", columns: max(1, area.width - 9), atMost: 3)
      }
    }
    list.layOut(height: area.height, count: count) { 2 + notes($0).count }
    var y = area.y
    var row = list.top
    while row < count, y < area.maxY {
      let lines = notes(row)
      let height = min(2 + lines.count, area.maxY - y)
      let block = Rect(x: area.x, y: y, width: area.width - 1, height: height)
      draw(changes[row], isFocused: row == list.focus && button == nil, in: block, &frame)
      for (index, text) in lines.enumerated() where y + 2 + index < area.maxY {
        frame.draw(text, x: area.x + 6, y: y + 2 + index, columns: area.width - 8, Style(.problem))
      }
      frame.add(.row(row, pane: .settings), in: block)
      y += height
      row += 1
    }
    frame.drawScrollBar(
      in: Rect(x: area.maxX - 1, y: area.y, width: 1, height: area.height), top: list.top,
      visible: row - list.top, of: count)
  }

  private func draw(_ change: SettingChange, isFocused: Bool, in block: Rect, _ frame: inout Frame) {
    let glyphs = frame.glyphs
    let first = Rect(x: block.x, y: block.y, width: block.width, height: 1)
    let ground: Style.Ground = isFocused ? .focus : .plain
    if isFocused {
      frame.clear(first, Style(.text, on: ground))
      frame.draw(glyphs.pointer, x: first.x, y: first.y, Style(.key, on: ground))
      frame.cursor = Point(x: first.x, y: first.y)
    }
    let isKept = !leftOut.contains(change.path)
    frame.draw(
      isKept ? glyphs.checked : glyphs.unchecked, x: first.x + 2, y: first.y, columns: 3,
      Style(.value, on: ground))
    var badges: [Span] = []
    if change.requiresRestart { badges.append(Span("\(glyphs.restart) restart", .restart)) }
    for effect in change.sideEffects { badges.append(Span("  \(glyphs.sideEffect) \(effect)", .sideEffect)) }
    let badgeWidth = min(frame.width(of: badges), first.width / 2)
    frame.draw(
      badges, x: first.maxX - badgeWidth - 1, y: first.y, columns: badgeWidth, on: ground)
    let columns = first.width - 6 - badgeWidth - 3
    let used = frame.draw(
      change.title, x: first.x + 6, y: first.y, columns: columns,
      Style(isKept ? .text : .secondary, on: ground))
    if columns - used > 6 {
      let path = glyphs.visible.truncateStart(change.path.description, columns: columns - used - 2)
      frame.draw(
        path, x: first.x + 8 + used, y: first.y, columns: columns - used - 2, Style(.secondary, on: ground))
    }
    guard block.height > 1 else { return }
    // Both values show something, however long the other is.
    let room = max(2, block.width - 6 - glyphs.arrow.count - 2)
    let newWidth = glyphs.visible.width(of: change.newText)
    let oldColumns = max(room / 2, room - newWidth)
    let old = glyphs.visible.truncate(change.oldText.isEmpty ? "empty" : change.oldText, columns: oldColumns)
    let new = change.kind == .remove ? "\(change.newText) (default)" : change.newText
    frame.draw(
      [
        Span(old, .removed), Span(" \(glyphs.arrow) ", .secondary),
        Span(new.isEmpty ? "empty" : new, isKept ? .changed : .secondary),
      ], x: block.x + 6, y: block.y + 1, columns: block.width - 7)
  }

  private func summaryLines(columns: Int, _ glyphs: Glyphs, _ context: EditorContext) -> [[Span]] {
    var lines: [[Span]] = []
    if let failure = context.failure {
      lines += glyphs.visible.wrap("\(glyphs.problem) \(failure)", columns: columns, atMost: 6).map {
        [Span($0, .problem)]
      }
    }
    for problem in obstacles.prefix(3) where !review.changes.contains(where: { $0.path == problem.path }) {
      let text = "\(glyphs.problem) \(title(of: problem.path, context))\(problem.message)"
      lines += glyphs.visible.wrap(text, columns: columns, atMost: 2).map { [Span($0, .problem)] }
    }
    var text = "\(kept.count) of \(review.changes.count) change\(review.changes.count == 1 ? "" : "s")"
    if takesRestart { text += ", used after a restart" }
    var effects: [String] = []
    for effect in kept.flatMap(\.sideEffects) where !effects.contains(effect) { effects.append(effect) }
    if !effects.isEmpty { text += ", triggers \(effects.joined(separator: ", "))" }
    lines += glyphs.visible.wrap(text, columns: columns, atMost: 2).map { [Span($0, .secondary)] }
    return lines
  }
}
