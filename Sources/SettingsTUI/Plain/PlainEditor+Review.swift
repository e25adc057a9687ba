import Settings

extension PlainEditor {
  /// Returns the changes that an apply makes, and what prevents it.
  func reviewLines() -> [String] {
    let reviewed = core.reviewDraft()
    let review = reviewed.kept
    let comments = commentLines(of: reviewed.all)
    guard reviewed.all.changeCount > 0 else { return ["", Message.noChanges.text] + problemLines() }
    let left = reviewed.all.changeCount - review.changeCount
    var lines = ["", "Review of \(review.file): \(changesText)\(left > 0 ? ", \(left) left out" : "")."]
    for conflict in review.conflicts {
      lines.append(
        "Conflict: \(conflict.setting.title): \(core.cause(of: conflict)); choose it to resolve the conflict."
      )
    }
    lines += comments + entailedLines(of: review)
    if let within = core.confirmWithin {
      lines.append(
        "These changes, too, are rolled back unless confirmed within \(within.words).")
    }
    if !review.derivedChanges.isEmpty {
      lines.append("Changed by rules:")
      lines += self.lines(review.derivedChanges)
    }
    if !review.upgrades.isEmpty {
      lines.append("Stored by the upgrade of the app:")
      lines += self.lines(review.upgrades)
    }
    lines.append(
      "a applies; a number unstages a change, and omit with a number leaves it out; an empty line goes back.")
    return lines
  }

  /// Returns the comments that change, a line each. An apply writes them with the changes, or alone; none can be left out.
  func commentLines(of review: FormReview) -> [String] {
    zip(review.comments, core.commentChanges(of: review)).map { comment, change in
      let text = if case .added(let new) = change { new } else { change.sentence(becoming: "will be") }
      return "Comment of \(comment.path): \(text)"
    }
  }

  /// Returns the problems and the consequences of a review.
  func entailedLines(of review: FormReview) -> [String] {
    var lines = review.foreignLinks.map { "Warning: \($0)." } + lines(of: review.problems)
    if let sentence = review.remainingText { lines.append("\(sentence).") }
    if let sentence = review.missingContextText { lines.append(sentence) }
    if review.requiresRestart { lines.append("Some changes take effect after a restart.") }
    if !review.sideEffects.isEmpty { lines.append("Triggers \(review.sideEffects.joined(separator: ", ")).") }
    return lines
  }

  /// In the review, conflicts and problems of other layers are left out: it lists its own.
  func problemLines() -> [String] {
    let review = model.review()
    // The review itself has lines about conflicts.
    let conflicts = isReview ? [] : review.conflicts
    let layers = isReview ? [] : core.layerProblems.map { "Layer: \($0)" }
    guard !review.problems.isEmpty || !conflicts.isEmpty || !layers.isEmpty else {
      return isReview ? [] : [Message.noProblems.text]
    }
    return conflicts.map {
      "Conflict: \($0.path): \(core.cause(of: $0)); \(core.name(of: .review)) reviews the changes to resolve it."
    }
      + lines(of: review.problems) + layers
  }

  /// Many problems are cut to one page, with the number of the others: a screen reader reads every line.
  private func lines(of problems: [FormProblem]) -> [String] {
    let shown = problems.prefix(Self.page).map { problem in
      "\(problem.severity == .error ? "Error" : "Warning"): \(problem.shownPath): \(problem.message)"
    }
    return shown + (problems.count > shown.count ? ["\(problems.count - shown.count) more."] : [])
  }

  /// Returns the changes of a review and of their parts, a line each.
  func lines(_ changes: [SettingChange]) -> [String] {
    changes.flatMap { change in
      ["\(change.title): \(text(change))"]
        + change.comparison.listedParts.map { "\(change.title), \(text($0))" }
    }
  }

  /// Returns the old and the new value.
  func text(_ change: SettingChange) -> String {
    var text = change.comparison.shown(as: .forPeople).sentence(becoming: "will be")
    if change.kind == .remove { text += ", the default" }
    if change.requiresRestart { text += ", after a restart" }
    if let overridden = change.overriddenText { text += ", \(overridden)" }
    return text
  }

  func text(_ part: SettingPartChange) -> String {
    "\(part.names.joined(separator: ", ")): \(part.shown(as: .forPeople).sentence(becoming: "will be"))"
  }

  // MARK: - Leaving changes out

  /// Leaves the change with a number out of the next apply, or includes it if it was left out.
  func choose(_ number: String, ifLeftOut isLeftOut: Bool) -> PlainAnswer {
    guard isReview else { return say("Changes are left out in the review; s opens it.") }
    let items = items
    if let number = Int(number), let answer = listingChanged(at: number, items) { return answer }
    guard let number = Int(number), items.indices.contains(number - 1),
      let (item, change) = items[number - 1].reviewed
    else { return say("Type the number of a change, from 1 to \(items.count).") }
    let review = core.reviewDraft()
    var leftOut = review.leftOut
    guard (leftOut.choice(of: item, in: change) == .leftOut) == isLeftOut else {
      return say(isLeftOut ? "It isn't left out." : "It is left out already.")
    }
    leftOut.toggle(item, in: change)
    core.reviewChoices.leaveOut(leftOut, of: review.all.changes)
    return ask([])
  }

  /// The changes of the review and of their parts. Choosing a change unstages it, or asks how to resolve its conflict.
  var reviewItems: [Item] {
    let changes = model.review().changes
    let leftOut = core.reviewChoices.leftOut(of: changes)
    func item(_ text: String, about reviewed: FormReview.Item, in change: SettingChange) -> Item {
      let choice =
        switch leftOut.choice(of: reviewed, in: change) {
        case .kept: ""
        case .partlyKept: ", a part of it left out"
        case .leftOut: ", left out"
        }
      var item = Item(text + choice, about: .change(reviewed)) { [self] in choose(reviewed, of: change) }
      item.reviewed = (reviewed, change)
      return item
    }
    // What one can only keep or take has no number among the changes.
    let comments = model.review().conflicts.filter(\.isAboutComment).map { conflict in
      Item("\(conflict.title): \(self.core.cause(of: conflict))") { self.open(.conflict(conflict.path)) }
    }
    return changes.flatMap { change in
      [item("\(change.title): \(text(change))", about: .setting(change.path), in: change)]
        + change.comparison.listedParts.map { part in
          item("\(change.title), \(text(part))", about: .part(part.id), in: change)
        }
    } + comments
  }

  /// The change of a part is unstaged by itself. The change of a setting with a conflict can't be unstaged before the conflict is decided.
  private func choose(_ item: FormReview.Item, of change: SettingChange) -> PlainAnswer {
    guard let entry = core.index[change.path] else { return ask([]) }
    var edit = DraftEdit.unstage(change.path)
    if case .part(let id) = item {
      guard let part = change.parts.first(where: { $0.id == id }) else { return ask([]) }
      edit = .unstagePart(part, of: entry)
    } else if model.review().conflicts.contains(where: { $0.path == change.path }) {
      return open(.conflict(change.path))
    }
    return ask([core.perform(edit)?.text].compactMap(\.self))
  }

  /// Returns the three values of a conflict.
  func conflictLines(_ path: SettingPath) -> [String] {
    guard let conflict = model.review().conflicts.first(where: { $0.path == path }) else { return [] }
    let setting = conflict.setting
    return [
      "", "\(setting.title) was changed here and by another process.",
      "Before: \(setting.text(for: conflict.base)). Here: \(setting.text(for: conflict.mine, besides: conflict.theirs)). "
        + "Stored: \(setting.text(for: conflict.theirs, besides: conflict.mine)).",
    ]
  }

  /// Resolves the chosen conflict.
  func resolve(_ path: SettingPath, keeping side: SettingConflict.Side) -> PlainAnswer {
    core.perform(.resolve(path, keeping: side))
    return back()
  }
}

extension PlainEditor {
  private var isReview: Bool { if case .review = question { true } else { false } }

  /// Returns the line about a pending confirmation; empty if no confirmation is pending, or where its words aren't answers.
  func pendingLines() -> [String] {
    if case .decision = question { return [] }
    return core.pending == nil
      ? []
      : [
        "Not confirmed: the changes are rolled back in \(core.pendingSeconds) s; type confirm or cancel."
      ]
  }

  /// Cancels the pending confirmation, which restores the previous settings.
  func cancelConfirmation(thenLeave: Bool = false) -> PlainAnswer {
    guard let pending = core.pending else { return say(Message.nothingPending.text) }
    leavesAfterwards = thenLeave
    return PlainAnswer(effect: .store(.cancel(pending.id)))
  }

  // MARK: - Time

  /// The time until there can be something to print without an event; `nil` for never.
  var nextTick: Duration? {
    guard let pending = core.pending else { return nil }
    let left = pending.remaining()
    if warned != pending.id, left > Self.warning { return left - Self.warning }
    return max(left, .seconds(1))
  }

  /// Updates what changes with time; returns what to print, if anything.
  ///
  /// News is only printed if there is some: a screen reader would read a countdown aloud.
  func tick() -> String? {
    takeStored() ?? core.pending.flatMap { reminder(of: $0, timeLeft: $0.remaining()) }
  }

  /// Returns the reminder that little time is left to confirm an apply, once for each apply.
  func reminder(of pending: PendingConfirmation, timeLeft: Duration) -> String? {
    guard warned != pending.id, (Duration.seconds(1)...Self.warning).contains(timeLeft) else { return nil }
    warned = pending.id
    return render(["\(Int(timeLeft / .seconds(1) + 0.5)) s left to confirm."])
  }

  /// The time before the limit at which a reminder is printed.
  private static let warning = Duration.seconds(10)
}

extension PlainEditor {
  /// Lists the versions of the file.
  func showHistory() -> PlainAnswer {
    let entries: [SettingsHistoryEntry]
    do throws(SettingsStoreError) {
      entries = try model.store.history()
    } catch {
      return say("\(error)")
    }
    if case .history = question { questions.removeLast() }
    return open(.history(entries))
  }

  /// Reads the versions again and lists them, or lists the open question again.
  func listAgain() -> PlainAnswer {
    if case .history = question { return showHistory() }
    return ask([])
  }

  /// Returns the introduction to the list of versions.
  func historyLines(_ entries: [SettingsHistoryEntry]) -> [String] {
    guard !entries.isEmpty else { return ["", Message.nothingStored.text] }
    return ["", "\(Phrase.count(entries.count, noun: "version")), the newest first."]
  }

  /// Returns a version in the list.
  func text(_ entry: SettingsHistoryEntry, isNow: Bool) -> String {
    let author = entry.author.isEmpty ? "" : " by \(entry.author)"
    return "\(entry.time.localText)\(author), \(entry.changesText(isNow: isNow))"
      + (entry.message.map { ": \($0)" } ?? "")
  }

  /// Returns the changes of a version.
  func versionLines(_ entry: SettingsHistoryEntry, isNow: Bool) -> [String] {
    var lines = ["", "Version of \(text(entry, isNow: isNow))."]
    func add(_ changes: [SettingsHistoryEntry.Change]) {
      lines += changes.prefix(Self.page).flatMap { change in
        let comparison = change.comparison(in: core.index)
        return ["\(change.name): \(comparison.shown(as: .forPeople).sentence(becoming: "then"))"]
          + comparison.listedParts.prefix(Self.page).map { part in
            "\(change.name), \(part.names.joined(separator: ", ")): "
              + part.shown(as: .forPeople).sentence(becoming: "then")
          }
      }
    }
    add(entry.changes)
    lines += entry.commentedPaths.prefix(Self.page).map { "Comment of \($0)." }
    let more =
      entry.changeCount
      - [entry.changes.count, entry.commentedPaths.count].reduce(0) { $0 + min($1, Self.page) }
    if more > 0 { lines.append("And \(more) more.") }
    if entry.changeCount == 0 { lines.append(entry.noChangesText) }
    if !entry.upgrades.isEmpty {
      lines.append("Stored by the upgrade of the app:")
      add(entry.upgrades)
    }
    return lines
  }

  /// Reviews a rollback to a version.
  func review(_ entry: SettingsHistoryEntry) -> PlainAnswer {
    do throws(ApplyError) {
      return open(.rollBack(entry, try model.store.review(restoring: entry)))
    } catch {
      return say("\(error)")
    }
  }

  /// Returns the changes that a rollback to a version makes.
  func rollBackLines(_ entry: SettingsHistoryEntry, review: FormReview) -> [String] {
    let count = review.changeCount
    var lines = [
      "",
      "Roll back to the version of \(entry.time.localText): \(Phrase.count(count, noun: "change")).",
    ]
    lines += self.lines(Array(review.changes.prefix(Self.page)))
    if count > Self.page { lines.append("And \(count - Self.page) more.") }
    lines += entailedLines(of: review)
    lines.append("a rolls back, byte for byte; an empty line goes back.")
    return lines
  }

  /// Rolls back to a version, or shows what prevents it.
  func rollBack(to entry: SettingsHistoryEntry, _ review: FormReview, options: ApplyOptions) -> PlainAnswer {
    guard review.isApplicable else { return ask(["Not rolled back, because of the following."]) }
    return PlainAnswer(effect: .store(.rollBack(entry, review, options)))
  }

  /// Reviews the rollback again, because the stored content might have changed. If that fails, the rollback reports why.
  ///
  /// Otherwise, a second `a` would fail again for the same reason: the review is of content that has been replaced.
  func reviewAgain() {
    guard case .rollBack(let entry, _) = question, let review = try? model.store.review(restoring: entry)
    else {
      return
    }
    questions[questions.count - 1] = .rollBack(entry, review)
  }
}
