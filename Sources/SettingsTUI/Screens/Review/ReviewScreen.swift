import Settings

/// What applying would change, one change after the other, with what each entails.
struct ReviewScreen: Screen {
  /// What applying all changes would do.
  private(set) var review: Review
  /// What applying those that are not left out would do.
  private(set) var keptReview: Review
  private(set) var leftOut: Set<SettingPath> = []
  var list = ListState()
  /// The focused button; `nil` while the list has the focus.
  var button: Int?
  /// Whether the editor is left when the changes are applied.
  private let thenLeave: Bool
  let subject: Subject
  /// How long the changes stay unless they are confirmed; `nil` keeps them.
  private(set) var confirmWithin: Duration?

  /// What the history is to say about the changes.
  private(set) var message = ""
  /// The message while it is typed.
  private(set) var messageLine: LineEditor?

  /// What is reviewed.
  enum Subject {
    /// What is staged.
    case draft
    /// The return to a version.
    case version(HistoryEntry)
  }

  var name: String {
    switch subject {
    case .draft: "Review"
    case .version(let entry): "Roll back to \(entry.time.localText)"
    }
  }

  var isDialog: Bool { false }

  var keyContext: KeyContext {
    if messageLine != nil { return .message }
    return switch subject {
    case .draft: .review
    case .version: .rollback
    }
  }

  /// The review of what is staged.
  init(_ context: EditorContext, thenLeave: Bool) {
    review = context.form.review()
    keptReview = review
    subject = .draft
    self.thenLeave = thenLeave
    context.failure = nil
    confirmWithin = context.confirmWithin
    if let conflict = review.conflicts.first {
      let row = review.changes.firstIndex { $0.path == conflict.path } ?? 0
      list.move(to: row, of: review.changes.count)
    }
  }

  /// The review of the return to a version.
  init(_ context: EditorContext, _ entry: HistoryEntry) throws(ApplyError) {
    review = try context.form.store.review(restoring: entry)
    keptReview = review
    subject = .version(entry)
    thenLeave = false
    confirmWithin = context.confirmWithin
    context.failure = nil
  }

  var kept: [SettingChange] { review.changes.filter { !leftOut.contains($0.path) } }

  var takesRestart: Bool { kept.contains(where: \.requiresRestart) }

  /// What stands in the way of applying.
  var obstacles: [FormProblem] { keptReview.obstacles }

  var canApply: Bool { !kept.isEmpty && keptReview.isApplicable }

  enum Answer {
    case apply(AfterApply)
    case back
  }

  var buttons: [(title: String, answer: Answer)] {
    var buttons: [(title: String, answer: Answer)]
    if case .version = subject { return [("Roll back", .apply(.stay)), ("Back", .back)] }
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
    if messageLine != nil { return performInMessage(command) }
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
    case .message: messageLine = LineEditor(message)
    case .confirmWithin:
      let next = Self.times.firstIndex { confirmWithin == $0 }.map { $0 + 1 } ?? 0
      confirmWithin = Self.times.indices.contains(next) ? Self.times[next] : nil
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
      keptReview = context.form.review(leavingOut: leftOut)
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
      context.form.unstage(change.path)
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

  private mutating func performInMessage(_ command: Command) -> [ScreenAction] {
    switch command {
    case .back: messageLine = nil
    case .accept:
      message = messageLine?.text ?? ""
      messageLine = nil
    default: _ = messageLine?.perform(command)
    }
    return []
  }

  mutating func insert(_ text: String, _ context: EditorContext) -> [ScreenAction] {
    messageLine?.insert(text)
    return []
  }

  /// How long changes may stay without a confirmation.
  private static let times: [Duration] = [30, 60, 120, 300, 600, 1800].map { .seconds($0) }

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
    readDraft(context)
    context.failure = nil
    list.move(by: 0, of: review.changes.count)
  }

  private mutating func readDraft(_ context: EditorContext) {
    review = context.form.review()
    keptReview = leftOut.isEmpty ? review : context.form.review(leavingOut: leftOut)
  }

  /// The screen after an apply that did not happen: what is stored may be another now.
  func afterFailure(_ context: EditorContext) -> ReviewScreen {
    var screen = self
    switch subject {
    case .draft: screen.readDraft(context)
    case .version(let entry):
      if let review = try? context.form.store.review(restoring: entry) {
        (screen.review, screen.keptReview) = (review, review)
      }
    }
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
      let options = ApplyOptions(
        author: context.author, message: message.isEmpty ? nil : message, confirmWithin: confirmWithin)
      switch subject {
      case .draft: return [.apply(leavingOut: leftOut, options, then: next)]
      case .version(let entry): return [.rollBack(entry, review, options)]
      }
    }
  }

  func title(of path: SettingPath, _ context: EditorContext) -> String {
    context.index[path].map { "\($0.setting.title): " } ?? ""
  }

  mutating func click(_ target: Frame.Target, _ context: EditorContext) -> [ScreenAction] {
    guard messageLine == nil else { return [] }
    switch target {
    case .row(let row, _):
      button = nil
      if row == list.focus, case .draft = subject { return perform(.keepOrLeaveOut, context) }
      list.move(to: row, of: review.changes.count)
    case .button(let index): return press(index, context)
    case .pane: break
    }
    return []
  }
}
