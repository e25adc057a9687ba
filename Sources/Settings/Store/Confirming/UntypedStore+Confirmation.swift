extension UntypedStore {
  /// Returns the apply that waits for its confirmation; `nil` if there is none, or if this user can't read the history.
  ///
  /// Throws `ConfirmationError.storage` if the log can't be read for another reason.
  package func pendingConfirmation() throws(ConfirmationError) -> PendingConfirmation? {
    switch try confirmationPhase() {
    case .settled: nil
    case .pending(let pending), .expired(let pending): pending
    }
  }

  /// Returns the phase of the last apply that has to be confirmed.
  func confirmationPhase() throws(ConfirmationError) -> ConfirmationPhase {
    do throws(ConfirmationError) {
      return try confirmations.phase()
    } catch {
      // A user who can read the file, but not the history, can still use the values.
      if case .storage(.storage(let error)) = error, error.deniesHistory { return .settled }
      throw error
    }
  }

  /// Keeps what was applied; returns whether that is known to survive a crash.
  ///
  /// Throws `ConfirmationError` if there are no changes with that ID to confirm, or if they have expired.
  @discardableResult
  package func confirm(_ id: ConfirmationID) throws(ConfirmationError) -> Bool {
    try confirmations.confirm(id)
  }

  /// Restores the content from before the apply now.
  ///
  /// A participant can't veto it, because the old content was valid before; its failure is in the outcome.
  @discardableResult
  package func cancel(_ id: ConfirmationID) async throws(ConfirmationError) -> ApplyOutcome {
    guard await beginApply() else { throw .applyInProgress }
    let result = await asActivity {
      do throws(ConfirmationError) {
        let pending = try confirmations.phase().canceling(id)
        guard let outcome = try await rollBack(pending) else { throw ConfirmationError.nothingPending }
        return Result<ApplyOutcome, ConfirmationError>.success(outcome)
      } catch {
        return .failure(error)
      }
    }
    endActivity()
    await restartForOthers()
    let outcome = try result.get()
    await restartIfNeeded(for: outcome)
    return outcome
  }
}
