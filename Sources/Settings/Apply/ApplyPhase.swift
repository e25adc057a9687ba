import SettingsForm

/// The phases of one attempt to apply.
///
/// Each phase from Validating to Done is a type that holds what is known at that point, and only the previous phase creates it. So no
/// participant can be asked to commit before the content is stored, and nothing is stored before all participants agree.
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
  /// Checks the changes. It has no effects, so it can be repeated. The same code makes the review that a person sees before the apply.
  struct Validating {
    let proposal: Proposal
    let base: Snapshot
    /// The review of the proposal on top of the base. Links of other users are looked up only if there are participants, who may check
    /// them.
    let review: FormReview
    let participants: ParticipantGroup
    let form: StoreForm

    /// Checks the review, and the document with the changes; returns `nil` if no byte changes.
    ///
    /// - Parameter parse: Parses the document and checks that the app can read it.
    func validate(
      _ parse: ([UInt8]?) throws(ApplyError) -> JSONDocument
    ) throws(ApplyError) -> Preparing? {
      guard review.conflicts.isEmpty else { throw .conflicts(review.conflicts) }
      guard review.isApplicable else { throw .invalid(review.obstacles) }
      let bytes = try proposal.candidate()
      guard !base.holds(bytes) else { return nil }
      let document = try parse(bytes)
      var review = review
      review.candidate = bytes ?? document.bytes
      if proposal.version?.malformed == nil {
        review.transition = ContentTransition(
          from: base, to: document, with: proposal.rules, in: form.index)
      }
      return Preparing(
        bytes: bytes, document: document, version: proposal.version, base: base, review: review,
        participants: participants,
        // The document was valid and every changed part was checked, so skip full validation.
        canSkipValidation: base.problems.isEmpty && review.problems.isEmpty && proposal.isCheckedByParts)
    }
  }

  /// Asks the participants to prepare.
  ///
  /// Each participant hears `prepare` before anything is stored. The first veto ends it: the participants that were asked hear `abort`, in
  /// reverse order.
  struct Preparing {
    /// The bytes to store; `nil` to remove the content.
    let bytes: [UInt8]?
    let document: JSONDocument
    /// The version that is restored, which needn't be JSON; `nil` for an apply.
    let version: Snapshot?
    let base: Snapshot
    let review: FormReview
    let participants: ParticipantGroup
    let canSkipValidation: Bool

    /// Asks the participants one after the other. Throws `vetoed` with the reason of the first participant that refuses, or `canceled`. By
    /// then, each participant that was asked has been told to abort.
    ///
    /// A cancellation counts even if all have agreed: until here, nothing is stored.
    func prepare() async throws(ApplyError) -> Persisting {
      let veto = await participants.prepare(review)
      guard veto == nil, !Task.isCancelled else {
        await participants.abort(review, first: veto?.callCount)
        guard let veto, !Task.isCancelled else { throw .canceled }
        throw .vetoed(veto.failure)
      }
      return Persisting(prepared: self)
    }
  }

  /// Stores the content, with the record that arms a confirmation.
  ///
  /// From here on the apply can't be canceled: the commit is done or not, and whoever waits has to learn which.
  struct Persisting {
    let prepared: Preparing

    /// Commits the step. Returns `nil` if another process has stored something since the base was read; the participants have aborted then,
    /// and the attempt is repeated.
    ///
    /// After an error of the storage, they have aborted, too, even if the outcome is unknown.
    func persist(_ step: LogStep, in storage: any SettingsStorage) async throws(ApplyError) -> Committing? {
      let result: StorageCommitResult
      do throws(SettingsStorageError) {
        result = try storage.commit(step.commit)
      } catch {
        await prepared.participants.abort(prepared.review)
        throw .storage(.storage(error))
      }
      guard case .committed(let revision, let isDurable) = result else {
        await prepared.participants.abort(prepared.review)
        return nil
      }
      var review = prepared.review
      review.confirmation = step.confirmation
      return Committing(
        prepared: prepared, review: review, step: step, revision: revision, isDurable: isDurable)
    }
  }

  /// Asks the participants to commit.
  ///
  /// The content is stored and other processes may use it already. If a participant fails now, the old content has to be stored by a second
  /// commit, which can fail itself.
  struct Committing {
    let prepared: Preparing
    /// The review with the pending confirmation.
    let review: FormReview
    let step: LogStep
    let revision: SettingsRevision?
    let isDurable: Bool

    /// Returns a snapshot of what this process has just stored, without reading the file again. If every part that changed has been
    /// checked, the document isn't validated a second time, which would take time in proportion to its size.
    func snapshot(_ validator: FormValidator) -> Snapshot {
      let (document, layers) = (prepared.document, prepared.base.layers)
      if let version = prepared.version { return version.with(layers, validator: validator) }
      return prepared.canSkipValidation
        ? Snapshot.valid(document, revision: revision, layers: layers, validator: validator)
        : Snapshot(document, revision: revision, layers: layers, validator: validator)
    }

    /// - Parameters:
    ///   - restore: Stores the previous content again, and returns the review of that; `nil` if it failed.
    ///   - rollback: Returns the review of the rollback if another process has rolled the content back; otherwise `nil`.
    ///   - now: Returns the current time, which decides whether the apply has expired or was canceled.
    func commit(
      restoring restore: () -> FormReview?, rolledBack rollback: () -> FormReview?, now: () -> Moment
    ) async throws(ApplyError) -> Done {
      let participants = prepared.participants
      if let first = await participants.commit(review) {
        let failures: [ParticipantFailure]
        let restored = restore()
        if let restored {
          failures = await participants.revert(review, by: restored, first: first.callCount)
        } else {
          // The new content stays, so the remaining participants have to use it.
          failures = await participants.commitAll(review, from: first.callCount)
        }
        throw .commitFailed([first.failure] + failures, isRestored: restored != nil)
      }
      if let pending = step.confirmation, let rollback = rollback() {
        // Leave the failures out of the error, because the apply didn't fail because of them.
        _ = await participants.revert(review, by: rollback)
        throw pending.remaining(at: now()) > .zero
          ? .confirmationCanceled(pending.id) : .confirmationExpired(pending.id)
      }
      return Done(committed: self)
    }
  }

  /// Everything is stored and in use, and nothing is left to undo.
  struct Done {
    let committed: Committing

    var outcome: ApplyOutcome {
      ApplyOutcome(
        changes: committed.review.changes, changeCount: committed.review.changeCount,
        derivedChanges: committed.review.derivedChanges,
        revision: committed.revision, isDurable: committed.isDurable,
        confirmation: committed.step.confirmation)
    }
  }
}
