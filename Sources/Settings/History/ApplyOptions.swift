/// Options of an apply: how it is recorded, and whether it has to be confirmed.
public struct ApplyOptions: Hashable, Sendable {
  /// Whether an apply is recorded in the history.
  public enum Recording: Hashable, Sendable {
    /// The new content is kept in the history.
    case record
    /// The new content isn't kept, so the apply can't be rolled back. An apply that has to be confirmed is always recorded.
    case skip
  }

  /// The author's name; `nil` for the user's login name.
  package var author: String?
  /// A message for the history.
  package var message: String?
  /// The time to confirm the apply, after which it is rolled back; `nil` if it needs no confirmation.
  package var confirmWithin: Duration?
  /// Whether the apply is recorded in the history.
  package var history: Recording

  /// Creates options.
  ///
  /// - Parameters:
  ///   - author: The author's name; `nil` for the user's login name.
  ///   - message: A message for the history.
  ///   - confirmWithin: The time to confirm the apply, after which it is rolled back; `nil` if it needs no confirmation.
  ///   - history: Whether the apply is recorded in the history.
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

/// The limit to the number of versions that are kept.
struct HistoryLimit: Sendable {
  /// The maximum number of versions.
  private static let records = 50
  /// The maximum size of all versions in bytes.
  private static let bytes = 64 << 20
  /// The number of versions that are kept regardless of their size.
  private static let fewest = 5

  /// Returns the number of the oldest record to keep after a record of `size` bytes has been appended as number `head`.
  static func oldest(head: Int, size: Int) -> Int {
    head - max(fewest, min(records, bytes / max(1, size))) + 1
  }
}
