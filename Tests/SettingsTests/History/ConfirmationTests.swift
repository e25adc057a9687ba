import Testing

@testable import Settings

@Suite("An apply that has to be confirmed")
struct ConfirmationTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("{\"a\": 1}\n// end\n", to: "a.json", mode: 0o640)
  }

  var before: String { "{\"a\": 1}\n// end\n" }
  var text: String { get throws { try folder.text("a.json") } }

  func open(_ participants: [any SettingsParticipant] = []) throws -> StoreEngine {
    try SmallForm.store(on: FileStorage(folder.path + "/a.json"), participants: participants)
  }

  func pending(_ store: StoreEngine) throws -> PendingConfirmation {
    try #require(try store.pendingConfirmation())
  }

  @Test("stays when it is confirmed in time")
  func confirmed() async throws {
    let store = try open()
    let outcome = try await store.set(SmallForm.a, 2, anHour)
    let id = try #require(outcome.confirmation).id
    try store.confirm(id)
    #expect(try store.pendingConfirmation() == nil)
    #expect(try open().pendingConfirmation() == nil)
    #expect(try text.contains("2"))
    try await store.set(SmallForm.a, 3)
  }

  @Test(
    "is rolled back byte for byte when its time is over, and observers are notified", .timeLimit(.minutes(5)))
  func timesOut() async throws {
    let clock = SettingsTestClock()
    let store = try SmallForm.store(
      on: FileStorage(folder.path + "/a.json"), environment: clock.environment)
    var changes = store.changes().makeAsyncIterator()
    try await store.set(SmallForm.a, 2, anHour)
    #expect(await changes.next()?.map(\.new) == [2])
    await clock.waitForSleep()
    clock.advanceNow(by: .seconds(3_600))
    #expect(await changes.next()?.map(\.new) == [1])
    #expect(try text == before)
    #expect(try folder.mode("a.json") == 0o640)
    #expect(try store.history().map(\.kind) == [.revert, .apply, .outside])
  }

  @Test("still waits after another program's save was recorded")
  func saveIsNoConfirmation() async throws {
    let storage = MemoryStorage(#"{"a": 1}"#)
    let store = try SmallForm.store(on: storage)
    let id = try #require(try await store.set(SmallForm.a, 2, anHour).confirmation).id
    let saved = Array(#"{"a": 3}"#.utf8)
    let header = LogHeader(
      .outside, revision: SettingsRevision(of: saved), changes: [], secrets: [],
      at: WallTime(milliseconds: 1),
      by: "",
      message: nil)
    _ = storage.commit(
      StorageCommit(
        saved, expecting: storage.read()?.revision,
        records: [StorageRecord(header: header.line, content: .version(saved))]))
    #expect(try store.pendingConfirmation()?.id == id)
    try await store.cancel(id)
    #expect(storage.text == #"{"a": 1}"#)
  }

  @Test("is rolled back when another process cancels it by its ID")
  func cancelled() async throws {
    let id = try #require(try await open().set(SmallForm.a, 2, anHour).confirmation).id
    try await open().cancel(id, message: "web-3 doesn't answer")
    #expect(try open().history().first?.message == "web-3 doesn't answer")
    #expect(try text == before)
    await #expect(throws: ApplyError.nothingPending) { try await open().cancel(id) }
  }

  // MARK: - Known faults of other systems

  @Test("that fails leaves no timer")
  func failed() async throws {
    struct Failing: SettingsParticipant {
      let name = "failing"
      func commit(_ review: FormReview) async throws { throw CancellationError() }
    }
    let store = try open([Failing()])
    await #expect(throws: ApplyError.self) { try await store.set(SmallForm.a, 2, noTime) }
    #expect(try store.pendingConfirmation() == nil)
    try await open().set(SmallForm.a, 3)
    #expect(try open().draft().value(at: SmallForm.a) == 3)
  }

  @Test("that is vetoed leaves nothing behind")
  func vetoed() async throws {
    struct Vetoing: SettingsParticipant {
      let name = "vetoing"
      func prepare(_ review: FormReview) async throws { throw CancellationError() }
    }
    let store = try open([Vetoing()])
    await #expect(throws: ApplyError.self) { try await store.set(SmallForm.a, 2, anHour) }
    #expect(try store.pendingConfirmation() == nil)
    #expect(try folder.names == ["a.json"])
  }

  @Test("restores the content from before the first one when a second one follows")
  func second() async throws {
    let store = try open()
    let first = try #require(try await store.set(SmallForm.a, 2, anHour).confirmation).id
    let second = try #require(try await store.set(SmallForm.a, 3, anHour).confirmation).id
    #expect(throws: ApplyError.self) { try store.confirm(first) }
    try await store.cancel(second)
    #expect(try text == before)
  }

  @Test("stays pending by its ID when a second one fails")
  func secondFails() async throws {
    struct Failing: SettingsParticipant {
      let name = "failing"
      func commit(_ review: FormReview) async throws {
        if review.changes.contains(where: { $0.new == 13 }) { throw CancellationError() }
      }
    }
    let store = try open([Failing()])
    let first = try #require(try await store.set(SmallForm.a, 2, anHour).confirmation).id
    await #expect(throws: ApplyError.self) { try await store.set(SmallForm.a, 13, anHour) }
    #expect(try pending(store).id == first)
    try await store.cancel(first)
    #expect(try text == before)
  }

  @Test("stays confirmed whatever crash follows")
  func confirmedForGood() async throws {
    let id = try #require(
      try await open().set(SmallForm.a, 2, ApplyOptions(confirmWithin: .seconds(5)))
        .confirmation
    ).id
    try open().confirm(id)
    _ = try await open().rollBackIfExpired()
    #expect(try text.contains("2"))
  }

  @Test("is rolled back at the next start if the process that applied it has ended")
  func crashWhilePending() async throws {
    _ = try await open().set(SmallForm.a, 2, noTime)
    let store = try open()
    #expect(try text == before)
    #expect(store.draft().value(at: SmallForm.a) == 1)
    #expect(try store.history().map(\.kind) == [.revert, .apply, .outside])
  }

  @Test(
    "is rolled back at the next start even if the file has become malformed, and that content is kept")
  func brokenMeanwhile() async throws {
    _ = try await open().set(SmallForm.a, 2, noTime)
    try folder.write("{ broken", to: "a.json")
    let store = try open()
    #expect(try text == before)
    #expect(try store.history().map(\.kind) == [.revert, .outside, .apply, .outside])
  }

  @Test("is rolled back while readers and other stores have the file open")
  func openReaders() async throws {
    let reader = try open()
    let store = try open()
    let id = try #require(try await store.set(SmallForm.a, 2, anHour).confirmation).id
    try reader.refresh()
    try await reader.cancel(id)
    #expect(try text == before)
    #expect(try store.refresh().map(\.new) == [1])
  }

  @Test("is rolled back with keys that the form doesn't have")
  func unknownKeys() async throws {
    try folder.write(#"{"a": 1, "x": {"y": [1, 2]}, "$schema": "f.json"}"#, to: "a.json")
    let store = try open()
    let id = try #require(try await store.set(SmallForm.a, 2, anHour).confirmation).id
    try folder.write(#"{"a": 2}"#, to: "a.json")
    try await store.cancel(id)
    #expect(try text == #"{"a": 1, "x": {"y": [1, 2]}, "$schema": "f.json"}"#)
  }

  @Test("isn't confirmed by another ID")
  func wrongID() async throws {
    let store = try open()
    let id = try #require(try await store.set(SmallForm.a, 2, anHour).confirmation).id
    let other = try #require(ConfirmationID(id.description == "00000000" ? "00000001" : "00000000"))
    #expect(throws: ApplyError.self) { try store.confirm(other) }
    await #expect(throws: ApplyError.self) { try await store.cancel(other) }
    #expect(try pending(store).id == id)
  }

  @Test("can't be confirmed when it has expired")
  func tooLate() async throws {
    let store = try open()
    let id = try #require(try await store.set(SmallForm.a, 2, noTime).confirmation).id
    #expect(throws: ApplyError.expired(id)) { try store.confirm(id) }
    _ = try await store.rollBackIfExpired()
    #expect(try text == before)
  }

  @Test("prevents other applies, and stays pending")
  func plainApply() async throws {
    let store = try open()
    let waiting = try #require(try await store.set(SmallForm.a, 2, anHour).confirmation)
    await #expect(throws: ApplyError.awaitingConfirmation(waiting)) { try await open().set(SmallForm.a, 3) }
    #expect(try pending(store) == waiting)
    try await store.cancel(waiting.id)
    #expect(try text == before)
  }

  @Test("is rolled back completely although a participant vetoes or fails, and the failures are reported")
  func failingRevert() async throws {
    struct Refusing: SettingsParticipant {
      let name = "refusing"
      func prepare(_ review: FormReview) async throws {
        if review.changes.contains(where: { $0.new == 1 }) { throw CancellationError() }
      }
    }
    struct Failing: SettingsParticipant {
      let name = "failing"
      func commit(_ review: FormReview) async throws {
        if review.changes.contains(where: { $0.new == 1 }) { throw CancellationError() }
      }
    }
    for participant: any SettingsParticipant in [Refusing(), Failing()] {
      let store = try open([participant])
      let id = try #require(try await store.set(SmallForm.a, 2, anHour).confirmation).id
      let outcome = try await store.cancel(id)
      #expect(outcome.failures.map(\.participant) == [participant.name])
      #expect(try text == before)
      #expect(try store.pendingConfirmation() == nil)
    }
  }

  @Test("is rolled back with the participants that agree; one that refuses aborts")
  func refusedReversal() async throws {
    struct Refusing: SettingsParticipant {
      let name = "refusing"
      let recorder = SettingsParticipantRecorder()
      func prepare(_ review: FormReview) async throws {
        try await recorder.prepare(review)
        if review.changes.contains(where: { $0.new == 1 }) { throw CancellationError() }
      }
      func commit(_ review: FormReview) async throws { try await recorder.commit(review) }
      func abort(_ review: FormReview) async throws { try await recorder.abort(review) }
    }
    let (refusing, agreeing) = (Refusing(), SettingsParticipantRecorder())
    let store = try open([refusing, agreeing])
    let id = try #require(try await store.set(SmallForm.a, 2, anHour).confirmation).id
    let outcome = try await store.cancel(id)
    #expect(refusing.recorder.calls.map(\.step) == [.prepare, .commit, .prepare, .abort])
    #expect(agreeing.calls.map(\.step) == [.prepare, .commit, .prepare, .commit])
    #expect(outcome.failures.map(\.participant) == ["refusing"])
    #expect(try text == before)
  }

  @Test("that can't be rolled back because the old content is damaged throws an error, and can be confirmed")
  func damaged() async throws {
    let store = try open()
    let id = try #require(try await store.set(SmallForm.a, 2, anHour).confirmation).id
    try folder.write("garbage", to: ".a.json.history/00000001")
    await #expect(throws: ApplyError.damaged(try pending(store))) { try await store.cancel(id) }
    #expect(try text.contains("2"))
    try store.confirm(id)
    try await store.set(SmallForm.a, 3)
  }

  @Test("with a truncated record doesn't prevent other applies")
  func tornJournal() async throws {
    let store = try open()
    try await store.set(SmallForm.a, 2, anHour)
    try folder.write(
      String(try folder.text(".a.json.history/00000002").prefix(20)), to: ".a.json.history/00000002")
    #expect(try open().pendingConfirmation() == nil)
    try await open().set(SmallForm.a, 3)
    #expect(try text.contains("3"))
  }

  @Test("has a remaining time that depends only on the clock and the log")
  func remaining() async throws {
    try await open().set(SmallForm.a, 2, anHour)
    let pending = try pending(open())
    #expect(pending.remaining() > .seconds(3_500))
    #expect(pending.remaining() <= .seconds(3_600))
    #expect(pending.remaining(at: pending.end) == .zero)
    #expect(pending.isFromThisSession)
  }

  @Test("can have the longest duration")
  func longTime() async throws {
    let store = try open()
    try await store.set(SmallForm.a, 2, ApplyOptions(confirmWithin: .seconds(Int64.max)))
    #expect(try pending(store).remaining() > .seconds(1_000_000))
  }

  @Test("is confirmed, but not reported as durable, if the system doesn't confirm that")
  func confirmedWithoutDurability() async throws {
    let fileSystem = SimulatedFileSystem(SimulatedDisk(content: Array(before.utf8)))
    try await SmallForm.store(on: FileStorage("folder/a.json", fileSystem: fileSystem))
      .set(SmallForm.a, 2, anHour)
    var answers: [Bool: Int] = [:]
    for call in 0..<200 {
      let faulty = SimulatedFileSystem(fileSystem.disk, fault: .failure(at: call, code: 5))
      guard let store = try? SmallForm.store(on: FileStorage("folder/a.json", fileSystem: faulty)),
        let pending = try? store.pendingConfirmation(), let isDurable = try? store.confirm(pending.id)
      else { continue }
      answers[isDurable, default: 0] += 1
      let states = faulty.disk.disksAfterCrash.map { disk in
        let storage = FileStorage("folder/a.json", fileSystem: SimulatedFileSystem(disk))
        return (try? SettingsLog(of: storage).state().pending) == .some(nil)
      }
      if isDurable { #expect(!states.contains(false), "call \(call)") }
    }
    #expect(answers[false, default: 0] > 0 && answers[true, default: 0] > 0, "\(answers)")
  }
}
