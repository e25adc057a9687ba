import SettingsForm

extension UntypedStore {
  /// The apply that waits for its confirmation; `nil` if none does, or if this user can't read the history.
  ///
  /// Throws `ConfirmationError.storage` if the log can't be read for another reason.
  public func pendingConfirmation() throws(ConfirmationError) -> PendingConfirmation? {
    do throws(ConfirmationError) {
      return try confirmations.pending()
    } catch {
      // Anyone who can read the file may use its values.
      if case .storage(.storage(let error)) = error, error.deniesHistory { return nil }
      throw error
    }
  }

  /// Keeps what was applied, and says whether that is known to survive a crash; `false` where the system would not say
  /// so.
  ///
  /// Throws `ConfirmationError` if other changes, or none, wait for a confirmation, or if the time is over.
  @discardableResult
  public func confirm(_ id: ConfirmationID) throws(ConfirmationError) -> Bool {
    try confirmations.confirm(id)
  }

  /// Brings the content of before the apply back now, and tells the participants.
  ///
  /// A participant that refuses is not obeyed, as the old content was good before; its reason is in the outcome.
  @discardableResult
  public func cancel(_ id: ConfirmationID) async throws(ConfirmationError) -> ApplyOutcome {
    guard beginApply() else { throw .contended }
    let outcome = try await takeBackAndEnd(id)
    await restartIfNeeded(for: outcome)
    return outcome
  }

  private func takeBackAndEnd(_ id: ConfirmationID) async throws(ConfirmationError) -> ApplyOutcome {
    defer { endApply() }
    guard let outcome = try await takeBack(confirmations.pending(id)) else { throw .nothingPending }
    return outcome
  }

  /// Brings the old content back if the time of a confirmed apply is over; says what still waits.
  ///
  /// A store does so by itself: when it is opened, and while it lives. A failure leaves everything as it is, for the
  /// next time.
  @discardableResult
  public func settle() async -> PendingConfirmation? {
    guard let pending = try? pendingConfirmation() else { return nil }
    guard pending.remaining() == .zero else { return pending }
    _ = await rollBackIfExpired()
    return try? pendingConfirmation()
  }

  /// What was taken back because its time was over.
  package struct TakenBack: Sendable {
    /// The apply.
    package let pending: PendingConfirmation
    /// What became of it.
    package let outcome: ApplyOutcome
  }

  /// Brings the old content back by way of the participants if the time of a confirmed apply is over; `nil` if it isn't,
  /// or if that failed.
  package func rollBackIfExpired() async -> TakenBack? {
    guard let pending = try? pendingConfirmation(), pending.remaining() == .zero, beginApply() else {
      return nil
    }
    let outcome = try? await takeBack(pending)
    endApply()
    guard let outcome else { return nil }
    await restartIfNeeded(for: outcome)
    return TakenBack(pending: pending, outcome: outcome)
  }

  /// Stores the content of before a confirmed apply by way of the participants; `nil` if it no longer waits.
  @discardableResult
  func takeBack(_ pending: PendingConfirmation) async throws(ConfirmationError) -> ApplyOutcome? {
    _ = try? reload()
    let bytes = try confirmations.former(pending)
    // Without a document on both sides there is no review that participants could be asked with.
    var review = try? Restoration(bytes, over: snapshot, validator: validator).review(of: name)
    review?.candidate = bytes ?? []
    review = review.map(completed)
    let transaction = review.map { Transaction(review: $0, participants: participants) }
    var prepared = transaction
    var failures: [ParticipantFailure] = []
    do throws(ApplyError) {
      try await transaction?.prepare()
    } catch {
      prepared = nil
      failures = error.failures
    }

    let stored: Confirmations.Stored?
    do throws(ConfirmationError) {
      stored = try confirmations.restorePreviousContent(pending)
    } catch {
      await prepared?.abort()
      throw error
    }
    guard let stored else {
      await prepared?.abort()
      return nil
    }
    if let prepared { failures = await prepared.commitAll() }
    _ = try? reload()
    return ApplyOutcome(
      changes: review?.changes ?? [], derivedChanges: review?.derivedChanges ?? [], revision: stored.revision,
      isDurable: stored.isDurable,
      failures: failures)
  }

  // MARK: - In time

  /// Sees to it that what waits for a confirmation is taken back in time, as long as the store lives.
  package func scheduleRollback() {
    if let pending = try? pendingConfirmation() { scheduleRollback(pending) }
  }

  /// Sees to it that an apply is taken back in time, as long as the store lives.
  func scheduleRollback(_ pending: PendingConfirmation) {
    let task = Task { [weak self] in
      var waiting: PendingConfirmation? = pending
      while let pending = waiting {
        // What could not be taken back in time is tried again in a while.
        let pause = pending.remaining() == .zero ? Duration.seconds(1) : pending.remaining()
        guard (try? await Task.sleep(for: pause)) != nil, let self else { return }
        waiting = await self.settle()
      }
    }
    replaceTimer(by: task)
  }
}
