import Settings

extension UntypedStore {
  /// Takes an apply back whose time to be confirmed is over, and says so on the standard error.
  ///
  /// That is the watcher's job, and it gets a while to do it.
  func rollBackIfExpired(_ commands: ParticipantCommands?) async throws(Failure) {
    // A log that can't be read is no reason to refuse a look at the file.
    guard var overdue = try? pendingConfirmation(), overdue.remaining() == .zero else { return }
    while overdue.timeSinceDeadline() < Watcher.headStart {
      try? await Task.sleep(for: .milliseconds(50))
      guard let pending = try? pendingConfirmation(), pending.remaining() == .zero else {
        do throws(StoreError) { try refresh() } catch { throw Failure(error) }
        return
      }
      overdue = pending
    }
    commands?.beginToCatchSignals()
    let takenBack = await rollBackIfExpired()
    commands?.endCatchingSignals()
    if let takenBack {
      Output.complain("\(name): \(takenBack.sentence(isTold: commands?.tellsOthers ?? false))")
    }
    if let signal = commands?.receivedSignal { throw Failure(.refused, "", signal: signal) }
  }
}

extension UntypedStore.ExpiredApply {
  /// What has happened.
  ///
  /// - Parameter isTold: whether a command has told the program that uses the settings.
  fileprivate func sentence(isTold: Bool) -> String {
    let sentence =
      "The changes by \(pending.author) were not confirmed in time; the old settings are in place again"
    let reasons = outcome.failures.map { "\($0.participant) failed: \($0.reason)" }
    if !reasons.isEmpty { return "\(sentence), but \(reasons.joined(separator: "; "))." }
    return isTold ? sentence + "." : "\(sentence), but no --commit has told the program that uses them."
  }
}
