import SettingsEditing

extension EditorCore {
  /// The time limit to confirm the next changes: while a confirmation is pending, only changes that have to be confirmed are
  /// accepted.
  var confirmWithin: Duration? { reviewChoices.confirmWithin ?? (pending == nil ? nil : .seconds(60)) }

  /// Handles a report: updates what the editor knows about the stored content, and returns a sentence about the outcome.
  func finish(_ report: StoreRequest.Report) -> Message {
    noteChange()
    updatePending()
    updateRefusal()
    awaitedRollback = nil
    shownContent = model.draft.revision
    let outcome: ApplyOutcome
    do {
      outcome = try report.result.get()
    } catch {
      return .init("\(error)", role: .problem)
    }
    // If its time is over already, or if somebody was quick to cancel it, the next look at the stored content says so.
    pending = outcome.confirmation ?? pending
    let count = Phrase.count(outcome.changeCount, noun: "change")
    switch report.request {
    case .apply:
      appliedContent = outcome.revision
      reviewChoices.finishApply(leaving: model.draft.review().changes)
      return finish(
        outcome, sentence: outcome.changes.isEmpty ? "Applied the comments." : "Applied \(count).")
    case .rollBack:
      appliedContent = nil
      return finish(outcome, sentence: outcome.changeCount == 0 ? "Rolled back." : "Rolled back: \(count).")
    case .cancel:
      highlighted = Set(outcome.changes.map(\.path))
      return .init(
        "Canceled: the previous settings are restored.\(Self.caveats(of: outcome))", role: .success)
    }
  }

  /// Returns the sentence about a successful apply. It adds what is still missing: a restart, the system's promise that the content would
  /// survive a crash, or a participant that has failed.
  private func finish(_ outcome: ApplyOutcome, sentence: String) -> Message {
    applied += outcome.changes
    let restart = outcome.requiresRestart ? " Some take effect after a restart." : ""
    return .init(sentence + restart + Self.caveats(of: outcome), role: .success)
  }

  private static func caveats(of outcome: ApplyOutcome) -> String {
    (outcome.isDurable ? "" : " \(notDurable)")
      + outcome.failures.map { " \($0.text)" }.joined()
  }

  private static let notDurable = "\(ApplyOutcome.notDurableText.capitalizedFirst)."

  /// Returns how someone left the editor.
  func outcome(_ ending: EditorOutcome.Ending, wantsRestart: Bool = false) -> EditorOutcome {
    EditorOutcome(
      ending: ending, applied: applied, wantsRestart: wantsRestart, stagedCount: model.stagedCount,
      hasUnstagedText: unstagedText != nil, printedPath: printedPath)
  }

  /// Returns the outcome that opens an editor of another layer, by the path of its file; throws if it can't be opened.
  func outcome(openingLayer path: String, focus: SettingPath? = nil) throws(Refusal) -> EditorOutcome {
    let store: StoreEngine?
    do throws(SettingsStoreError) {
      store = try model.store.writing(path)
    } catch {
      throw Refusal(reason: error.description)
    }
    guard let store else { throw Refusal(reason: "The file isn't a layer anymore.") }
    var outcome = outcome(.left)
    outcome.continuation = (store, focus)
    return outcome
  }

  /// Lists the members of the file, and the members that drafts of earlier editors added.
  func listMembers(of leftovers: [RecoveryFolder.Leftover] = []) {
    let paths = leftovers.map(\.record).flatMap { record in
      record.changes.filter { $0.value != nil }.map(\.path) + record.renamedSecrets(in: index)
    }
    let missing = paths.filter {
      index[$0] == nil
        && (index.unlistedMember(at: $0) != nil || index.section(at: $0)?.isUndescribed == true)
    }
    if hasOutdatedList || !missing.isEmpty { list(missing) }
  }

  /// Asks again whether an apply would be refused because of the file: a person can make the file writable while the editor is open.
  func updateRefusal() { refusal = model.store.commitRefusal }

  // MARK: - Confirmation

  /// Updates the pending confirmation from the history.
  func updatePending() {
    // If it can't be read, the next apply reports why.
    pending = (try? model.store.pendingConfirmation()) ?? nil
  }

  /// The number of seconds left to confirm.
  var pendingSeconds: Int {
    pending?.secondsLeft ?? 0
  }

  /// A sentence about what happens without a confirmation.
  var pendingText: String {
    "The last changes are not confirmed. Without a confirmation they are rolled back in \(pendingSeconds) s."
  }

  /// Confirms the pending changes; returns a message about the result.
  func confirm() -> Message {
    guard let pending else { return .nothingPending }
    defer { updatePending() }
    do throws(ApplyError) {
      let isDurable = try model.store.confirm(pending.id)
      return .init(
        "Confirmed: the new settings stay." + (isDurable ? "" : " \(Self.notDurable)"), role: .success)
    } catch {
      return .init(error.description, role: .problem)
    }
  }

  // MARK: - Other processes

  /// The message about stored content that can be read again and hasn't changed, or about a file that still doesn't exist.
  var readableMessage: Message { shownContent == nil ? .absent : .readable }

  /// What another process has done since the last update.
  enum ExternalChange {
    case none
    /// The stored content can't be read.
    case unreadable(SettingsStoreError)
    /// The content can be read again, and hasn't changed.
    case readable
    /// It was deleted.
    case deleted
    /// It stored other values.
    case stored
    /// An apply was rolled back that nobody had confirmed; the message says why.
    case rolledBack(Message)
    /// It confirmed the pending changes.
    case confirmed
  }

  /// Whether the confirmation that the editor shows is still pending.
  ///
  /// It doesn't update ``pending``: ``takeStored()`` has to know that a confirmation was pending, or it would take the rollback for a change by
  /// another process.
  var isStillPending: Bool { ((try? model.store.pendingConfirmation()) ?? nil)?.id == pending?.id }

  /// Rebases the draft onto the stored content.
  func takeStored() -> ExternalChange {
    let wasPending = pending
    let wasUnreadable = unreadable != nil
    let wasStored = shownContent != nil
    updatePending()
    updateRefusal()
    do throws(SettingsStoreError) {
      try model.refresh()
      unreadable = nil
    } catch {
      unreadable = error
      return .unreadable(error)
    }
    // The model may already have read the content through the watch of its store.
    let isOther = model.draft.revision != shownContent
    shownContent = model.draft.revision
    if isOther { noteChange() }
    if isOther, wasStored, shownContent == nil {
      // The rollback of an apply that created the file removes it.
      let isRolledBack = wasPending != nil && pending == nil && lastKind == .revert
      if !isRolledBack { return .deleted }
    }
    if isOther, let rollback = awaitedRollback {
      awaitedRollback = nil
      return .rolledBack(rollback)
    }
    guard let wasPending, pending == nil else { return isOther ? .stored : wasUnreadable ? .readable : .none }
    // A rollback is recorded before its content is visible, because the content becomes visible only after the last participant
    // has committed. If the history can't be read, unchanged content means that the apply was confirmed.
    let isRolledBack = isOther || lastKind == .revert
    guard isRolledBack else { return .confirmed }
    let rollback: Message = wasPending.remaining() > .zero ? .canceledElsewhere : .expired
    if !isOther { awaitedRollback = rollback }
    return .rolledBack(rollback)
  }

  /// What the last version of the history is; `nil` if the history can't be read.
  private var lastKind: SettingsHistoryEntry.Kind? { (try? model.store.history())?.first?.kind }
}

extension Message {
  static let expired = Message(
    "The changes were not confirmed in time; the previous settings are restored.", role: .problem)
  static let canceledElsewhere = Message(
    "Another process canceled the changes; the previous settings are restored.", role: .changed)
  static let nothingPending = Message("No changes are waiting for a confirmation.", role: .secondary)
}

extension EditorCore {
  /// Returns the review of all changes, what a person left out of the next apply, and the review of the others.
  func reviewDraft() -> (all: FormReview, leftOut: Set<FormReview.Item>, kept: FormReview) {
    let all = model.review()
    let leftOut = reviewChoices.leftOut(of: all.changes)
    return (all, leftOut, leftOut.isEmpty ? all : model.review(leavingOut: leftOut))
  }

  /// Returns how the comments of a review change, in their order; each as one line.
  func commentChanges(of review: FormReview) -> [ValueComparison.Shown] {
    guard !review.comments.isEmpty else { return [] }
    let stored = masked(model.store.document)
    return review.comments.map { comment in
      let old = (stored?.comment(at: comment.path) ?? "").replacing("\n", with: " ")
      let new = comment.text.replacing("\n", with: " ")
      return new.isEmpty ? .removed(old) : old.isEmpty ? .added(new) : .values(old: old, new: new)
    }
  }
  /// The document with the staged changes, without its secrets; the stored one if the changes can't be made in its text.
  var shownDocument: JSONDocument? { candidateDocument.flatMap(masked) }

  /// The document with the staged changes; the stored one if the changes can't be made in its text.
  var candidateDocument: JSONDocument? {
    let stored = model.store.document
    let bytes = (try? model.candidate()) ?? stored.bytes
    return try? JSONDocument(parsing: bytes, insteadOf: stored)
  }

  /// Returns a document without its secrets. A comment inside of a secret goes with it.
  private func masked(_ document: JSONDocument) -> JSONDocument? {
    try? JSONDocument(parsing: index.secrecy(at: .root).masked(document), duplicateKeys: .lastWins)
  }
}

extension JSONDocument {
  /// Returns the comment that describes the member or element at a path; empty without one.
  func comment(at path: SettingPath) -> String {
    String((comment(above: path) ?? "").trimmed)
  }
}
