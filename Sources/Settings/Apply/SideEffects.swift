/// The participant that runs the app's side effects when it commits.
struct SideEffects: SettingsParticipant {
  let name = "side effects"
  let hooks: any SettingsHooks

  func commit(_ review: Review) async throws {
    for sideEffect in review.sideEffects {
      let changes = (review.changes + review.derivedChanges).filter { $0.sideEffects.contains(sideEffect) }
      try await hooks.run(sideEffect, for: changes)
    }
  }
}
