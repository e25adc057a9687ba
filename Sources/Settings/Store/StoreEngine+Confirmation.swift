import SettingsForm

extension StoreEngine {
  /// Returns the apply that waits for its confirmation; `nil` if there is none, or if this user can't read the history.
  ///
  /// Throws `ApplyError.storage` if the log can't be read for another reason.
  package func pendingConfirmation(
    _ freshness: StorageFreshness = .now
  ) throws(ApplyError) -> PendingConfirmation? {
    switch try confirmationPhase(freshness) {
    case .settled: nil
    case .pending(let pending), .expired(let pending): pending
    }
  }

  /// Returns the phase of the last apply that has to be confirmed.
  func confirmationPhase(_ freshness: StorageFreshness = .now) throws(ApplyError) -> ConfirmationPhase {
    do throws(ApplyError) {
      return try confirmations.phase(freshness)
    } catch {
      // A user who can read the file, but not the history, can still use the values.
      if case .storage(.storage(let error)) = error, error.deniesHistory { return .settled }
      throw error
    }
  }

  /// Keeps what was applied; returns whether that is known to survive a crash.
  ///
  /// Throws `ApplyError` if there are no changes with that ID to confirm, or if they have expired.
  @discardableResult
  package func confirm(_ id: ConfirmationID) throws(ApplyError) -> Bool {
    try confirmations.confirm(id)
  }

  /// Restores the content from before the apply now.
  ///
  /// A participant can't veto it, because the old content was stored before. The outcome's `failures` has the participants that failed.
  ///
  /// - Parameter message: Why, for the history.
  @discardableResult
  package func cancel(
    _ id: ConfirmationID, message: String? = nil
  ) async throws(ApplyError) -> ApplyOutcome {
    let result = try await applying { () throws(ApplyError) in
      guard let outcome = try await rollBack(try confirmations.phase().canceling(id), message: message) else {
        throw .nothingPending
      }
      return outcome
    }
    guard let outcome = result else { throw .applyInProgress }
    return outcome
  }
}

// A pending confirmation expires here: ``ConfirmationPhase`` compares its deadline with the clock. The first process that
// notices rolls the apply back, through a store that is being opened, a store's timer, or the next apply.

extension StoreEngine {
  /// An apply that was rolled back because it expired, for a message to whoever comes next.
  package struct ExpiredApply: Sendable {
    package let pending: PendingConfirmation
    /// The outcome of the rollback.
    package let outcome: ApplyOutcome
  }

  /// Rolls back an expired apply, and calls the participants.
  ///
  /// Returns `nil` if no apply has expired, or if the store is applying. Throws if the log can't be read, or if the rollback failed: the
  /// expired apply is still pending then, and the rollback can be tried again.
  package func rollBackIfExpired() async throws(ApplyError) -> ExpiredApply? {
    guard case .expired(let pending) = try confirmationPhase() else { return nil }
    let result = try await applying { () throws(ApplyError) in try await rollBack(pending) }
    guard case let outcome?? = result else { return nil }
    return ExpiredApply(pending: pending, outcome: outcome)
  }

  /// Schedules the rollback of an apply that waits for its confirmation, as long as the store exists.
  ///
  /// A log that can't be read now, for example because too many files are open, is read again later: an apply may wait in it.
  ///
  /// - Parameter freshness: How current the log has to be; ``StorageFreshness/lastRead`` for a caller that has just read it.
  package func scheduleRollback(_ freshness: StorageFreshness = .now) {
    do throws(ApplyError) {
      if let pending = try pendingConfirmation(freshness) { scheduleRollback(of: pending) }
    } catch {
      scheduleRollback(of: nil)
    }
  }

  /// A timer looks at the log at least this often, because another apply can become pending long before the deadline that the timer knows.
  ///
  /// Apply 1 has a limit of a minute. Another process replaces it with apply 2, which has an hour, and this store starts its timer then. If a
  /// participant refuses apply 2, apply 1 is pending again, and perhaps expired already.
  private static let longestSleep = Duration.seconds(30)

  /// Schedules the rollback of an apply at its deadline, as long as the store exists. Another process may be faster; then there is nothing
  /// left to do.
  ///
  /// - Parameter pending: The apply; `nil` if the log couldn't be read.
  func scheduleRollback(of pending: PendingConfirmation?) {
    let timer = environment.start { [weak self, environment] in
      var pending = pending
      var pause = GrowingPause(from: .seconds(1), to: .seconds(30))
      while true {
        let remaining = pending?.remaining(at: environment.now()) ?? .zero
        // Throws if the store was closed, or if another confirmation replaced this one.
        guard
          (try? await environment.sleep(remaining == .zero ? pause.next() : min(remaining, Self.longestSleep)))
            != nil, let self
        else { return }
        _ = try? await self.rollBackIfExpired()
        do throws(ApplyError) {
          pending = try self.pendingConfirmation()
          if pending == nil { return }
        } catch {
          // Unreadable: the apply that was known, if any, still counts.
        }
      }
    }
    replaceTimer(by: timer)
  }

  /// Restores the content from before an apply that nobody has confirmed, and calls the participants; returns `nil` if the apply no longer
  /// waits.
  ///
  /// A participant can't veto a rollback: one that refuses aborts, and the content is restored without it. Settings that cut off the
  /// machine's network must come back even if a program that uses them disagrees, and the other programs must hear of them.
  func rollBack(
    _ pending: PendingConfirmation, message: String? = nil
  ) async throws(ApplyError) -> ApplyOutcome? {
    // If the storage can't be read, the review compares the old content with the values in use.
    await accept(try? readStorage())
    let bytes = try confirmations.previousContent(of: pending)
    let restoration = Restoration(bytes, over: snapshot)
    var review = reviewForParticipants(restoration)
    review.isReversion = true
    // This may run in the timer's task, which another confirmation cancels. The rollback has to be completed nevertheless.
    var (prepared, failures) = await participants.prepareAll(review)

    let restored: ConfirmationLog.Restored?
    do throws(ApplyError) {
      restored = try confirmations.restorePreviousContent(of: pending, message: message)
    } catch {
      await prepared.abort(review)
      throw error
    }
    guard let restored else {
      await prepared.abort(review)
      return nil
    }
    failures += await puttingIntoEffect(restoration.version) { await prepared.commitAll(review) }
    publishStored()
    let outcome = ApplyOutcome(
      changes: review.changes, changeCount: review.changeCount, derivedChanges: review.derivedChanges,
      revision: restored.revision, isDurable: restored.isDurable, failures: failures,
      problems: review.problems)
    requestRestart(for: outcome)
    return outcome
  }
}
