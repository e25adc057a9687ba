import Settings

/// The changes that an apply or a rollback makes, with the consequences of each change.
///
///     review      all changes
///     leftOut     the changes, or parts of them, that stay staged
///     keptReview  the review without them: what the button applies
///     rows        changeRows (of review, also what is left out) + derivedRows (of keptReview)
///
/// There are two reviews because a change that is left out must stay visible, to be kept again, but must not count: for the restart, for
/// problems, and for what rules derive. `keptReview` is made by the draft again after each choice. What is left out is remembered by the
/// ``EditorCore``, so it survives a look at other screens. Nothing can be left out of a rollback.
struct ReviewScreen: Screen {
  /// The review of all changes.
  private(set) var review: Review
  /// The revision of the model when the review was made.
  private var revision: Int
  /// The review of the changes that are not left out.
  private(set) var keptReview: Review
  private(set) var leftOut: Set<Review.Item>
  /// The rows of the changes and of their parts.
  private var changeRows: [ReviewRow]
  /// The rows of what rules change as a consequence of the changes that aren't left out.
  private var derivedRows: [ReviewRow]
  var list = FilteredList()
  /// The focused button; `nil` while the list has the focus.
  var button: Int?
  /// Whether the editor is left after the apply.
  private let thenLeave: Bool
  let subject: Subject
  /// The time limit to confirm the changes; `nil` if they need no confirmation.
  private(set) var confirmWithin: Duration?

  /// The message that the history records with the changes.
  private(set) var message: String
  /// The message while a person types it.
  private(set) var messageLine: LineEditor?

  /// The subject of the review.
  enum Subject {
    /// The draft.
    case draft
    /// The rollback to a version.
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
    if list.isTyping { return .filter }
    return switch subject {
    case .draft: .review
    case .version: .rollback
    }
  }

  /// Creates the review of the draft.
  init(_ context: ScreenContext, thenLeave: Bool) {
    let reviewed = context.core.reviewDraft()
    (review, leftOut, keptReview) = (reviewed.all, reviewed.leftOut, reviewed.kept)
    changeRows = ReviewRow.rows(of: review.changes)
    derivedRows = ReviewRow.rows(derived: keptReview.derivedChanges)
    message = context.core.reviewChoices.message
    subject = .draft
    self.thenLeave = thenLeave
    revision = context.core.revision
    context.failure = nil
    confirmWithin = context.core.confirmWithin
    if let conflict = review.conflicts.first {
      list.move(
        to: rows.firstIndex { $0.item == .setting(conflict.path) } ?? 0, of: rows.count)
    }
  }

  /// Creates the review of a rollback to a version.
  init(_ context: ScreenContext, entry: HistoryEntry, review: Review) {
    self.review = review
    leftOut = []
    message = ""
    keptReview = review
    changeRows = ReviewRow.rows(of: review.changes)
    derivedRows = ReviewRow.rows(derived: review.derivedChanges)
    revision = context.core.revision
    subject = .version(entry)
    thenLeave = false
    confirmWithin = context.core.confirmWithin
    context.failure = nil
  }

  /// The changes that aren't left out.
  var kept: [SettingChange] { keptReview.changes }

  /// Returns whether the change of a row will be made.
  func choice(_ row: ReviewRow) -> ReviewChoice {
    row.item.map { leftOut.choice(of: $0, in: row.change) } ?? .kept
  }

  var takesRestart: Bool { keptReview.requiresRestart }

  /// The problems that prevent an apply.
  var obstacles: [FormProblem] { keptReview.obstacles }

  var canApply: Bool { !isNothingKept && keptReview.isApplicable }

  /// Whether there is nothing to review.
  var isEmpty: Bool { review.changes.isEmpty && review.comments.isEmpty }

  private var isNothingKept: Bool { kept.isEmpty && review.comments.isEmpty }

  enum Answer {
    case apply(AfterStoring)
    case back
  }

  var buttons: [(title: String, answer: Answer)] {
    var buttons: [(title: String, answer: Answer)]
    if case .version = subject { return [("Roll back", .apply(.stay)), ("Back", .back)] }
    if isEmpty { return [("Back", .back)] }
    if takesRestart {
      buttons = [
        ("Apply & Restart", .apply(.restart)), ("Apply", .apply(thenLeave ? .leave : .stay)),
      ]
    } else {
      buttons = [("Apply", .apply(thenLeave ? .leave : .stay))]
    }
    return buttons + [("Back", .back)]
  }

  mutating func perform(_ command: Command, in context: ScreenContext) -> [EditorAction] {
    if messageLine != nil { return performInMessage(command, in: context) }
    let rows = rows
    let count = rows.count
    if !list.isTyping, button != nil, [.moveUp, .moveDown, .caretLeft, .caretRight].contains(command) {
      moveInButtons(command)
      return []
    }
    if command == .moveDown, !list.isTyping, list.state.focus >= list.count(of: count) - 1 {
      button = 0
      return []
    }
    if command == .find { button = nil }
    if list.perform(command, of: count, strings: { rows.map { $0.strings(context.glyphs) } }) { return [] }
    switch command {
    case .back: return [.pop]
    case .caretLeft: return [.pop]
    case .nextPane: button = button.map { $0 + 1 < buttons.count ? $0 + 1 : nil } ?? 0
    case .previousPane: button = button.map { $0 > 0 ? $0 - 1 : nil } ?? buttons.count - 1
    case .apply:
      guard !isEmpty else { return [.say(.nothingToApply)] }
      return press(0, in: context)
    case .message: messageLine = LineEditor(message)
    case .confirmWithin:
      let next = Self.times.firstIndex { confirmWithin == $0 }.map { $0 + 1 } ?? 0
      confirmWithin = Self.times.indices.contains(next) ? Self.times[next] : nil
      if case .draft = subject { context.core.reviewChoices.confirmWithin = confirmWithin }
    case .undo, .redo:
      context.failure = nil
      return [.edit(command == .undo ? .undo : .redo)]
    case .activate:
      if let button { return press(button, in: context) }
      guard let focused, let position = context.index.position(of: focused.change.path) else { return [] }
      return [.go(position)]
    case .copy: return [.open(.copy(setting: nil, section: nil))]
    case .keepOrLeaveOut:
      if let button { return press(button, in: context) }
      guard let focused, case .draft = subject, let item = focused.item else { return [] }
      leftOut.toggle(item, in: focused.change)
      context.core.reviewChoices.leaveOut(leftOut, of: review.changes)
      reviewKept(context)
    case .keepMine, .takeTheirs:
      guard let path = focused?.change.path, button == nil else { return [] }
      guard review.conflicts.contains(where: { $0.path == path }), let entry = context.index[path] else {
        return []
      }
      context.failure = nil
      return [.edit(.resolve(entry, keeping: command == .keepMine ? .mine : .theirs))]
    case .drop:
      guard let focused, button == nil, case .draft = subject, focused.item != nil else { return [] }
      context.failure = nil
      guard let entry = context.index[focused.change.path] else {
        return [.edit(.unstageRemoval(focused.change.path))]
      }
      if case .part(let part, _) = focused.content { return [.edit(.unstagePart(part, of: entry))] }
      return [.edit(.unstage(entry))]
    default: break
    }
    return []
  }

  /// Reviews the changes that aren't left out, and what rules change as a consequence of them.
  private mutating func reviewKept(_ context: ScreenContext) {
    keptReview = leftOut.isEmpty ? review : context.model.review(leavingOut: leftOut)
    derivedRows = ReviewRow.rows(derived: keptReview.derivedChanges)
    updateList(context)
  }

  /// Finds the rows of the filter again after they have changed.
  private mutating func updateList(_ context: ScreenContext) {
    let rows = rows
    list.update(of: rows.count) { rows.map { $0.strings(context.glyphs) } }
  }

  var rows: [ReviewRow] { derivedRows.isEmpty ? changeRows : changeRows + derivedRows }

  var focused: ReviewRow? {
    let rows = rows
    return list.focusedRow(of: rows.count).map { rows[$0] }
  }

  private mutating func performInMessage(_ command: Command, in context: ScreenContext) -> [EditorAction] {
    switch command {
    case .back: messageLine = nil
    case .accept:
      message = messageLine?.text ?? ""
      if case .draft = subject { context.core.reviewChoices.message = message }
      messageLine = nil
    default: _ = messageLine?.perform(command)
    }
    return []
  }

  mutating func insert(_ text: String, in context: ScreenContext) -> [EditorAction] {
    if messageLine != nil {
      messageLine?.insert(text)
    } else if list.isTyping {
      let rows = rows
      list.insert(text, of: rows.count) { rows.map { $0.strings(context.glyphs) } }
    }
    return []
  }

  /// The time limits to choose from.
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

  /// While the review is open, another program can change the file. The draft rebases, and the review is made again with the same choices.
  /// The store checks once more that what it applies is what was reviewed.
  mutating func update(_ context: ScreenContext) {
    guard revision != context.core.revision else { return }
    revision = context.core.revision
    switch subject {
    case .draft:
      let reviewed = context.core.reviewDraft()
      (review, leftOut, keptReview) = (reviewed.all, reviewed.leftOut, reviewed.kept)
      changeRows = ReviewRow.rows(of: review.changes)
      derivedRows = ReviewRow.rows(derived: keptReview.derivedChanges)
    case .version(let entry):
      // A version that can no longer be reviewed keeps its review, which the store refuses as stale.
      if let review = try? context.model.store.review(restoring: entry) {
        (self.review, keptReview) = (review, review)
        changeRows = ReviewRow.rows(of: review.changes)
        derivedRows = ReviewRow.rows(derived: review.derivedChanges)
      }
    }
    updateList(context)
  }

  private mutating func press(_ index: Int, in context: ScreenContext) -> [EditorAction] {
    switch buttons[index].answer {
    case .back: return [.pop]
    case .apply(let next):
      if let refusal = refusal(context) { return [.say(refusal)] }
      let options = context.core.applyOptions(
        message: message.isEmpty ? nil : message, confirmWithin: confirmWithin)
      switch subject {
      case .draft: return [.store(.apply(leavingOut: leftOut, options), then: next)]
      case .version(let entry): return [.store(.rollBack(entry, review, options), then: next)]
      }
    }
  }

  /// Returns why the review can't be applied; `nil` if it can.
  func refusal(_ context: ScreenContext) -> Message? {
    guard !isEmpty else { return .nothingToApply }
    guard !isNothingKept else {
      let key = context.key(.keepOrLeaveOut, in: .review)
      return .init("Every change is left out; \(key) keeps the change of a row.", role: .problem)
    }
    if let conflict = keptReview.conflicts.first {
      return .init(
        "Not applied: resolve the conflict of \(conflict.setting.title) with "
          + "\(context.key(.keepMine, in: .review)) or \(context.key(.takeTheirs, in: .review)).",
        role: .problem)
    }
    return obstacles.first.map { obstacle in
      .init("Not applied: \(sentence(about: obstacle, context))", role: .problem)
    }
  }

  /// Returns the message of a problem after the title of the setting, or after the path of a part of it.
  func sentence(about problem: FormProblem, _ context: ScreenContext) -> String {
    guard let entry = context.index.entry(containing: problem.path) else { return problem.message }
    let title = entry.path == problem.path ? "\(entry.setting.title): " : ""
    return title + problem.message(at: entry.path)
  }

  mutating func click(_ target: Frame.Target, in context: ScreenContext) -> [EditorAction] {
    guard messageLine == nil else { return [] }
    switch target {
    case .row(let row, _):
      button = nil
      if row == list.state.focus, case .draft = subject { return perform(.keepOrLeaveOut, in: context) }
      list.state.move(to: row, of: list.count(of: rows.count))
    case .button(let index): return press(index, in: context)
    case .pane, .hint: break
    }
    return []
  }
}

extension ReviewScreen {
  func availability(of command: Command, _ context: ScreenContext) -> CommandAvailability {
    if isEmpty, Self.changingCommands.contains(command) {
      return .refused(Message.nothingToApply.text)
    }
    switch command {
    case .undo: return context.core.availability(of: .undo)
    case .redo: return context.core.availability(of: .redo)
    case .apply: return refusal(context).map { .refused($0.text) } ?? .available
    case .keepOrLeaveOut, .drop: return button == nil && focused?.item != nil ? .available : .absent
    case .keepMine, .takeTheirs:
      let isConflict =
        button == nil && review.conflicts.contains { $0.path == focused?.change.path }
      return isConflict ? .available : .absent
    default: return .available
    }
  }
}
