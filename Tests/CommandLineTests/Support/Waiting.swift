import Testing

/// Waits until a condition holds; fails after a generous limit.
func waitUntil(_ comment: Comment, _ condition: () throws -> Bool) async throws {
  let deadline = ContinuousClock.now + .seconds(30)
  while try !condition() {
    try #require(ContinuousClock.now < deadline, comment)
    try await Task.sleep(for: .milliseconds(50))
  }
}
