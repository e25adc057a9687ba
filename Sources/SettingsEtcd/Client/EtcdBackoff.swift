/// The waits between rounds of requests to all members: exponential backoff with full jitter, so that many clients don't return to a
/// restarted member at the same time.
struct EtcdBackoff: Sendable {
  private static let first = 50
  private static let last = 2_000
  private var limit = Self.first

  /// Returns the next wait in milliseconds.
  mutating func next() -> Int {
    defer { limit = min(2 * limit, Self.last) }
    return .random(in: 0...limit)
  }
}
