/// The services of the system that a store uses besides its storage: the time, timers and random IDs. Tests replace them.
struct StoreEnvironment: Sendable {
  /// Returns the current time.
  var now: @Sendable () -> Moment
  /// Returns after a duration; throws if the task is canceled.
  var sleep: @Sendable (Duration) async throws -> Void
  /// Creates the ID of a confirmed apply.
  var makeConfirmationID: @Sendable () -> ConfirmationID

  /// The system's clocks and random numbers.
  static let system = StoreEnvironment(
    now: { .now }, sleep: { try await Task.sleep(for: $0) },
    makeConfirmationID: { ConfirmationID(.random(in: .min ... .max)) })
}
