import Testing

@testable import Settings

@Suite("Printing")
struct DescriptionTests {
  @Test("A review prints its changes, problems and consequences, and masks secrets")
  func review() throws {
    let (store, _) = try Fixture.store(#"{"token": "old", "nickname": "n"}"#)
    var draft = store.draft()
    draft[\.token] = "new"
    draft[\.calculation.timePeriod] = 40
    draft[\.calculation.mode] = .average
    draft.reset(\.nickname)
    #expect(
      "\(draft.review())" == """
        settings.json: 4 changes
          nickname: n → none (default)
          token: ******** → ********
          calculation.mode: Regression → Average
          calculation.timePeriod: 7 days → 40 days
          error: calculation.timePeriod: Use 30 or less instead of 40.
          requires a restart
          triggers recalculate
        """)
  }

  @Test("An outcome prints what was applied")
  func outcome() async throws {
    let (store, _) = try Fixture.store()
    let outcome = try await store.update { $0.calculation.timePeriod = 14 }
    #expect(
      "\(outcome)" == """
        1 change applied
          calculation.timePeriod: 7 days → 14 days
        """)
  }
}
