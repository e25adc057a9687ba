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
