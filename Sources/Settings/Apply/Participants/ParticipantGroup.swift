import SettingsForm

/// The participants of an apply, in declared order.
///
/// Canceling the task of an apply cancels a participant that prepares or commits, and no further one is called. It doesn't cancel
/// aborting and reverting, which lead back to the previous state.
struct ParticipantGroup: Sendable {
  let members: [any SettingsParticipant]
  let environment: StoreEnvironment
  let observers: StoreObservers<ApplyProgress>

  /// The first failure of a call to all participants.
  struct FirstFailure: Sendable {
    let failure: ParticipantFailure
    /// The number of participants that were called, the one that failed included.
    let callCount: Int
  }

  /// Asks the participants in order to prepare, until one throws or exceeds its time limit.
  func prepare(_ review: Review) async -> FirstFailure? {
    await untilFailure { participant in
      let outcome = await run(within: participant.timeLimit, sleep: environment.sleep) { [observers] in
        try await ApplyProgress.run(.prepare, participant.name, reportingTo: observers) {
          try await participant.prepare(review)
        }
      }
      switch outcome {
      case .done: return nil
      case .failed(let error): return ParticipantFailure(participant.name, error)
      case .timedOut:
        return ParticipantFailure(
          participant: participant.name, reason: "it took longer than \(participant.timeLimit.words)")
      }
    }
  }

  /// Commits the participants in order, until one throws.
  func commit(_ review: Review) async -> FirstFailure? {
    await untilFailure { participant in
      await failure(of: participant, .commit) { try await participant.commit(review) }
    }
  }

  /// Commits all participants from a position on, and returns the failures.
  func commitAll(_ review: Review, from start: Int = 0) async -> [ParticipantFailure] {
    await uncanceled {
      var failures: [ParticipantFailure] = []
      for participant in members.dropFirst(start) {
        let failure = await failure(of: participant, .commit) { try await participant.commit(review) }
        if let failure { failures.append(failure) }
      }
      return failures
    }
  }

  /// Aborts the first participants in reverse order.
  ///
  /// A failure to abort is ignored: nothing was stored, so there is nothing left to undo.
  func abort(_ review: Review, first count: Int? = nil) async {
    await uncanceled {
      for participant in members.prefix(count ?? members.count).reversed() {
        _ = await failure(of: participant, .abort) { try await participant.abort(review) }
      }
    }
  }

  /// Undoes a commit in reverse order, and returns the failures: participants that were asked to commit revert, the others
  /// abort.
  ///
  /// - Parameters:
  ///   - review: The review that was prepared.
  ///   - rollback: The review of restoring the previous content.
  ///   - count: The number of participants that were asked to commit.
  func revert(_ review: Review, by rollback: Review, first count: Int? = nil) async -> [ParticipantFailure] {
    await uncanceled {
      var failures: [ParticipantFailure] = []
      for (position, participant) in members.enumerated().reversed() {
        let failure =
          position < count ?? members.count
          ? await failure(of: participant, .revert) { try await participant.revert(rollback) }
          : await failure(of: participant, .abort) { try await participant.abort(review) }
        if let failure { failures.append(failure) }
      }
      return failures
    }
  }

  /// Calls the participants in order until one fails, or until the task is canceled.
  private func untilFailure(
    _ call: (any SettingsParticipant) async -> ParticipantFailure?
  ) async -> FirstFailure? {
    for (position, participant) in members.enumerated() {
      if Task.isCancelled {
        let failure = ParticipantFailure(participant.name, CancellationError())
        return FirstFailure(failure: failure, callCount: position)
      }
      if let failure = await call(participant) {
        return FirstFailure(failure: failure, callCount: position + 1)
      }
    }
    return nil
  }

  private func failure(
    of participant: any SettingsParticipant, _ step: ApplyProgress.Step, _ call: () async throws -> Void
  ) async -> ParticipantFailure? {
    do {
      try await ApplyProgress.run(step, participant.name, reportingTo: observers, call)
      return nil
    } catch {
      return ParticipantFailure(participant.name, error)
    }
  }
}
