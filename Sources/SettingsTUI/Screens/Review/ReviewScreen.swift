import Settings

/// What applying would change, one change after the other, with what each entails.
struct ReviewScreen: Screen {
  var review: Review
  var leftOut: Set<SettingPath> = []
  var list = ListState()
  /// The focused button; `nil` while the list has the focus.
  var button: Int?
  /// Whether the editor is left when the changes are applied.
  private let thenLeave: Bool

  let name = "Review"
  let isDialog = false

  init(_ context: EditorContext, thenLeave: Bool) {
    review = context.form.review()
    self.thenLeave = thenLeave
    context.failure = nil
  }

  let keyContext = KeyContext.review

  var kept: [SettingChange] { review.changes.filter { !leftOut.contains($0.path) } }

  var takesRestart: Bool { kept.contains(where: \.requiresRestart) }

  /// What stands in the way of applying.
  var obstacles: [FormProblem] {
    review.problems.filter { problem in
      problem.severity == .error && !leftOut.contains { $0.contains(problem.path) }
    }
  }

  var canApply: Bool {
    !kept.isEmpty && obstacles.isEmpty && !review.conflicts.contains { !leftOut.contains($0.path) }
  }

  enum Answer {
    case apply(AfterApply)
    case back
  }

  var buttons: [(title: String, answer: Answer)] {
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
    case .copy: return [.push(CopyScreen(nil, nil, context))]
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
      return [
        .say(
          .init(
            "Dropped the change of \(change.title); \(context.key(.undo, in: .review)) undoes it.", .secondary
          ))
      ]
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
          .say(
            .init(
              "Not applied: decide the conflict of \(conflict.setting.title) with "
                + "\(context.key(.keepMine, in: .review)) or \(context.key(.takeTheirs, in: .review)).",
              .problem))
        ]
      }
      if let obstacle = obstacles.first {
        return [.say(.init("Not applied: \(title(of: obstacle.path, context))\(obstacle.message)", .problem))]
      }
      return [.apply(leavingOut: leftOut, then: next)]
    }
  }

  func title(of path: SettingPath, _ context: EditorContext) -> String {
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
}
