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

  /// Tells each participant in order to commit. After a failure, once the content is restored, those that have begun to
  /// commit revert and the others abort, the latest first. If the content can't be restored, the others commit, too.
  ///
  /// - Parameter restore: puts the old content back, and gives the review of the way back; `nil` if it could not.
  func commit(orElse restore: () -> Review?) async throws(ApplyError) {
    for (position, participant) in participants.enumerated() {
      do {
        try await participant.commit(review)
      } catch {
        var failures = [ParticipantFailure(participant: participant.name, reason: "\(error)")]
        let wayBack = restore()
        if let wayBack {
          // The one that failed may have done half of it.
          failures += await undo(begun: position + 1, wayBack)
        } else {
          failures += await commitAll(from: position + 1)
        }
        throw .commitFailed(failures, isRestored: wayBack != nil)
      }
    }
  }

  /// Tells every participant that what it has committed is no longer stored.
  func revert(_ wayBack: Review) async {
    _ = await undo(begun: participants.count, wayBack)
  }

  /// Tells every participant, from a place on, to commit, whatever the others say, and lists the failures.
  func commitAll(from start: Int = 0) async -> [ParticipantFailure] {
    var failures: [ParticipantFailure] = []
    for participant in participants.dropFirst(start) {
      do {
        try await participant.commit(review)
      } catch {
        failures.append(ParticipantFailure(participant: participant.name, reason: "\(error)"))
      }
    }
    return failures
  }

  /// - Parameters:
  ///   - count: how many participants have begun to commit.
  ///   - wayBack: what they have to do.
  private func undo(begun count: Int, _ wayBack: Review) async -> [ParticipantFailure] {
    var failures: [ParticipantFailure] = []
    for (position, participant) in participants.enumerated().reversed() {
      do {
        if position < count {
          try await participant.revert(wayBack)
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
