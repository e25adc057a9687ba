import SettingsForm

/// The participants of an apply, in declared order.
///
/// Canceling the task of an apply cancels a participant that prepares or commits, and no further one is called. It doesn't cancel
/// aborting and reverting, which lead back to the previous state.
struct ParticipantGroup: Sendable {
  private(set) var members: [any SettingsParticipant]
  let environment: StoreEnvironment
  let observers: StoreObservers<ApplyProgress>

  /// What the participants noted when they agreed: `rollout: web-1, web-2 agreed`.
  var agreements: [String] {
    members.compactMap { member in member.agreement.map { "\(member.name): \($0)" } }
  }

  /// The failure that ended a round of calls to the participants. `callCount` tells the caller which of them were called in this round, and
  /// so have to abort or revert.
  struct FirstFailure: Sendable {
    let failure: ParticipantFailure
    /// The number of participants that were called, including the last, which failed.
    let callCount: Int
  }

  /// Asks the participants to prepare, in order, until one throws or exceeds its time limit. If one is too slow, its task is canceled, and
  /// the apply doesn't wait for its end; it is told to abort like the others.
  func prepare(_ review: FormReview) async -> FirstFailure? {
    await untilFailure(.prepare, review)
  }

  /// Asks all participants to prepare for content that is stored whatever they say; one that refuses is told to abort. Returns the
  /// participants that have prepared and so have to commit, and the failures of the others.
  ///
  /// Those that agree go on without the ones that refuse: a server that is to be told of the old settings must hear of them also if the
  /// command that checks settings has failed.
  func prepareAll(_ review: FormReview) async -> (prepared: ParticipantGroup, failures: [ParticipantFailure])
  {
    await uncanceled {
      var (prepared, failures) = (self, [ParticipantFailure]())
      prepared.members = []
      for participant in members {
        if let failure = await failure(of: participant, .prepare, review) {
          failures.append(failure)
          _ = await self.failure(of: participant, .abort, review)
        } else {
          prepared.members.append(participant)
        }
      }
      return (prepared, failures)
    }
  }

  /// Commits the participants in order, until one throws. There is no time limit: a commit that is interrupted halfway is worse than a slow
  /// one.
  func commit(_ review: FormReview) async -> FirstFailure? {
    await untilFailure(.commit, review)
  }

  /// Commits all participants from a position on, and returns the failures.
  ///
  /// It is for content that stays, whatever they say: another process has stored it, or the old content couldn't be restored.
  func commitAll(_ review: FormReview, from start: Int = 0) async -> [ParticipantFailure] {
    await failures(of: members.dropFirst(start), .commit, review)
  }

  /// Aborts the first participants in reverse order.
  ///
  /// A failure to abort is ignored: nothing was stored, so there is nothing left to undo.
  func abort(_ review: FormReview, first count: Int? = nil) async {
    _ = await failures(of: members.prefix(count ?? members.count).reversed(), .abort, review)
  }

  /// Undoes a commit in reverse order, and returns the failures: participants that were asked to commit revert, the others
  /// abort.
  ///
  /// - Parameters:
  ///   - review: The review that was prepared.
  ///   - rollback: The review of restoring the previous content.
  ///   - count: The number of participants that were asked to commit.
  func revert(_ review: FormReview, by rollback: FormReview, first count: Int? = nil) async
    -> [ParticipantFailure]
  {
    let count = count ?? members.count
    return await failures(of: members.dropFirst(count).reversed(), .abort, review)
      + failures(of: members.prefix(count).reversed(), .revert, rollback)
  }

  /// Calls the participants in order until one fails, or until the task is canceled. A participant that isn't called because of the
  /// cancellation isn't part of `callCount`.
  private func untilFailure(_ step: ApplyProgress.Step, _ review: FormReview) async -> FirstFailure? {
    for (position, participant) in members.enumerated() {
      if Task.isCancelled {
        let failure = ParticipantFailure(participant.name, error: CancellationError())
        return FirstFailure(failure: failure, callCount: position)
      }
      if let failure = await failure(of: participant, step, review) {
        return FirstFailure(failure: failure, callCount: position + 1)
      }
    }
    return nil
  }

  /// Calls participants in order, whatever happens, and returns the failures.
  private func failures(
    of participants: some Sequence<any SettingsParticipant> & Sendable, _ step: ApplyProgress.Step,
    _ review: FormReview
  ) async -> [ParticipantFailure] {
    await uncanceled {
      var failures: [ParticipantFailure] = []
      for participant in participants {
        if let failure = await failure(of: participant, step, review) { failures.append(failure) }
      }
      return failures
    }
  }

  private func failure(
    of participant: any SettingsParticipant, _ step: ApplyProgress.Step, _ review: FormReview
  ) async -> ParticipantFailure? {
    do {
      guard step == .prepare else {
        try await call(participant, step, review)
        return nil
      }
      try await run("it", within: participant.timeLimit, sleep: environment.sleep) {
        try await call(participant, step, review)
      }
      return nil
    } catch {
      return ParticipantFailure(participant.name, error: error)
    }
  }

  private func call(
    _ participant: any SettingsParticipant, _ step: ApplyProgress.Step, _ review: FormReview
  ) async throws {
    try await ApplyProgress.run(step, name: participant.name, reportingTo: observers) {
      switch step {
      case .prepare: try await participant.prepare(review)
      case .abort: try await participant.abort(review)
      case .revert: try await participant.revert(review)
      case .commit, .sideEffect: try await participant.commit(review)
      }
    }
  }
}

/// The failure of a participant or of the side effects: who failed, and why.
///
/// It is in ``ApplyError/vetoed(_:)`` and ``ApplyError/commitFailed(_:isRestored:)``, and in ``ApplyOutcome/failures`` after a rollback:
///
/// ```swift
/// do throws(ApplyError) {
///   try await store.apply(draft)
/// } catch .vetoed(let failure) {
///   print("\(failure.participant): \(failure.reason)")  // port check: port 80 is in use
/// } catch {
///   print(error)
/// }
/// ```
///
/// It is a `Sendable` value with texts only, so it can be logged and compared.
public struct ParticipantFailure: Hashable, Sendable {
  /// The participant's name; `side effects` for the side effects of the hooks.
  public let participant: String
  /// The description of the error that it threw, `it was canceled`, or its time-out: `it took longer than 30 s`.
  public let reason: String

  /// The failure as part of a sentence.
  package var text: String { "\(participant) failed: \(reason)" }
}

extension ParticipantFailure {
  init(_ participant: String, error: any Error) {
    self.init(participant: participant, reason: error is CancellationError ? "it was canceled" : "\(error)")
  }
}

extension [ParticipantFailure] {
  /// The failures as part of a sentence.
  package var text: String { map(\.text).joined(separator: "; ") }
}
