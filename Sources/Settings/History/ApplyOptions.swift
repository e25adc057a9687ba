/// What an apply is to be remembered by, and whether it has to be confirmed.
public struct ApplyOptions: Hashable, Sendable {
  /// Who applies; `nil` means the user's login name.
  public var author: String?
  /// What the history is to say about it.
  public var message: String?
  /// How long the new content stays unless it is confirmed; `nil` keeps it.
  public var confirmWithin: Duration?

  /// Makes options.
  public init(author: String? = nil, message: String? = nil, confirmWithin: Duration? = nil) {
    self.author = author
    self.message = message
    self.confirmWithin = confirmWithin
  }
}
