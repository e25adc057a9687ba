import Settings

extension EditorModel {
  /// Keeps the changes that wait for a confirmation.
  func confirm() {
    context.message = context.confirm()
  }

  /// Takes back the changes that wait for a confirmation.
  func takeBack(then next: AfterApply) -> [EditorEffect] {
    guard let pending = context.pending else {
      context.message = EditorContext.nothingPending
      return []
    }
    applying = next
    return [.takeBack(pending.id)]
  }

  /// Hears how taking changes back went.
  func finishTakingBack(_ result: Result<ApplyOutcome, ConfirmationError>) -> [EditorEffect] {
    guard let next = applying, outcome == nil else { return [] }
    applying = nil
    context.changedAnything()
    context.updatePending()
    browse.update(context)
    context.message = context.message(of: result)
    guard case .success(let done) = result else { return [] }
    context.highlight(done.changes.map(\.path))
    return next == .leave ? quit() : []
  }

  /// Leaving would leave it to the clock whether the changes stay.
  func askAboutPending() -> [EditorEffect] {
    screens.append(
      DialogScreen(
        name: "Not confirmed",
        text: context.pendingText,
        buttons: [
          .init(title: "Confirm", key: "c", actions: [.confirm, .quitUnconfirmed]),
          .init(title: "Take back", key: "t", actions: [.takeBack(then: .leave)]),
          .init(title: "Undecided", key: "u", actions: [.quitUnconfirmed]),
          .init(title: "Stay", key: "s", actions: []),
        ]))
    return []
  }

  // MARK: Time

  /// When something changes on the screen by itself; `nil` for never.
  var nextTick: Duration? {
    if !context.highlighted.isEmpty { return .milliseconds(1500) }
    return context.pending == nil ? nil : .seconds(1)
  }

  /// Time has passed.
  func tick() {
    context.highlight([])
    guard context.pending != nil, applying == nil, outcome == nil else { return }
    context.updatePending()
    if context.pending == nil { takeStored() }
  }

  // MARK: Other writers

  /// Says that the file was changed, and what that means for what is staged.
  func sayStored(_ count: Int) {
    let conflicts = context.form.review().conflicts
    guard let first = conflicts.first else {
      let changes = count == 0 ? "" : " (\(count) setting\(count == 1 ? "" : "s"))"
      let staged = context.form.hasChanges ? "your changes stay on top" : "the new values show"
      context.message = .init("The file was changed by somebody else\(changes); \(staged).", .changed)
      return
    }
    let others = conflicts.count == 1 ? "" : " and \(conflicts.count - 1) more"
    context.message = .init(
      "Somebody else has changed \(first.setting.title)\(others), too.", .problem)
    // Nobody who is typing is interrupted; the title line keeps saying it.
    guard screens.isEmpty, browse.field == nil else { return }
    screens.append(
      DialogScreen(
        name: "Changed by somebody else",
        text:
          "\(first.setting.title)\(others) \(conflicts.count == 1 ? "has" : "have") got another value in the file "
          + "than here. All other changes are merged.",
        buttons: [
          .init(title: "Decide now", key: "d", actions: [.push(ReviewScreen(context, thenLeave: false))]),
          .init(title: "Later", key: "a", actions: []),
        ]))
  }
}
