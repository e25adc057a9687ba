import Testing

/// Waits until a condition holds; fails after a generous limit, 30 s.
///
/// The condition is polled: it is about files and screens of other programs, which send no event to the test.
func waitUntil(_ comment: Comment, _ condition: () throws -> Bool) async throws {
  let deadline = ContinuousClock.now + .seconds(30)
  while try !condition() {
    try #require(ContinuousClock.now < deadline, comment)
    try await Task.sleep(for: .milliseconds(50))
  }
}
