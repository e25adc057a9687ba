import SettingsSystem

/// An apply that is rolled back unless it is confirmed in time.
public struct PendingConfirmation: Hashable, Sendable {
  /// The ID to confirm or cancel the apply by.
  public let id: ConfirmationID
  /// When the apply expires and the previous content is restored.
  public var deadline: Timestamp { end.wall }
  /// The name of the user who applied.
  public let author: String
  /// The user's message for the history.
  public let message: String?
  /// The number of the log's record with the content to restore; `nil` if nothing was stored.
  let restores: Int?
  /// The login session of the apply.
  let session: String
  /// The deadline by both clocks.
  private(set) var end: Moment
  /// The time between the apply and the deadline. Setting back the wall clock can't extend it.
  let limit: Duration

  /// Whether it was applied in this process's login session.
  package var isFromThisSession: Bool { session == Login.session }

  /// Returns the same confirmation with another deadline.
  func ending(at end: Moment) -> PendingConfirmation {
    var pending = self
    pending.end = end
    return pending
  }

  /// Returns the time left until the deadline; zero after it.
  public func remaining() -> Duration { remaining(at: .now) }

  /// The time left for messages, in whole seconds.
  package var secondsLeft: Int { Int((remaining() + .milliseconds(500)).components.seconds) }

  /// Returns the time since the deadline; zero before it.
  package func timeSinceDeadline() -> Duration { max(.zero, Moment.now.since(end)) }

  func remaining(at now: Moment) -> Duration {
    max(.zero, min(limit, end.since(now)))
  }
}

extension PendingConfirmation: CustomStringConvertible {
  /// One sentence, without its period, that names the author, the ID and the time left.
  public var description: String {
    "Changes by \(author) wait for a confirmation by the ID \(id); otherwise they are rolled back in "
      + "\(secondsLeft) s"
  }
}
