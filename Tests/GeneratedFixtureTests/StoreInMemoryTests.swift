import Settings
import Testing

/// What an app's tests use.
@Suite("A store in memory", .timeLimit(.minutes(5)))
struct StoreInMemoryTests {
  private typealias Store = SettingsStore<Settings>

  @Test("has the overrides, and stores nothing else")
  func overrides() throws {
    let storage = MemoryStorage()
    let store = try Store(inMemory: storage) { $0.calculation.timePeriod = 14 }
    #expect(store.values.calculation.timePeriod == 14)
    #expect(storage.text?.filter { !$0.isWhitespace } == #"{"calculation":{"timePeriod":14}}"#)
    let empty = MemoryStorage()
    _ = try Store(inMemory: empty)
    #expect(empty.text == nil)
  }

  @Test("overrides the stored document where it has one")
  func document() throws {
    let storage = MemoryStorage(#"{"calculation": {"timePeriod": 2, "factor": 0.25}}"#)
    let store = try Store(inMemory: storage) { $0.calculation.timePeriod = 14 }
    #expect(store.values.calculation.timePeriod == 14 && store.values.calculation.factor == 0.25)
  }

  @Test("can't be opened with invalid overrides")
  func invalid() {
    #expect(throws: SettingsStoreError.self) { try Store { $0.calculation.timePeriod = 31 } }
  }

  @Test("can be opened twice, and the other one follows")
  func other() async throws {
    let storage = MemoryStorage()
    let (first, second) = (try Store(inMemory: storage), try Store(inMemory: storage))
    try await first.update { $0.calculation.timePeriod = 14 }
    try await second.refresh()
    #expect(second.saved.calculation.timePeriod == 14)
  }

  @Test("calls a recorder, which fails in the steps that the test chose")
  func recorder() async throws {
    let (first, second) = (
      SettingsParticipantRecorder(), SettingsParticipantRecorder(name: "second", failing: [.prepare: "no"])
    )
    let store = try Store(participants: [first, second])
    let error = await #expect(throws: ApplyError.self) {
      try await store.update { $0.calculation.timePeriod = 14 }
    }
    #expect("\(try #require(error))" == "second refuses the changes: no")
    #expect(first.calls.map(\.step) == [.prepare, .abort] && second.calls.map(\.step) == [.prepare, .abort])
    #expect(first.calls.first?.review.changes.map(\.path) == [["calculation", "timePeriod"]])
  }

  @Test("ends the time limit of a participant when the test advances the clock")
  func timeLimit() async throws {
    struct Sleeper: SettingsParticipant {
      let name = "sleeper"
      func prepare(_ review: FormReview) async throws {
        // Until it is canceled, which happens when its time is over.
        try await Task.sleep(for: .seconds(3_600))
      }
    }
    let clock = SettingsTestClock()
    let store = try Store(participants: [Sleeper()], clock: clock)
    async let apply = store.update { $0.calculation.timePeriod = 14 }
    await clock.advance(by: .seconds(30))
    do {
      _ = try await apply
      Issue.record("the apply wasn't vetoed")
    } catch {
      #expect("\(error)".contains("longer than 30 s"))
    }
    #expect(store.saved.calculation.timePeriod == 7)
  }
}
