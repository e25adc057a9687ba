/// How an apply is recorded, and whether it has to be confirmed.
public struct ApplyOptions: Hashable, Sendable {
  /// Whether an apply is recorded in the history.
  public enum Recording: Hashable, Sendable {
    /// The new content is kept, and can be returned to.
    case record
    /// Nothing is kept, so there is no way back. An apply that has to be confirmed is recorded all the same.
    case skip
  }

  /// Who applies; `nil` means the user's login name.
  public var author: String?
  /// What the history is to say about it.
  public var message: String?
  /// How long the new content stays unless it is confirmed; `nil` keeps it.
  public var confirmWithin: Duration?
  /// Whether it is recorded in the history.
  public var history: Recording

  /// Makes options.
  public init(
    author: String? = nil, message: String? = nil, confirmWithin: Duration? = nil,
    history: Recording = .record
  ) {
    self.author = author
    self.message = message
    self.confirmWithin = confirmWithin
    self.history = history
  }
}
