import Settings

extension PlainEditor {
  /// What applying would do, and what stands in its way.
  func reviewLines() -> [String] {
    let review = form.review()
    guard !review.changes.isEmpty else { return ["", "There are no changes."] + problemLines() }
    var lines = ["", "Review of \(review.file): \(changesText)."]
    for conflict in review.conflicts {
      lines.append(
        "Conflict: \(conflict.setting.title) was changed by somebody else, too; choose it to decide.")
    }
    lines += entailedLines(of: review)
    if let within = context.confirmWithin {
      lines.append("They, too, go back unless they are confirmed within \(within.components.seconds) s.")
    }
    lines.append("a applies; a number drops a change; an empty line goes back.")
    return lines
  }

  /// What is wrong with what a review would do, and what follows from it.
  func entailedLines(of review: Review) -> [String] {
    var lines = review.foreignLinks.map { "Warning: \($0)." } + lines(of: review.problems)
    if let sentence = context.remainingText(of: review) { lines.append("\(sentence).") }
    if review.requiresRestart { lines.append("Some changes are used after the next restart.") }
    if !review.sideEffects.isEmpty { lines.append("Triggers \(review.sideEffects.joined(separator: ", ")).") }
    return lines
  }

  /// What is wrong, a line a problem.
  func problemLines() -> [String] {
    let problems = form.review().problems
    guard !problems.isEmpty else { return question.isReview ? [] : ["There are no problems."] }
    return lines(of: problems)
  }

  private func lines(of problems: [FormProblem]) -> [String] {
    let shown = problems.prefix(Self.page).map { problem in
      "\(problem.severity == .error ? "Error" : "Warning"): \(problem.shownPath): \(problem.message)"
    }
    return shown + (problems.count > shown.count ? ["\(problems.count - shown.count) more."] : [])
  }

  /// The old and the new value.
  func text(_ change: SettingChange) -> String {
    var text = "\(change.oldText), will be \(change.newText)"
    if change.kind == .remove { text += ", the default" }
    if change.requiresRestart { text += ", after a restart" }
    return text
  }

  /// Drops a change, or asks how to settle its conflict.
  func choose(_ change: SettingChange) -> PlainAnswer {
    if form.review().conflicts.contains(where: { $0.path == change.path }) {
      questions.append(.conflict(change.path))
      return ask([])
    }
    form.unstage(change.path)
    context.changed(change.path)
    return ask(["Dropped the change of \(change.title); u undoes it."])
  }

  /// The three values of a conflict.
  func conflictLines(_ path: SettingPath) -> [String] {
    guard let conflict = form.review().conflicts.first(where: { $0.path == path }) else { return [] }
    let setting = conflict.setting
    return [
      "", "\(setting.title) was changed here and by somebody else.",
      "Before: \(setting.text(for: conflict.base)). Here: \(setting.text(for: conflict.mine)). "
        + "Stored meanwhile: \(setting.text(for: conflict.theirs)).",
    ]
  }

  /// Settles the conflict that was chosen.
  func settle(_ side: Conflict.Side) -> PlainAnswer {
    guard case .conflict(let path) = question else { return ask([]) }
    form.resolve(path, keeping: side)
    context.changed(path)
    return back()
  }
}

extension PlainEditor.Question {
  fileprivate var isReview: Bool {
    if case .review = self { true } else { false }
  }
}
