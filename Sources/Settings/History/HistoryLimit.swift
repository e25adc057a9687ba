/// How many versions are kept.
struct HistoryLimit: Sendable {
  /// The most versions.
  private static let records = 50
  /// What all of them may take, in bytes.
  private static let bytes = 64 << 20
  /// As many versions are kept however large they are.
  private static let fewest = 5

  /// The number of the oldest record to keep once one more of a size has been appended.
  static func oldest(head: Int, size: Int) -> Int {
    head - max(fewest, min(records, bytes / max(1, size))) + 1
  }
}
