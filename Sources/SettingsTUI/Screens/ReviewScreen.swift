import SettingsEditing

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
  var message: String {
    didSet { hasNewChoices = true }
  }

  var name: String { version.map { "Roll back to \($0.time.localText)" } ?? "Review" }
  var listContext: KeyContext { version == nil ? .review : .rollback }
  var keys: PageKeys<Self> { version == nil ? Self.keys : Self.rollbackKeys }

  /// Creates the review of the draft, or of a rollback to a version.
  init(
    _ context: ScreenContext, entry: SettingsHistoryEntry? = nil, review: FormReview? = nil,
    thenLeave: Bool = false
  ) {
    context.core.updateRefusal()
    (self.review, leftOut, keptReview) = review.map { ($0, [], $0) } ?? context.core.reviewDraft()
    version = entry
    message = entry == nil ? context.core.reviewChoices.message : ""
    self.thenLeave = thenLeave
    list.revision = context.core.revision
    confirmWithin = context.core.confirmWithin
    context.failure = nil
    makeRows(context)
    if let conflict = self.review.conflicts.first {
      list.move(to: rows.firstIndex { $0.isAbout(conflict) } ?? 0, of: rows.count)
    }
  }

  /// What the text loses with the rows that remove something, as sentences.
  private(set) var losses: [FormReview.Item?: [String]] = [:]

  private mutating func makeRows(_ context: ScreenContext) {
    rows = review.changes.listed.flatMap { change in
      let comparison = change.comparison
      return [ReviewRow.change(change, comparison, by: .person)]
        + comparison.countedParts.map { .part($0, of: change) }
    }
    rows += zip(review.comments, context.core.commentChanges(of: review)).map { .comment($0, $1) }
    rows += keptReview.derivedChanges.map { .change($0, $0.comparison, by: .rules) }
    rows += keptReview.upgrades.map { .change($0, $0.comparison, by: .upgrade) }
    losses = losses(in: context.model.draft)
  }

  /// The changes that aren't left out.
  var kept: [SettingChange] { keptReview.changes.listed }

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
  var isEmpty: Bool { changesNoSetting && !restoresOtherText }

  private var changesNoSetting: Bool { review.changes.isEmpty && review.comments.isEmpty }

  /// Whether the content of the version is another one than the stored one; so it can be restored even if no setting changes.
  private var restoresOtherText: Bool { version.map { $0.revision != review.revision } ?? false }

  /// What is said instead of rows.
  var withoutRows: Message {
    guard let version, restoresOtherText else { return .noChanges }
    if version.revision == nil { return .removesFile }
    return review.changedLines == nil ? .changesLayout : .restoresNoJSON
  }

  private var isNothingKept: Bool { kept.isEmpty && review.comments.isEmpty && !restoresOtherText }

  /// The buttons, each with what follows an apply; `nil` for the button that goes back.
  var buttons: [(title: String, next: AfterStoring?)] {
    if version != nil { return [("Roll back", .stay), ("Back", nil)] }
    if isEmpty { return [("Back", nil)] }
    let restart: [(title: String, next: AfterStoring?)] = takesRestart ? [("Apply & Restart", .restart)] : []
    return restart + [("Apply", thenLeave ? .leave : .stay), ("Back", nil)]
  }

  func count(_ context: ScreenContext) -> Int { rows.count }
  func strings(_ context: ScreenContext) -> [RowStrings] { rows.map { $0.strings(context.glyphs) } }

  /// `s`, which opened the review, applies. Enter on a row goes to its setting, and applies only on the button.
  nonisolated static let keys = PageKeys<ReviewScreen>(
    "The review",
    [
      .changing(.apply, keys: "s ^S", title: "Apply", hint: "Apply") { page, context in
        page.press(0, in: context)
      },
      .changing(
        .keepOrLeaveOut, keys: "Space", title: "Keep the change or leave it out for now",
        hint: "Keep/leave out"
      ) { page, context in
        page.onButton(context) ?? page.focused.flatMap { page.keepOrLeaveOut($0, context) }
      },
      .changing(.drop, keys: "R", title: "Unstage the change", hint: "Unstage") { page, context in
        page.onRow.flatMap { page.drop($0, context) }
      },
      .keepMine { page, _ in page.resolve(keeping: .mine) },
      .takeTheirs { page, _ in page.resolve(keeping: .theirs) },
      .undo(hint: "Undo"), .redo,
      .changing(.copy, keys: "c", title: "Copy the changes as a command") { _, _ in
        [.open { CopyScreen(nil, context: $0) }]
      },
      .init(.why, keys: "w", title: "Show why: origin of the value, rules, conditions") { page, _ in
        page.onRow.map { row in [.open { _ in WhyScreen(row.path) }] }
      },
    ] + reviewing(back: "Back; the changes stay"), .finding, moving)

  /// The keys of the review as far as they apply to a rollback: nothing in it can be left out.
  nonisolated static let rollbackKeys = PageKeys<ReviewScreen>(
    "The version",
    [
      .init(.apply, keys: "s ^S", title: "Roll back", hint: "Roll back") {
        page, context in page.press(0, in: context)
      }
    ] + reviewing(back: "Back; nothing is changed"), .finding, moving)

  /// The keys that the review of a draft and that of a rollback have in common.
  nonisolated private static func reviewing(back: String) -> [PageKeys<ReviewScreen>.Entry] {
    [
      .init(.activate, keys: "Enter", title: "Press the button, or go to the value", hint: "Go to") {
        page, context in page.onButton(context) ?? page.onRow.flatMap { page.open($0, context) }
      },
      .changing(
        .confirmWithin, keys: "T", title: "Roll back unless confirmed within 30 s, 1 min, …",
        hint: "Confirm within"
      ) { page, _ in
        let next = times.firstIndex { page.confirmWithin == $0 }.map { $0 + 1 } ?? 0
        page.confirmWithin = times.indices.contains(next) ? times[next] : nil
        page.hasNewChoices = true
        return []
      },
      .changing(.message, keys: "M", title: "Write a message for the history", hint: "Message") { page, _ in
        let old = page.message
        return [
          .open { _ in
            PromptScreen("Message", old) { text in
              [
                .below(ReviewScreen.self) { page, _ in
                  page.message = text
                  return []
                }
              ]
            }
          }
        ]
      },
      .init(.nextPane, keys: "Tab", title: "Buttons", hint: "Buttons") { page, _ in
        page.button = page.button.map { $0 + 1 < page.buttons.count ? $0 + 1 : nil } ?? 0
        return []
      },
      .init(.previousPane, keys: "Shift-Tab", title: "Previous button") { page, _ in
        page.button = page.button.map { $0 > 0 ? $0 - 1 : nil } ?? page.buttons.count - 1
        return []
      },
      .init(.caretRight, keys: "Right l", title: "Next button") { page, _ in
        page.button = min((page.button ?? -1) + 1, page.buttons.count - 1)
        return []
      },
      .init(.caretLeft, keys: "Left h", title: "Previous button, or back") { page, _ in
        guard let button = page.button else { return [.pop] }
        page.button = max(0, button - 1)
        return []
      },
      .back("Esc q Backspace ^C", title: back),
    ]
  }

  /// Down leads from the last row to the buttons, and up from there to the rows.
  nonisolated private static var moving: PageKeys<ReviewScreen>.Group {
    .init(KeyMap.rows) { page, command, context in
      let count = page.list.count(of: page.rows.count)
      if page.button != nil, command == .moveUp {
        page.button = nil
      } else if page.button == nil, command == .moveDown, page.list.state.focus >= count - 1 {
        page.button = 0
      } else if page.button == nil || command != .moveDown {
        return page.moves(command, in: context) ? [] : nil
      }
      return []
    }
  }

  /// The row with the focus; `nil` while a button has it.
  private var onRow: ReviewRow? { button == nil ? focused : nil }

  private mutating func onButton(_ context: ScreenContext) -> [EditorAction]? {
    button.map { press($0, in: context) }
  }

  private func open(_ row: ReviewRow, _ context: ScreenContext) -> [EditorAction]? {
    switch row {
    case .comment: [.open { TreeScreen($0, at: row.path) }]
    case .part(let part, _):
      (context.action(goingTo: part.path) ?? context.action(goingTo: row.path)).map { [$0] }
    case .change: context.action(goingTo: row.path).map { [$0] }
    }
  }

  private mutating func keepOrLeaveOut(_ row: ReviewRow, _ context: ScreenContext) -> [EditorAction]? {
    guard let item = row.item, let change = row.changed else { return fixed(row, context) }
    leftOut.toggle(item, in: change)
    if leftOut.contains(item) {
      leftOut = context.model.draft.withWholeRenames(leftOut)
    } else {
      leftOut.subtract(context.model.draft.withWholeRenames([item]))
    }
    hasNewChoices = true
    return []
  }

  private func drop(_ row: ReviewRow, _ context: ScreenContext) -> [EditorAction]? {
    guard row.item != nil else { return fixed(row, context) }
    if case .part(let part, _) = row, let entry = context.index[row.path] {
      return [.edit(.unstagePart(part, of: entry))]
    }
    return [.edit(.unstage(row.path))]
  }

  /// Why a row can be neither left out nor unstaged.
  private func fixed(_ row: ReviewRow, _ context: ScreenContext) -> [EditorAction] {
    guard case .comment = row else {
      return [.note("It follows from the other changes, and can't be left out alone.")]
    }
    return [.note("A comment is written with the changes; \(context.core.name(of: .undo)) undoes it.")]
  }

  private func resolve(keeping side: SettingConflict.Side) -> [EditorAction]? {
    guard let row = onRow, let conflict = review.conflicts.first(where: row.isAbout) else { return nil }
    return [.edit(.resolve(conflict.path, keeping: side))]
  }

  var focused: ReviewRow? {
    let rows = rows
    return list.focusedRow(of: rows.count).map { rows[$0] }
  }

  /// The row has the focus then, and no button.
  mutating func focus(onRow row: Int, _ context: ScreenContext) {
    button = nil
    list.state.move(to: row, of: list.count(of: rows.count))
  }

  mutating func page(_ context: ScreenContext) -> PlainPage {
    let (screen, notes) = (self, notes(columns: 200, in: context))
    let summary =
      changesNoSetting ? [[Span(withoutRows.text)]] : summaryLines(columns: 200, in: context)
    var page = rowsPage(context, summary.map { $0.map(\.text).joined() }) { row in
      let row = screen.rows[row]
      let choice =
        switch screen.choice(row) {
        case .kept: ""
        case .partlyKept: ", a part of it left out"
        case .leftOut: ", left out"
        }
      let note = row.changed.flatMap { $0.commentRole == nil ? nil : $0.keyNote }.map { ", \($0)" } ?? ""
      return ([row.sentence(named: row.title) + note + choice] + notes(row).map { $0.map(\.text).joined() })
        .joined(separator: "\n")
    }
    page.answers = buttons.map(\.title)
    let what = version != nil ? "roll back" : takesRestart ? "apply and restart, or “apply”" : "apply"
    page.prompt = "Number, or \(context.key(.apply, in: listContext)) to \(what): "
    return page
  }

  /// The time limits to choose from.
  nonisolated private static let times: [Duration] = [30, 60, 120, 300, 600, 1800].map { .seconds($0) }

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
  private mutating func press(_ index: Int, in context: ScreenContext) -> [EditorAction] {
    guard let next = buttons[index].next else { return [.pop] }
    if let refusal = refusal(context) {
      // The keys that decide the conflict are those of its row.
      if let row = keptReview.conflicts.first.flatMap({ conflict in rows.firstIndex { $0.isAbout(conflict) } }
      ) {
        button = nil
        list.move(to: row, of: rows.count)
      }
      return [.say(refusal)]
    }
    let options = ApplyOptions(
      author: context.core.author, message: message.isEmpty ? nil : message, confirmWithin: confirmWithin)
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

  func command(ofClickOnFocus isFocused: Bool) -> Command? {
    isFocused && version == nil ? .keepOrLeaveOut : nil
  }

  mutating func click(_ target: Frame.Target, in context: ScreenContext) -> [EditorAction] {
    if case .button(let index) = target { return press(index, in: context) }
    button = nil
    return clickInList(target, in: context)
  }
}

extension PageKeys<ReviewScreen>.Entry {
  /// A key that needs a change in the review.
  fileprivate static func changing(
    _ command: Command, keys: String, title: String, hint: String? = nil,
    handler: @escaping PageKeys<ReviewScreen>.Handler
  ) -> Self {
    .init(command, keys: keys, title: title, hint: hint) { page, context in
      page.isEmpty ? [.say(.nothingToApply)] : handler(&page, context)
    }
  }
}
