import Settings

/// The changes that an apply or a rollback makes, with the consequences of each change.
///
///     review      all changes
///     leftOut     the changes, or parts of them, that stay staged
///     keptReview  the review without them: what the button applies
///     rows        changes and comments of review, also what is left out; then what rules and the upgrade change, of keptReview
///
/// There are two reviews because a change that is left out must stay visible, to be kept again, but must not count: for the restart, for
/// problems, and for what rules derive. `keptReview` is made by the draft again after each choice. What is left out is remembered by the
/// ``EditorCore``, so it survives a look at other screens. Nothing can be left out of a rollback.
struct ReviewScreen: ListScreen {
  /// The review of all changes.
  private(set) var review: FormReview
  /// The review of the changes that are not left out.
  private(set) var keptReview: FormReview
  private(set) var leftOut: Set<FormReview.Item>
  private(set) var rows: [ReviewRow] = []
  var list = FilteredList()
  /// The focused button; `nil` while the list has the focus.
  var button: Int?
  /// Whether the editor is left after the apply.
  private let thenLeave: Bool
  /// The version that the review rolls back to; `nil` for the review of the draft.
  let version: SettingsHistoryEntry?
  /// Whether something was chosen that the core doesn't know yet.
  private var hasNewChoices = false
  /// The time limit to confirm the changes; `nil` if they need no confirmation.
  private(set) var confirmWithin: Duration?

  /// The message that the history records with the changes.
  private(set) var message: String
  /// The message while a person types it.
  private(set) var messageLine: LineEditor?

  var name: String { version.map { "Roll back to \($0.time.localText)" } ?? "Review" }
  var listContext: KeyContext { version == nil ? .review : .rollback }
  var keyContext: KeyContext { messageLine != nil ? .message : list.isTyping ? .filter : listContext }

  /// Creates the review of the draft.
  init(_ context: ScreenContext, thenLeave: Bool = false) {
    context.core.updateRefusal()
    (review, leftOut, keptReview) = context.core.reviewDraft()
    message = context.core.reviewChoices.message
    version = nil
    self.thenLeave = thenLeave
    list.revision = context.core.revision
    context.failure = nil
    confirmWithin = context.core.confirmWithin
    makeRows(context)
    if let conflict = review.conflicts.first {
      list.move(
        to: rows.firstIndex { $0.isAbout(conflict) } ?? 0, of: rows.count)
    }
  }

  /// Creates the review of a rollback to a version.
  init(_ context: ScreenContext, entry: SettingsHistoryEntry, review: FormReview) {
    self.review = review
    leftOut = []
    message = ""
    keptReview = review
    list.revision = context.core.revision
    version = entry
    thenLeave = false
    confirmWithin = context.core.confirmWithin
    context.failure = nil
    makeRows(context)
  }

  private mutating func makeRows(_ context: ScreenContext) {
    rows = review.changes.flatMap { change in
      let comparison = change.comparison
      return [ReviewRow.change(change, comparison, by: .person)]
        + comparison.parts.map { .part($0, of: change) }
    }
    rows += zip(review.comments, context.core.commentChanges(of: review)).map { .comment($0, $1) }
    rows += keptReview.derivedChanges.map { .change($0, $0.comparison, by: .rules) }
    rows += keptReview.upgrades.map { .change($0, $0.comparison, by: .upgrade) }
  }

  /// The changes that aren't left out.
  var kept: [SettingChange] { keptReview.changes }

  /// Returns whether the change of a row will be made.
  func choice(_ row: ReviewRow) -> ReviewChoice {
    guard let item = row.item, let change = row.changed else { return .kept }
    return leftOut.choice(of: item, in: change)
  }

  var takesRestart: Bool { keptReview.requiresRestart }

  /// The problems that prevent an apply.
  var obstacles: [FormProblem] { keptReview.obstacles }

  var canApply: Bool { !isNothingKept && keptReview.isApplicable }

  /// Whether there is nothing to review.
  var isEmpty: Bool { review.changes.isEmpty && review.comments.isEmpty }

  private var isNothingKept: Bool { kept.isEmpty && review.comments.isEmpty }

  /// The buttons, each with what follows an apply; `nil` for the button that goes back.
  var buttons: [(title: String, next: AfterStoring?)] {
    if version != nil { return [("Roll back", .stay), ("Back", nil)] }
    if isEmpty { return [("Back", nil)] }
    let restart: [(title: String, next: AfterStoring?)] = takesRestart ? [("Apply & Restart", .restart)] : []
    return restart + [("Apply", thenLeave ? .leave : .stay), ("Back", nil)]
  }

  func count(_ context: ScreenContext) -> Int { rows.count }
  func strings(_ context: ScreenContext) -> [RowStrings] { rows.map { $0.strings(context.glyphs) } }

  mutating func perform(_ command: Command, in context: ScreenContext) -> [EditorAction]? {
    if messageLine != nil { return performInMessage(command, in: context) }
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
    if moves(command, in: context) { return [] }
    return performOnFocus(command, in: context)
  }

  mutating func perform(
    _ command: Command, onRow row: Int?, in context: ScreenContext
  ) -> [EditorAction]? {
    switch command {
    case .back, .caretLeft: return [.pop]
    case .nextPane: button = button.map { $0 + 1 < buttons.count ? $0 + 1 : nil } ?? 0
    case .previousPane: button = button.map { $0 > 0 ? $0 - 1 : nil } ?? buttons.count - 1
    case .apply: return isEmpty ? [.say(.nothingToApply)] : press(0, in: context)
    case .message: messageLine = LineEditor(message)
    case .confirmWithin:
      let next = Self.times.firstIndex { confirmWithin == $0 }.map { $0 + 1 } ?? 0
      confirmWithin = Self.times.indices.contains(next) ? Self.times[next] : nil
      hasNewChoices = true
    case .copy: return [.open { CopyScreen(nil, section: nil, context: $0) }]
    case .activate, .keepOrLeaveOut:
      if let button { return press(button, in: context) }
      fallthrough
    default:
      guard button == nil, let row else { return nil }
      return perform(command, on: rows[row], in: context)
    }
    return []
  }

  private mutating func perform(
    _ command: Command, on row: ReviewRow, in context: ScreenContext
  ) -> [EditorAction]? {
    let path = row.path
    switch (command, row) {
    case (.activate, .comment): return [.open { TreeScreen($0, at: path) }]
    case (.keepOrLeaveOut, .comment), (.drop, .comment):
      return [.note("A comment is written with the changes; \(context.core.name(of: .undo)) undoes it.")]
    default: break
    }
    switch command {
    case .activate: return context.index.position(of: path).map { [.go(.setting($0))] }
    case .keepOrLeaveOut:
      guard version == nil, let item = row.item, let change = row.changed else { return nil }
      leftOut.toggle(item, in: change)
      hasNewChoices = true
      return []
    case .keepMine, .takeTheirs:
      guard review.conflicts.contains(where: row.isAbout) else { return nil }
      return [.edit(.resolve(path, keeping: command == .keepMine ? .mine : .theirs))]
    case .drop:
      guard version == nil, row.item != nil else { return nil }
      if case .part(let part, _) = row, let entry = context.index[path] {
        return [.edit(.unstagePart(part, of: entry))]
      }
      return [.edit(.unstage(path))]
    default: return nil
    }
  }

  /// Without changes, the list of commands refuses those about changes.
  func preview(of command: Command, _ context: ScreenContext) -> [EditorAction]? {
    isEmpty && Self.changingCommands.contains(command)
      ? [.say(.nothingToApply)] : tried(command, in: context)
  }

  var focused: ReviewRow? {
    let rows = rows
    return list.focusedRow(of: rows.count).map { rows[$0] }
  }

  /// Leaving the field without accepting keeps the message as it was.
  private mutating func performInMessage(_ command: Command, in context: ScreenContext) -> [EditorAction] {
    switch command {
    case .back: messageLine = nil
    case .accept:
      message = messageLine?.text ?? ""
      hasNewChoices = true
      messageLine = nil
    default: _ = messageLine?.perform(command, sharing: &context.core.killed)
    }
    return []
  }

  mutating func insert(_ text: String, in context: ScreenContext) -> [EditorAction] {
    if messageLine != nil {
      messageLine?.insert(text)
    } else if list.isTyping {
      filter(by: text, in: context)
    }
    return []
  }

  /// The time limits to choose from.
  private static let times: [Duration] = [30, 60, 120, 300, 600, 1800].map { .seconds($0) }

  /// Only called while a button has the focus. Up leads back to the rows.
  private mutating func moveInButtons(_ command: Command) {
    guard let focused = button else { return }
    switch command {
    case .moveUp: button = nil
    case .caretRight: button = min(focused + 1, buttons.count - 1)
    case .caretLeft: button = max(0, focused - 1)
    default: break
    }
  }

  /// Tells the core what was chosen, and makes the review again if the model has changed.
  ///
  /// While the review is open, another program can change the file. The draft rebases, and the review is made again with the same choices.
  /// The store checks once more that what it applies is what was reviewed.
  mutating func update(_ context: ScreenContext) {
    if hasNewChoices, version == nil {
      context.core.reviewChoices.leaveOut(leftOut, of: review.changes)
      (context.core.reviewChoices.confirmWithin, context.core.reviewChoices.message) = (
        confirmWithin, message
      )
    }
    let isChosen = hasNewChoices
    hasNewChoices = false
    guard isChosen || list.revision != context.core.revision else { return }
    let focusedButton = button.map { buttons[$0] }
    if list.revision == context.core.revision {
      keptReview = leftOut.isEmpty ? review : context.model.review(leavingOut: leftOut)
    } else if version == nil {
      (review, leftOut, keptReview) = context.core.reviewDraft()
    } else if let version, let review = try? context.model.store.review(restoring: version) {
      // A version that can no longer be reviewed keeps its review, which the store refuses as stale.
      (self.review, keptReview) = (review, review)
    }
    // The buttons can be others now: the focus stays on the same one, so that Back doesn't become Apply under a person's hand.
    button = focusedButton.flatMap { old in buttons.firstIndex { $0.title == old.title } }
    list.revision = context.core.revision
    makeRows(context)
    let rows = rows
    list.update(of: rows.count) { rows.map { $0.strings(context.glyphs) } }
  }

  /// Whether the review can be applied is decided when a button is pressed. A button that can't be pressed is dimmed, but still says why.
  private func press(_ index: Int, in context: ScreenContext) -> [EditorAction] {
    guard let next = buttons[index].next else { return [.pop] }
    if let refusal = refusal(context) { return [.say(refusal)] }
    let options = context.core.applyOptions(
      message: message.isEmpty ? nil : message, confirmWithin: confirmWithin)
    let request = version.map { StoreRequest.rollBack($0, review, options) }
    return [.store(request ?? .apply(leavingOut: leftOut, options), then: next)]
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
      if row == list.state.focus, version == nil { return perform(.keepOrLeaveOut, in: context) ?? [] }
      list.state.move(to: row, of: list.count(of: rows.count))
    case .button(let index): return press(index, in: context)
    case .pane, .hint: break
    }
    return []
  }
}
