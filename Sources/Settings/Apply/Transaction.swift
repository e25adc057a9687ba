/// One try to apply a review: every participant hears what it has to, and the content is stored in between.
struct Transaction: Sendable {
  var review: Review
  let participants: [any SettingsParticipant]

  /// Asks each participant in order. The first veto aborts those that heard the question, the latest first.
  func prepare() async throws(ApplyError) {
    for (position, participant) in participants.enumerated() {
      let review = review
      let reason: String
      switch await run(within: participant.timeLimit, { try await participant.prepare(review) }) {
      case .done: continue
      case .failed(let text): reason = text
      case .timedOut: reason = "it took longer than \(participant.timeLimit)"
      }
      await abort(first: position + 1)
      throw .vetoed(ParticipantFailure(participant: participant.name, reason: reason))
    }
  }

  /// Tells every participant that nothing comes of it.
  func abort() async {
    await abort(first: participants.count)
  }

  /// Tells each participant in order to commit. After a failure, those that committed revert and the others abort, the
  /// latest first, once the content is restored.
  ///
  /// - Parameter restore: puts the old content back, and says whether it could.
  func commit(orElse restore: () -> Bool) async throws(ApplyError) {
    for (position, participant) in participants.enumerated() {
      do {
        try await participant.commit(review)
      } catch {
        var failures = [ParticipantFailure(participant: participant.name, reason: "\(error)")]
        let isRestored = restore()
        if isRestored { failures += await undo(committed: position) }
        throw .commitFailed(failures, isRestored: isRestored)
      }
    }
  }

  /// Tells every participant that what it has committed is no longer stored.
  func revert() async {
    _ = await undo(committed: participants.count)
  }

  /// Tells every participant to commit, whatever the others say, and lists the failures.
  func commitAll() async -> [ParticipantFailure] {
    var failures: [ParticipantFailure] = []
    for participant in participants {
      do {
        try await participant.commit(review)
      } catch {
        failures.append(ParticipantFailure(participant: participant.name, reason: "\(error)"))
      }
    }
    return failures
  }

  private func undo(committed count: Int) async -> [ParticipantFailure] {
    var failures: [ParticipantFailure] = []
    for (position, participant) in participants.enumerated().reversed() {
      do {
        if position < count {
          try await participant.revert(review)
        } else {
          try await participant.abort(review)
        }
      } catch {
        failures.append(ParticipantFailure(participant: participant.name, reason: "\(error)"))
      }
    }
    return failures
  }

  private func abort(first count: Int) async {
    for participant in participants.prefix(count).reversed() {
      // An abort that fails must not keep the others from hearing theirs.
      try? await participant.abort(review)
    }
  }
}
