import SettingsForm
import SettingsSystem

extension UntypedStore {
  /// How often an apply starts again because somebody else stored something in the middle of it.
  static let maxAttempts = 32

  /// Applies a draft: validates it, prepares the participants, stores the content, commits the participants; all or
  /// nothing.
  ///
  /// If somebody else has stored something since, the draft is merged first; where both changed the same setting, it
  /// throws `ApplyError.conflicts`. A draft that changes no byte writes nothing and asks nobody. While another apply
  /// waits for its confirmation, only one that has to be confirmed itself is taken; the content that comes back stays
  /// that of before the first.
  ///
  /// ```swift
  /// let outcome = try await store.apply(draft, options: ApplyOptions(confirmWithin: .seconds(60)))
  /// if let pending = outcome.confirmation { try store.confirm(pending.id) }
  /// ```
  @discardableResult
  public func apply(
    _ draft: Draft, options: ApplyOptions = ApplyOptions()
  ) async throws(ApplyError) -> ApplyOutcome {
    try await apply(.draft(draft), options)
  }

  func apply(_ proposal: Proposal, _ options: ApplyOptions) async throws(ApplyError) -> ApplyOutcome {
    var takenBack: [ApplyOutcome] = []
    let result: Result<ApplyOutcome, ApplyError>
    do throws(ApplyError) {
      result = .success(
        try await applying { () async throws(ApplyError) in
          var proposal = proposal
          for _ in 0..<Self.maxAttempts {
            if let outcome = try await applyOnce(&proposal, options, &takenBack) { return outcome }
          }
          throw .contended
        })
    } catch {
      result = .failure(error)
    }
    // What was taken back first stays so, whatever became of the changes.
    for outcome in takenBack { await restartIfNeeded(for: outcome) }
    let outcome = try result.get()
    if let pending = outcome.confirmation { scheduleRollback(pending) }
    await restartIfNeeded(for: outcome)
    return outcome
  }

  /// Does something that nothing else may be applied during.
  private func applying<Result>(_ body: () async throws(ApplyError) -> Result) async throws(ApplyError)
    -> Result
  {
    guard beginApply() else { throw .underWay }
    defer { endApply() }
    return try await body()
  }

  /// One try; `nil` if somebody else stored something in the middle of it.
  ///
  /// - Parameter takenBack: gets what an apply whose time was over has changed back.
  private func applyOnce(
    _ proposal: inout Proposal, _ options: ApplyOptions, _ takenBack: inout [ApplyOutcome]
  ) async throws(ApplyError) -> ApplyOutcome? {
    do throws(StoreError) { try reload() } catch { throw .storage(error) }
    let base = snapshot
    let state = try logState()
    if let pending = state.pending {
      guard pending.remaining() > .zero else {
        do throws(ConfirmationError) {
          if let outcome = try await takeBack(pending) { takenBack.append(outcome) }
        } catch {
          throw .notTakenBack(error)
        }
        return nil
      }
      guard options.confirmWithin != nil else { throw .awaitingConfirmation(pending) }
    }
    try proposal.rebase(onto: base, version: state.version?.number ?? 0)

    var review = completed(proposal.review(of: name))
    guard review.conflicts.isEmpty else { throw .conflicts(review.conflicts) }
    guard review.isApplicable else { throw .invalid(review.obstacles) }
    let bytes = try proposal.candidate()
    guard bytes != base.content?.bytes else {
      return ApplyOutcome(changes: [], revision: base.revision, isDurable: true)
    }
    let candidate = try document(of: bytes)

    review.candidate = candidate.bytes
    var transaction = Transaction(review: review, participants: participants)
    try await transaction.prepare()
    let step = LogStep(
      proposal.kind, to: bytes, changes: review.changes, from: base.content, state: state,
      outside: confirmations.externalChanges(to: base.content, since: state), options: options)
    transaction.review.confirmation = step.confirmation
    let result: CommitResult
    do throws(StorageError) {
      result = try storage.commit(step.commit)
    } catch {
      await transaction.abort()
      throw .storage(.storage(error))
    }
    guard case .committed(let revision, let isDurable) = result else {
      await transaction.abort()
      return nil
    }
    try await transaction.commit(orElse: {
      restore(base, over: revision, state.pending) ? wayBack(to: base, from: candidate, revision) : nil
    })
    if let pending = step.confirmation, isTakenBack(step) {
      _ = try? reload()
      await transaction.revert(wayBack(to: snapshot, from: candidate, revision))
      throw .overdue(pending.id)
    }
    // What was fine before, and is where it changed, is fine; to look at all of it again would take most of the time.
    let canSkipValidation = base.problems.isEmpty && review.problems.isEmpty && proposal.isCheckedByParts
    let snapshot =
      canSkipValidation
      ? Snapshot.fine(candidate, revision, validator: validator)
      : Snapshot(candidate, revision, validator: validator)
    publish(snapshot, review.changes + review.derivedChanges)
    return ApplyOutcome(
      changes: review.changes, derivedChanges: review.derivedChanges, revision: revision,
      isDurable: isDurable, confirmation: step.confirmation)
  }

  /// The document as it would be, fit for the form and for the app.
  private func document(of bytes: [UInt8]?) throws(ApplyError) -> JSONDocument {
    let candidate: JSONDocument
    do throws(JSONParseError) {
      candidate =
        try bytes.map { bytes throws(JSONParseError) in try JSONDocument(parsing: bytes) }
        ?? JSONDocument()
    } catch {
      throw .storage(.malformed(file: name, error))
    }
    do throws(SettingsDecodingError) {
      try check(candidate)
    } catch {
      throw .undecodable(error.hidingSecrets(of: candidate, in: index))
    }
    return candidate
  }

  func logState() throws(ApplyError) -> SettingsLog.State {
    do throws(StorageError) { return try log.state() } catch { throw .storage(.storage(error)) }
  }

  /// Puts the old content back, unless somebody else has stored something since; says whether it could.
  ///
  /// - Parameter pending: what waited for a confirmation before, and does so again.
  private func restore(_ old: Snapshot, over revision: Revision?, _ pending: PendingConfirmation?) -> Bool {
    let header = LogHeader(.revert, old.revision, [], by: Login.name, message: nil, confirmation: pending)
    let record = LogRecord(header: header.line, content: LogRecord.Content(old.content?.bytes))
    let commit = StorageCommit(old.content?.bytes, expecting: revision, records: [record])
    switch try? storage.commit(commit) {
    case .committed?: return true
    // Whoever waited for a confirmation may have put it back already.
    case .conflict(let current)?: return current?.revision == old.revision
    case nil: return false
    }
  }

  /// What applying a draft to this store would do.
  public func review(_ draft: Draft) -> Review {
    completed(draft.review(of: name))
  }

  /// A review with what only the storage knows.
  func completed(_ review: Review) -> Review {
    var review = review
    review.foreignLinks = storage.foreignLinks()
    return review
  }

  /// What returning from a new content to the old one does, for participants that revert.
  private func wayBack(to old: Snapshot, from candidate: JSONDocument, _ revision: Revision?) -> Review {
    let new = Snapshot(candidate, revision, validator: validator)
    var review = completed(Restoration(old, over: new, validator: validator).review(of: name))
    review.candidate = old.content?.bytes ?? []
    return review
  }

  /// Whether another process has taken back what was stored, because the participants took longer to commit than there
  /// was time to confirm.
  private func isTakenBack(_ step: LogStep) -> Bool {
    guard let state = try? log.state(), state.pending?.id != step.confirmation?.id else { return false }
    // It may as well have been confirmed, or be followed by another apply that waits.
    let now = (try? storage.read())?.revision
    guard now != step.commit.newRevision, let entries = try? log.entries(now: now)
    else { return false }
    return entries.contains { $0.id > step.number && $0.kind == .revert }
  }

  /// Tells the app that some changes wait for it to start again, once they are durable.
  func restartIfNeeded(for outcome: ApplyOutcome) async {
    guard outcome.requiresRestart, outcome.isDurable else { return }
    await hooks?.restart(for: outcome.changesForRestart)
  }
}
