import Synchronization
import Testing

@testable import Settings

/// What participants and side effects of a typed store find in it.
@Suite("While changes take effect")
struct TypedEffectTests {
  /// A hook's access to the store that it belongs to.
  private final class StoreBox: Sendable {
    let store = Mutex<SettingsStore<Fixture>?>(nil)
    var period: (values: Int?, saved: Int?) {
      let store = store.withLock { $0 }
      return (store?.values.calculation.timePeriod, store?.saved.calculation.timePeriod)
    }
  }

  private let box = StoreBox()
  private let log = CallLog()

  private func hooks(failing: Bool = false) -> ScriptedHooks {
    ScriptedHooks { [box, log] name, _ in
      let (values, saved) = box.period
      log.add("\(name) \(values ?? 0) \(saved ?? 0)")
      if failing, values == 9 { throw Refusal(description: "broke") }
    }
  }

  @Test("the store's own side effects find the new values in it")
  func own() async throws {
    let (store, _) = try Fixture.store(hooks: hooks())
    box.store.withLock { $0 = store }
    try await store.update { $0.calculation.timePeriod = 9 }
    #expect(log.calls == ["recalculate 9 9"])
    #expect(box.period == (9, 9))
  }

  @Test("and if one fails, the old values are there again, also while it runs for them")
  func failing() async throws {
    let (store, _) = try Fixture.store(#"{"calculation": {"timePeriod": 3}}"#, hooks: hooks(failing: true))
    box.store.withLock { $0 = store }
    var draft = store.draft()
    draft[\.calculation.timePeriod] = 9
    await #expect(throws: ApplyError.self) { try await store.apply(draft) }
    #expect(log.calls == ["recalculate 9 9", "recalculate 3 3"])
    #expect(box.period == (3, 3))
  }

  @Test("of another process, side effects find the new values, and after a failure the last good ones stay")
  func others() async throws {
    for isFailing in [false, true] {
      let (store, storage) = try Fixture.store(hooks: hooks(failing: isFailing))
      box.store.withLock { $0 = store }
      _ = storage.commit(Array(#"{"calculation": {"timePeriod": 9}}"#.utf8), expecting: nil)
      try await store.refresh()
      #expect(box.period == (isFailing ? 7 : 9, 9))
    }
    #expect(log.calls == ["recalculate 9 9", "recalculate 9 9"])
  }

  @Test("a participant gets the values before and after with the app's types, and those of a revert")
  func participant() async throws {
    struct Check: TypedSettingsParticipant {
      let name = "check"
      let log: CallLog

      func prepare(_ review: SettingsReview<Fixture>) async throws { add("prepare", review) }
      func commit(_ review: SettingsReview<Fixture>) async throws {
        add("commit", review)
        if review.after.name == "bad" { throw Refusal(description: "no") }
      }
      func revert(_ review: SettingsReview<Fixture>) async throws { add("revert", review) }

      private func add(_ call: String, _ review: SettingsReview<Fixture>) {
        log.add("\(call) \(review.before.name) \(review.after.name) \(review.changes.map(\.path))")
      }
    }
    let (store, _) = try Fixture.store("{\"label\": \"a\"} // mine", participants: [Check(log: log)])
    try await store.update { $0.name = "b" }
    await #expect(throws: ApplyError.self) { try await store.update { $0.name = "bad" } }
    #expect(
      log.calls == [
        "prepare a b [name]", "commit a b [name]", "prepare b bad [name]", "commit b bad [name]",
        "revert bad b [name]",
      ])
  }

  @Test("a side effect gets them, too, with the changes that trigger it; nothing else does")
  func sideEffect() async throws {
    let hooks = ScriptedHooks { [log] name, _ in
      let review = try SettingsReview<Fixture>.current()
      log.add(
        "\(name) \(review.before.calculation.ratio) \(review.after.calculation.ratio) \(review.changes.map(\.path))"
      )
    }
    let (store, storage) = try Fixture.store(hooks: hooks)
    try await store.update {
      $0.calculation.ratio = 0.25
      $0.name = "x"
    }
    _ = storage.commit(
      Array(#"{"calculation": {"ratio": 0.75}}"#.utf8), expecting: store.untyped.revision)
    try await store.refresh()
    #expect(
      log.calls == [
        "recalculate 0.5 0.25 [calculation.ratio]", "redraw 0.5 0.25 [calculation.ratio]",
        "recalculate 0.25 0.75 [calculation.ratio]", "redraw 0.25 0.75 [calculation.ratio]",
      ])
    #expect(throws: SettingsDecodingError.self) { try SettingsReview<Fixture>.current() }
    var draft = store.draft()
    draft[\.name] = "y"
    let review = try SettingsReview<Fixture>(draft.review())
    #expect(review.after.name == "y" && review.after.calculation.ratio == 0.75)
  }
}
