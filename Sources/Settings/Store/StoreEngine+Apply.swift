import SettingsForm
import SettingsSystem
import Synchronization

extension StoreEngine {
  /// Applies a draft: validates it, prepares the participants, stores the content, commits the participants; all or
  /// nothing.
  ///
  /// If another process has stored something since, the draft is merged first; if both changed the same setting, throws
  /// `ApplyError.conflicts`. A draft that changes no byte writes nothing and calls no participant. While another apply waits for its
  /// confirmation, only an apply that has to be confirmed itself is possible; if it is rolled back, the content from before the first apply
  /// is restored.
  ///
  /// ```swift
  /// let outcome = try await store.apply(draft, options: ApplyOptions(confirmWithin: .seconds(60)))
  /// if let pending = outcome.confirmation { try store.confirm(pending.id) }
  /// ```
  @discardableResult
  package func apply(
    _ draft: Draft, options: ApplyOptions = ApplyOptions()
  ) async throws(ApplyError) -> ApplyOutcome {
    try await apply(options) { .draft(draft) }
  }

  /// Applies a draft whose changes were made for a version. Throws `ApplyError.plan` if another one is stored by then.
  package func apply(
    _ draft: Draft, plannedFor version: Int, options: ApplyOptions
  ) async throws(ApplyError) -> ApplyOutcome {
    try await apply(options) { .draft(draft, .planned(version: version)) }
  }

  /// Returns an empty draft of what is stored now, read again.
  package func currentDraft() throws(ApplyError) -> Draft {
    try refreshToApply()
    return draft()
  }

  /// Returns the number of the stored version; 0 without a history.
  package func versionNumber() throws(SettingsStorageError) -> Int { try log.state().version?.number ?? 0 }

  /// Stores the values of an earlier version as this one reads them; writes nothing if the file is of this version.
  @discardableResult
  package func storeMigrations(options: ApplyOptions = ApplyOptions()) async throws(ApplyError)
    -> ApplyOutcome
  {
    var draft = draft()
    draft.storesMigrations = true
    return try await apply(draft, options: options)
  }

  /// Stores the values of an earlier version soon after the store was opened. If that fails, the problems of the layers say so until an apply
  /// stores them.
  func storeMigrationsAtStart() async {
    do throws(ApplyError) { try await storeMigrations() } catch {
      state.withLock { $0.unstoredMigrations = error }
      events.layers.notify(layerProblems)
    }
  }

  /// Reviews what an apply of a draft changes. A value that the app can't decode is a problem, too.
  ///
  /// Cost: decodes the document, in addition to the draft's own review.
  package func review(_ draft: Draft) -> FormReview {
    var review = shown(draft.review(of: name), with: draft.base.rules.conditions)
    review.transition = ContentTransition(from: inUse(over: draft.base)) {
      draft.completeDocument ?? draft.base.document
    }
    if review.isApplicable, !draft.isEmpty, check != nil,
      let error = draft.completeDocument.flatMap(decodingError)
    {
      let problem = FormProblem(path: error.path, reason: .message(error.reason))
      review.findings = draft.inFormOrder(review.findings + [.obstacle(problem)], path: \.problem.path)
    }
    return review
  }

  /// Returns the error of the app's decoder about a document with all values, without secrets; `nil` if it can read the document.
  func decodingError(of document: JSONDocument) -> SettingsDecodingError? {
    do throws(SettingsDecodingError) {
      try check?(document)
      return nil
    } catch {
      return error.hidingSecrets(of: document, in: index)
    }
  }

  /// Adds what a person reads in a review besides the changes: links of other users, and the context values that are missing.
  func shown(_ review: FormReview, with conditions: RuleConditions) -> FormReview {
    var review = completed(review)
    let positions = Set(review.changes.compactMap { index.position(containing: $0.path) })
    review.missingContext = index.rules.missingContext(of: positions, given: conditions)
    return review
  }

  /// The context values without which some rule isn't evaluated.
  package var missingContext: [String] {
    index.rules.missingContext(given: snapshot.rules.conditions)
  }

  /// The settings with a value of which only the app can tell whether it is valid, in form order.
  package var settingsOnlyTheAppKnows: [SettingPath] {
    index.settings.filter { $0.setting.traits.contains(.codedByApp) && snapshot.node(of: $0) != nil }.map(
      \.path)
  }

  /// Reviews a restoration for participants, which get its content.
  func reviewForParticipants(_ restoration: Restoration) -> FormReview {
    var review = completed(restoration.review(of: name))
    review.candidate = restoration.bytes ?? []
    return review
  }

  /// Adds what only the storage knows to a review.
  func completed(_ review: FormReview) -> FormReview {
    var review = review
    review.foreignLinks = (storage as? FileStorage)?.foreignLinks() ?? []
    return review
  }

  /// Applies a proposal.
  ///
  /// - Parameters:
  ///   - whenApplying: What to do if the store is applying something else.
  ///   - propose: Makes the proposal. No other apply of this store changes the content from then on.
  func apply(
    _ options: ApplyOptions, whenApplying: WhenApplying = .refuse,
    propose: () throws(ApplyError) -> Proposal
  ) async throws(ApplyError) -> ApplyOutcome {
    let outcome = try await applying(whenApplying) { () throws(ApplyError) in
      try await attemptRepeatedly(try propose(), options: options)
    }
    guard let outcome else { throw .applyInProgress }
    return outcome
  }

  /// Attempts a proposal until it is stored or refused, or until there were enough attempts. The first attempt may rely on what is known of
  /// the file; the others read it.
  private func attemptRepeatedly(
    _ proposal: Proposal, options: ApplyOptions
  ) async throws(ApplyError) -> ApplyOutcome {
    var freshness = storage.canMissChanges ? StorageFreshness.lastRead : .now
    var attempts = CommitAttempts()
    while attempts.begin() {
      if let outcome = try await attempt(proposal, on: freshness, options: options) { return outcome }
      freshness = .now
    }
    throw .contended
  }

  /// Goes through the phases of ``ApplyPhase`` once; returns `nil` if the attempt has to be repeated, because another process
  /// has stored something, or because an expired apply was rolled back.
  ///
  /// An apply can need several attempts, because anything can happen while participants prepare, which may take seconds: another process
  /// stores something, or an apply expires. Then what was prepared is aborted, and the next attempt begins with what is stored now.
  /// `CommitAttempts` bounds their number.
  ///
  /// The first attempt trusts the status of the file instead of reading it (``StorageFreshness/lastRead``). If that attempt would end
  /// without a commit, the file is read after all: a change that its status hides is only noticed by a commit, which compares the content.
  private func attempt(
    _ proposal: Proposal, on freshness: StorageFreshness, options: ApplyOptions
  ) async throws(ApplyError) -> ApplyOutcome? {
    do throws(SettingsStoreError) { await accept(try readStorage(freshness)) } catch { throw .storage(error) }
    let base = snapshot
    if let malformed = base.malformed, proposal.version == nil {
      throw .storage(.malformed(file: name, malformed.error))
    }
    let state = try confirmations.state(.lastRead)
    switch ConfirmationPhase(of: state.pending, at: environment.now()) {
    case .settled: break
    case .pending(let pending):
      guard options.confirmWithin != nil else { throw .awaitingConfirmation(pending) }
    case .expired(let pending):
      _ = try await rollBack(pending)
      return nil
    }

    let result = Result { () throws(ApplyError) in try validate(proposal, on: base, state: state) }
    guard case .success(let validated?) = result else {
      if freshness != .now, try isOutdated { return nil }
      _ = try result.get()
      return ApplyOutcome(changes: [], changeCount: 0, revision: base.revision, isDurable: true)
    }
    let stored = try await validated.store(in: storage) { agreements in
      step(storing: validated, state: state, options: options, agreements: agreements)
    }
    guard let stored else { return nil }
    return try await commit(stored, pending: state.pending)
  }

  /// Plans the commit of a valid proposal, with the record of what it changes, without secrets.
  private func step(
    storing validated: ApplyPhase.Validated, state: SettingsLog.State, options: ApplyOptions,
    agreements: [String]
  ) -> LogStep {
    let (proposal, review, base) = (validated.proposal, validated.review, validated.base)
    var header = LogHeader(
      proposal.isRollback ? .rollback : .apply, revision: nil, changes: review.changes,
      commentedPaths: review.commentedPaths.map { path in
        // The keys inside a secret can be secret.
        proposal.index.entry(containing: path).flatMap { $0.setting.holdsSecrets ? $0.path : nil } ?? path
      },
      secrets: form.secretPaths(in: proposal.version?.read.stored ?? validated.document),
      at: environment.now().wall, by: options.author ?? storage.author, message: options.message,
      upgrades: review.upgrades)
    header.agreements = agreements
    var options = options
    if !storage.keepsHistory { options.history = .skip }
    return LogStep(
      to: validated.bytes, header, from: base.content, state: state,
      external: confirmations.externalChanges(to: base.content, since: state), options: options,
      environment: environment, form: form)
  }

  /// Lets the participants put stored content into effect, and then the process use it. If one of them fails, the old content is stored again,
  /// unless another process has done that already.
  ///
  /// - Parameter pending: The confirmation that was pending before the apply.
  private func commit(
    _ stored: ApplyPhase.Stored, pending: PendingConfirmation?
  ) async throws(ApplyError) -> ApplyOutcome {
    let (base, content) = (stored.validated.base, stored.snapshot())
    let outcome = try await puttingIntoEffect(content) { () throws(ApplyError) in
      try await stored.commit(
        restoring: { failure in
          let review = rollbackReview(to: base, after: stored)
          guard restore(base, after: stored, changes: review.changes, pending: pending, because: failure)
          else { return nil }
          stopPuttingIntoEffect()
          return review
        },
        rolledBack: {
          guard let review = rollbackByOther(after: stored) else { return nil }
          stopPuttingIntoEffect()
          return review
        }, now: environment.now)
    }
    let review = stored.validated.review
    recordSettings(appliedBy: stored.step)
    publish(content, changes: review.changes + review.derivedChanges, after: base)
    if let pending = outcome.confirmation { scheduleRollback(of: pending) }
    requestRestart(for: outcome)
    return outcome
  }

  /// Moves the proposal onto the stored content and checks it; returns `nil` if no byte changes. Another attempt begins with the proposal as
  /// it was made.
  private func validate(
    _ proposal: Proposal, on base: Snapshot, state: SettingsLog.State
  ) throws(ApplyError) -> ApplyPhase.Validated? {
    let moved = try proposal.rebased(onto: base, version: state.version?.number ?? 0)
    var review = moved.review(of: name)
    // Only the participants see the review.
    if !participants.members.isEmpty { review = completed(review) }
    return try ApplyPhase.Validated(
      moved, on: base, using: inUse(over: base), review, for: participants
    ) { bytes throws(ApplyError) in try document(of: bytes, moved, over: base) }
  }

  func inUse(over base: Snapshot) -> Snapshot { state.withLock { $0.inUse(over: base) } }

  /// Whether other content is stored than what was read last, although its status didn't show that.
  private var isOutdated: Bool {
    get throws(ApplyError) {
      do throws(SettingsStoreError) { return try readStorage() != nil } catch { throw .storage(error) }
    }
  }

  /// Parses the document with the changes, and checks that the app can read it with the values that rules derive. An error about a secret
  /// value doesn't contain it.
  private func document(
    of bytes: [UInt8]?, _ proposal: Proposal, over base: Snapshot
  ) throws(ApplyError) -> JSONDocument {
    let document: JSONDocument
    do throws(JSONParseError) {
      document =
        if let version = proposal.version {
          // Without the types of an app, nothing has to be read from a version that isn't JSON.
          if let malformed = version.malformed, check != nil {
            throw malformed.error
          } else {
            version.document
          }
        } else if let bytes { try JSONDocument(parsingStored: bytes, insteadOf: base.document) } else {
          JSONDocument()
        }
    } catch {
      throw .storage(.malformed(file: name, error))
    }
    if check != nil, let error = decodingError(of: proposal.complete(document, over: snapshot.layers)) {
      throw .undecodable(error)
    }
    return document
  }

  // MARK: - Rolling back a failed apply

  /// Stores the previous content again, unless another process has stored something since; returns whether it is stored.
  ///
  /// The record of the restored content has the confirmation that was pending before this apply, so that an earlier apply still expires at
  /// its time.
  ///
  /// - Parameters:
  ///   - changes: What restoring it changes, for the history.
  ///   - pending: The confirmation that was pending before, and is pending again.
  ///   - failure: The reason, for the history.
  private func restore(
    _ previous: Snapshot, after stored: ApplyPhase.Stored, changes: [SettingChange],
    pending: PendingConfirmation?, because failure: ParticipantFailure
  ) -> Bool {
    var header = LogHeader(
      .revert, revision: previous.revision, changes: changes,
      secrets: form.secretPaths(in: previous.read.stored), at: environment.now().wall, by: storage.author,
      message: failure.text, confirmation: pending)
    header.isAfterFailure = true
    let bytes = previous.content?.bytes
    // No head is required: a participant has failed, so the content is restored even if another process has confirmed it since.
    var commit = StorageCommit(
      bytes, expecting: stored.revision,
      records: [StorageRecord(header: header.line, content: StorageRecord.Content(bytes))])
    commit.isPrivate = form.index.holdsSecrets
    do throws(SettingsStorageError) {
      switch try storage.commit(commit) {
      case .committed: return true
      // Another process might have rolled back the apply already.
      case .conflict(let current): return current?.revision == previous.revision
      }
    } catch {
      // The caller reports that the new content is still stored.
      return false
    }
  }

  /// Reviews the way back to the previous content, for participants that revert.
  private func rollbackReview(to previous: Snapshot, after stored: ApplyPhase.Stored) -> FormReview {
    let current = Snapshot(
      stored.validated.document, revision: stored.revision, layers: previous.layers, form: form)
    let restoration = Restoration(previous, over: current)
    var review = reviewForParticipants(restoration)
    review.transition = ContentTransition(from: current, to: inUse(over: previous))
    return review
  }

  /// Reviews the rollback if another process has rolled back the content, because the apply expired or was canceled before
  /// all participants had committed; otherwise `nil`.
  private func rollbackByOther(after stored: ApplyPhase.Stored) -> FormReview? {
    let step = stored.step
    do {
      guard try log.state().pending?.id != step.confirmation?.id,
        // Otherwise, it was confirmed or superseded.
        try storage.read()?.revision != step.commit.newRevision, try log.hasReversion(after: step.number)
      else { return nil }
      _ = try readStorage()
      return rollbackReview(to: snapshot, after: stored)
    } catch {
      // Nothing indicates a rollback, and the content is durable.
      return nil
    }
  }

  /// Notes that the app is to be informed of the changes that require a restart, once they are durable. A restart of changes that a crash
  /// could undo would be in vain.
  func requestRestart(for outcome: ApplyOutcome) {
    if runsSideEffects, outcome.isDurable { requestRestart(for: outcome.changesForRestart) }
  }

  func requestRestart(for changes: [SettingChange]) {
    state.withLock { $0.requestRestart(for: changes) }
  }
}

extension StoreEngine {
  /// Checks content that another process is about to store, and asks participants of this process to prepare for it.
  ///
  /// The participants are given by the caller, which represents this process among others (`EtcdInstance`); the store's own participants
  /// aren't called. Throws `ApplyError` if the content isn't valid for this process, or if a participant vetoes; the participants have
  /// dropped what they had prepared by then. Canceling the task cancels a participant that prepares.
  package func prepare(
    for content: [UInt8], _ participants: [any SettingsParticipant]
  ) async throws(ApplyError) -> RemoteApply {
    try refreshToApply()
    let base = snapshot
    let change = Restoration(content, from: .elsewhere, over: base)
    if let malformed = change.version.malformed {
      throw .storage(.malformed(file: name, malformed.error))
    }
    let review = reviewForParticipants(change)
    guard review.isApplicable else { throw .invalid(review.obstacles) }
    if let error = decodingError(of: change.version.complete) { throw .undecodable(error) }
    let rollback = reviewForParticipants(Restoration(base, over: change.version))

    let group = ParticipantGroup(
      members: participants, environment: environment, observers: events.progress)
    if let veto = await group.prepare(review) {
      await group.abort(review, first: veto.callCount)
      throw Task.isCancelled ? .canceled : .vetoed(veto.failure)
    }
    return RemoteApply(review: review, rollback: rollback, participants: group)
  }
}
