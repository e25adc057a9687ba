import SettingsForm

/// The phases of one attempt to apply.
///
/// What is known at a point is held by a type, and only the phase before creates it. So no participant can be asked to commit before the
/// content is stored, and nothing is stored before all participants agree.
///
/// ```
///   Idle ──1──▶ Validating ──2──▶ Preparing ──3──▶ Persisting ──4──▶ Committing ──5──▶ Done
///    ▲               │                │                │                 │              │
///    │               6                7                8                 9              │
///    │               │                ▼                ▼                 ▼              │
///    │               │             Aborting         Aborting         Reverting          │
///    └───────────────┴────────────────┴────────────────┴─────────────────┴──────────────┘
/// ```
///
/// | Transition | Reason |
/// |---|---|
/// | 1 | The store isn't applying anything else; otherwise `ApplyError.applyInProgress`. |
/// | 2 | The document is valid with the changes. If an earlier apply waits for its confirmation, this apply has to be confirmed, too. |
/// | 3 | Every participant has prepared. |
/// | 4 | The content is stored and durable; a confirmation is pending from now on. |
/// | 5 | Every participant has committed, and no other process has rolled the content back. |
/// | 6 | There are errors or conflicts, or no byte changes. Errors by the form don't end a rollback: they are reported. |
/// | 7 | A participant vetoed, or exceeded its time limit, or the task was canceled. |
/// | 8 | The storage failed, or another process has stored something: then the attempt is repeated. |
/// | 9 | A participant failed to commit, or the task was canceled, and the previous content is stored again, or another process has restored it because the apply was canceled or had expired. |
///
/// The phases of a confirmation, which go on after the apply has ended, are in ``ConfirmationPhase``.
///
/// A failed attempt as an example, with the participants A and B, where another process stores something while they prepare:
///
///     Validating   the draft fits the content of revision 1
///     Preparing    A prepares, B prepares (3 s)
///     Persisting   the storage has revision 2, not 1: conflict
///     Aborting     B aborts, A aborts
///     Idle         the store reads revision 2 and begins the next attempt
enum ApplyPhase {
  /// What a valid proposal stores. The checks have no effects, so they can be repeated; the same code makes the review that a person sees
  /// before the apply.
  struct Validated {
    /// The proposal on top of the base.
    let proposal: Proposal
    let base: Snapshot
    /// The bytes to store; `nil` to remove the content.
    let bytes: [UInt8]?
    let document: JSONDocument
    let review: FormReview
    private let participants: ParticipantGroup

    /// Checks a proposal and the document with its changes; `nil` if no byte changes.
    ///
    /// - Parameters:
    ///   - used: The content whose values the process has now; see ``StoreState/inUse(over:)``.
    ///   - review: The review of the proposal on top of the base. Links of other users are looked up only if there are participants, who may
    ///     check them.
    ///   - parse: Parses the document and checks that the app can read it.
    init?(
      _ proposal: Proposal, on base: Snapshot, using used: Snapshot, _ review: FormReview,
      for participants: ParticipantGroup, _ parse: ([UInt8]?) throws(ApplyError) -> JSONDocument
    ) throws(ApplyError) {
      guard review.conflicts.isEmpty else { throw .conflicts(review.conflicts) }
      guard review.isApplicable else { throw .invalid(review.obstacles) }
      let bytes = try proposal.candidate()
      guard !base.holds(bytes) else { return nil }
      let document = try parse(bytes)
      var review = review
      review.candidate = bytes ?? document.bytes
      if proposal.version?.malformed == nil {
        review.transition = ContentTransition(from: used) { proposal.complete(document, over: base.layers) }
      }
      (self.proposal, self.base, self.bytes, self.document) = (proposal, base, bytes, document)
      (self.review, self.participants) = (review, participants)
    }

    /// Asks the participants to prepare, one after the other, and stores the content, with the record that arms a confirmation.
    ///
    /// Each participant hears `prepare` before anything is stored. The first veto ends it: throws `vetoed` with the reason of the participant
    /// that refuses, or `canceled`; a cancellation counts even if all have agreed, because until here nothing is stored. From then on the
    /// apply can't be canceled: the commit succeeds or fails, and the caller has to learn which.
    ///
    /// Returns `nil` if another process has stored something since the base was read; the attempt is repeated then. Whenever the content
    /// isn't stored, each participant that was asked has been told to abort, in reverse order, even if the outcome is unknown after an error
    /// of the storage.
    ///
    /// - Parameter makeStep: Makes the step of the log, once all have agreed, with what they noted.
    func store(
      in storage: any SettingsStorage, _ makeStep: ([String]) -> LogStep
    ) async throws(ApplyError) -> Stored? {
      let veto = await participants.prepare(review)
      guard veto == nil, !Task.isCancelled else {
        await participants.abort(review, first: veto?.callCount)
        guard let veto, !Task.isCancelled else { throw .canceled }
        throw .vetoed(veto.failure)
      }
      let step = makeStep(participants.agreements)
      let result: StorageCommitResult
      do throws(SettingsStorageError) {
        result = try storage.commit(step.commit)
      } catch {
        await participants.abort(review)
        throw .storage(.storage(error))
      }
      guard case .committed(let revision, let isDurable) = result else {
        await participants.abort(review)
        return nil
      }
      return Stored(
        validated: self, step: step, revision: revision, isDurable: isDurable, participants: participants)
    }
  }

  /// Content that is stored, and that other processes may use already.
  struct Stored {
    let validated: Validated
    let step: LogStep
    let revision: SettingsRevision?
    let isDurable: Bool
    fileprivate let participants: ParticipantGroup

    /// Returns a snapshot of what this process has just stored, without reading the file again. If the document was valid and every part that
    /// changed has been checked, it isn't validated a second time, which would take time in proportion to its size.
    func snapshot() -> Snapshot {
      let (document, base) = (validated.document, validated.base)
      if let version = validated.proposal.version { return version.with(base.layers) }
      let isChecked =
        base.problems.isEmpty && validated.review.problems.isEmpty && validated.proposal.isCheckedByParts
      return Snapshot(
        document, revision: revision, layers: base.layers, form: base.form, isValid: isChecked)
    }

    /// Asks the participants to commit. If one fails, the old content has to be stored by a second commit, which can fail itself.
    ///
    /// - Parameters:
    ///   - restore: Gets the first failure, stores the previous content again, and returns the review of that; `nil` if it
    ///     failed.
    ///   - rollback: Returns the review of the rollback if another process has rolled the content back; otherwise `nil`.
    ///   - now: Returns the current time, which decides whether the apply has expired or was canceled.
    func commit(
      restoring restore: (ParticipantFailure) -> FormReview?, rolledBack rollback: () -> FormReview?,
      now: () -> Moment
    ) async throws(ApplyError) -> ApplyOutcome {
      var review = validated.review
      review.confirmation = step.confirmation
      if let first = await participants.commit(review) {
        let restored = restore(first.failure)
        let failures =
          if let restored {
            await participants.revert(review, by: restored, first: first.callCount)
          } else {
            // The new content stays, so the remaining participants have to use it.
            await participants.commitAll(review, from: first.callCount)
          }
        throw .commitFailed([first.failure] + failures, isRestored: restored != nil)
      }
      if let pending = step.confirmation, let rollback = rollback() {
        // Leave the failures out of the error, because the apply didn't fail because of them.
        _ = await participants.revert(review, by: rollback)
        throw pending.remaining(at: now()) > .zero
          ? .confirmationCanceled(pending.id) : .confirmationExpired(pending.id)
      }
      return ApplyOutcome(
        changes: review.changes, changeCount: review.changeCount, derivedChanges: review.derivedChanges,
        revision: revision, isDurable: isDurable, confirmation: step.confirmation)
    }
  }
}
