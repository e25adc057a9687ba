/// An apply that is taken back unless it is confirmed in time.
public struct PendingConfirmation: Hashable, Sendable {
  /// What to confirm or cancel it by.
  public let id: ConfirmationID
  /// When the old content comes back.
  public let deadline: Timestamp
  /// Who applied it.
  public let author: String
  /// What that person said about it.
  public let message: String?
  /// The number of the log's record with the content that comes back; `nil` if nothing was stored.
  let restores: Int?
  /// The login session of the apply.
  let session: String

  /// Whether it was applied in this process's login session.
  public var isFromThisSession: Bool { session == Login.session }

  /// How much time is left; zero if none is.
  public func remaining(at now: Timestamp = .now) -> Duration {
    max(.zero, deadline.since(now))
  }
}

extension PendingConfirmation: CustomStringConvertible {
  /// One sentence that says what to do.
  public var description: String {
    let seconds = Int(remaining().components.seconds)
    return "Changes by \(author) wait for a confirmation by the id \(id), or go back in \(seconds) s"
  }
}
