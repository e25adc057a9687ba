/// The state of a target, and the history of its polls.
package struct TargetState: Sendable {
  /// Whether a target is up.
  package enum Phase: String, Codable, Sendable {
    /// It hasn't been polled often enough to tell.
    case unknown
    case up, slow, down
  }

  package var target: PollerSettings.Target
  package internal(set) var phase = Phase.unknown
  package internal(set) var last: PollResult?
  /// When the next poll is due.
  package internal(set) var due: Duration
  package internal(set) var isRunning = false
  /// Whether it has been polled since the last request, or since it was configured.
  package internal(set) var isFresh = false
  /// Whether the last poll was good enough.
  package private(set) var isGood = true
  /// Whether a poll was requested after the running one began.
  private var isPollRequested = false
  /// Whether each of the last polls was good, oldest first.
  package internal(set) var history: [Bool] = []
  var failures = 0
  var successes = 0
  var alertedAt: Duration?

  init(_ target: PollerSettings.Target, due: Duration) {
    self.target = target
    self.due = due
  }

  /// The part of the last polls that were good; `nil` before the first.
  package var availability: Double? {
    history.isEmpty ? nil : Double(history.count(where: { $0 })) / Double(history.count)
  }

  /// Requests a poll that begins after now. A poll that is running doesn't fulfill the request.
  mutating func ask(at now: Duration) {
    (due, isFresh, isPollRequested) = (now, false, isRunning)
  }

  /// Records the result of a poll; returns what has happened to the target, if anything has.
  mutating func finish(
    _ result: PollResult, verdict: Verdict, by judging: PollerSettings.Judging
  ) -> PollerSettings.Occasion? {
    last = result
    isGood = verdict != .bad
    (isRunning, isFresh, isPollRequested) = (false, !isPollRequested, false)
    return count(verdict, by: judging)
  }

  private mutating func count(
    _ verdict: Verdict, by judging: PollerSettings.Judging
  ) -> PollerSettings.Occasion? {
    history = (history + [verdict != .bad]).suffix(judging.window)
    if verdict == .bad {
      (failures, successes) = (failures + 1, 0)
    } else {
      (failures, successes) = (0, successes + 1)
    }
    let before = phase
    if failures >= judging.failuresUntilDown {
      phase = .down
    } else if verdict != .bad, before != .down || successes >= judging.successesUntilUp {
      phase = verdict == .slow ? .slow : .up
    }
    switch (before, phase) {
    case (_, .down) where before != .down: return .down
    case (_, .slow) where before != .slow: return .slow
    case (.down, .up), (.slow, .up): return .up
    default: return nil
    }
  }
}
