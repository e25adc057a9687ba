/// The participant that runs the app's side effects when it commits.
struct SideEffects: SettingsParticipant {
  let name = "side effects"
  let hooks: any SettingsHooks

  func commit(_ review: Review) async throws {
    try await run(for: review.changes + review.derivedChanges)
  }

  /// Runs the side effects of changes once each, in the order of the first change of each, and returns the failure of the first
  /// one that fails.
  func failure(of changes: [SettingChange]) async -> ParticipantFailure? {
    do {
      try await run(for: changes)
      return nil
    } catch {
      return ParticipantFailure(participant: name, reason: "\(error)")
    }
  }

  private func run(for changes: [SettingChange]) async throws {
    for sideEffect in changes.sideEffects {
      try await hooks.run(sideEffect, for: changes.filter { $0.sideEffects.contains(sideEffect) })
    }
  }
}
