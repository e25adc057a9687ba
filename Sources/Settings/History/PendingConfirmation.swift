public import SettingsSystem

/// An apply that is rolled back unless it is confirmed in time.
public struct PendingConfirmation: Hashable, Sendable {
  /// The ID to confirm or cancel it by.
  public let id: ConfirmationID
  /// When the old content comes back.
  public var deadline: Timestamp { end.wall }
  /// Who applied it.
  public let author: String
  /// What that person said about it.
  public let message: String?
  /// The number of the log's record with the content that comes back; `nil` if nothing was stored.
  let restores: Int?
  /// The login session of the apply.
  let session: String
  /// The deadline by both clocks.
  let end: Moment
  /// How much time there was. A wall clock that was set back can't give more.
  let limit: Duration

  /// Whether it was applied in this process's login session.
  public var isFromThisSession: Bool { session == Login.session }

  /// How much time is left; zero after the deadline.
  public func remaining() -> Duration { remaining(at: .now) }

  /// How much time has passed since the deadline; zero before it.
  public func overrun() -> Duration { max(.zero, Moment.now.since(end)) }

  func remaining(at now: Moment) -> Duration {
    max(.zero, min(limit, end.since(now)))
  }
}

extension PendingConfirmation: CustomStringConvertible {
  /// One sentence that says what to do.
  public var description: String {
    let seconds = Int(remaining().components.seconds)
    return "Changes by \(author) wait for a confirmation by the id \(id), or go back in \(seconds) s"
  }
}
