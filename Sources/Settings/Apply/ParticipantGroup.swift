/// The participants of an apply, in declared order.
struct ParticipantGroup: Sendable {
  let members: [any SettingsParticipant]
  let environment: StoreEnvironment

  /// The first failure of a call to all participants.
  struct FirstFailure {
    let failure: ParticipantFailure
    /// The number of participants that were called, the one that failed included.
    let callCount: Int
  }

  /// Asks the participants in order to prepare, until one throws or exceeds its time limit.
  func prepare(_ review: Review) async -> FirstFailure? {
    for (position, participant) in members.enumerated() {
      let reason: String
      switch await run(
        within: participant.timeLimit, sleep: environment.sleep, { try await participant.prepare(review) })
      {
      case .done: continue
      case .failed(let text): reason = text
      case .timedOut: reason = "it took longer than \(participant.timeLimit)"
      }
      let failure = ParticipantFailure(participant: participant.name, reason: reason)
      return FirstFailure(failure: failure, callCount: position + 1)
    }
    return nil
  }

  /// Commits the participants in order, until one throws.
  func commit(_ review: Review) async -> FirstFailure? {
    for (position, participant) in members.enumerated() {
      if let failure = await Self.failure(of: participant, { try await participant.commit(review) }) {
        return FirstFailure(failure: failure, callCount: position + 1)
      }
    }
    return nil
  }

  /// Commits all participants from a position on, and returns the failures.
  func commitAll(_ review: Review, from start: Int = 0) async -> [ParticipantFailure] {
    var failures: [ParticipantFailure] = []
    for participant in members.dropFirst(start) {
      let failure = await Self.failure(of: participant) { try await participant.commit(review) }
      if let failure { failures.append(failure) }
    }
    return failures
  }

  /// Aborts the first participants in reverse order.
  ///
  /// A failure to abort is ignored: nothing was stored, so there is nothing left to undo.
  func abort(_ review: Review, first count: Int? = nil) async {
    for participant in members.prefix(count ?? members.count).reversed() {
      _ = await Self.failure(of: participant) { try await participant.abort(review) }
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
    var failures: [ParticipantFailure] = []
    for (position, participant) in members.enumerated().reversed() {
      let failure = await Self.failure(of: participant) {
        if position < count ?? members.count {
          try await participant.revert(rollback)
        } else {
          try await participant.abort(review)
        }
      }
      if let failure { failures.append(failure) }
    }
    return failures
  }

  private static func failure(
    of participant: any SettingsParticipant, _ call: () async throws -> Void
  ) async -> ParticipantFailure? {
    do {
      try await call()
      return nil
    } catch {
      return ParticipantFailure(participant: participant.name, reason: "\(error)")
    }
  }
}
