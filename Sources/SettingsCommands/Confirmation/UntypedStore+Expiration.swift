import Settings

extension UntypedStore {
  /// Rolls back an apply that wasn't confirmed in time, and reports it on the standard error.
  ///
  /// The watcher normally does this, so it gets ``Watcher/headStart`` to finish.
  func rollBackIfExpired(_ commands: ParticipantCommands?, _ console: Console) async throws(Failure) {
    // An unreadable log must not prevent a command from reading the file.
    guard var expired = try? pendingConfirmation(), expired.remaining() == .zero else { return }
    while expired.timeSinceDeadline() < Watcher.headStart {
      try? await console.sleep(.milliseconds(50))
      guard let pending = try? pendingConfirmation(), pending.remaining() == .zero else {
        do throws(StoreError) { try refresh() } catch { throw Failure(error) }
        return
      }
      expired = pending
    }
    commands?.beginToCatchSignals()
    let rollback = await rollBackIfExpired()
    commands?.endCatchingSignals()
    if let rollback {
      console.report("\(name): \(rollback.sentence(isProgramInformed: commands?.informsProgram ?? false))")
      for problem in rollback.outcome.problems { console.report(StyledText(problem.line(in: name))) }
    }
    if let signal = commands?.receivedSignal { throw Failure(.refused, "", signal: signal) }
  }
}

extension UntypedStore.ExpiredApply {
  /// Returns a sentence about what happened.
  ///
  /// - Parameter isProgramInformed: Whether a command has informed the program that uses the settings.
  fileprivate func sentence(isProgramInformed: Bool) -> String {
    let sentence =
      "The changes by \(pending.author) were not confirmed in time; the old settings are restored"
    if !outcome.failures.isEmpty { return "\(sentence), but \(outcome.failures.text)." }
    return isProgramInformed
      ? sentence + "." : "\(sentence), but no --commit has informed the program that uses them."
  }
}
