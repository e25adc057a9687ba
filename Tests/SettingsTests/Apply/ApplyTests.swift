import Synchronization
import Testing

@testable import Settings
@testable import SettingsEditing

@Suite("Applying")
struct ApplyTests {
  private let log = CallLog()

  private func participants(_ failing: [Set<RecordingParticipant.Call>]) -> [RecordingParticipant] {
    zip(["a", "b", "c"], failing).map { RecordingParticipant($0, log, failing: $1) }
  }

  private func draft(_ store: SettingsStore<Fixture>, _ period: JSONValue = 9) throws -> SettingsDraft<
    Fixture
  > {
    var draft = store.draft()
    try draft.untyped.stage(period, at: timePeriodPath)
    return draft
  }

  @Test("prepares all in order, stores, and commits all in order")
  func success() async throws {
    let (store, storage) = try Fixture.store(participants: participants([[], [], []]))
    let outcome = try await store.apply(draft(store))
    #expect(log.calls == ["a prepare", "b prepare", "c prepare", "a commit", "b commit", "c commit"])
    #expect(outcome.changes.map(\.path) == [timePeriodPath])
    #expect(store.values.calculation.timePeriod == 9)
    #expect(try JSONValue(parsing: storage.text ?? "") == ["calculation": ["timePeriod": 9]])
  }

  @Test("aborts the participants that were called, in reverse order, when one vetoes")
  func veto() async throws {
    let (store, storage) = try Fixture.store(participants: participants([[], [.prepare], []]))
    let expected = ApplyError.vetoed(ParticipantFailure(participant: "b", reason: "no prepare today"))
    await #expect(throws: expected) { try await store.apply(draft(store)) }
    #expect(log.calls == ["a prepare", "b prepare", "b abort", "a abort"])
    #expect(storage.text == nil)
    #expect(store.values == Fixture())
  }

  @Test("continues to abort when an abort fails")
  func failingAbort() async throws {
    let (store, _) = try Fixture.store(participants: participants([[.abort], [.abort], [.prepare, .abort]]))
    await #expect(throws: ApplyError.self) { try await store.apply(draft(store)) }
    #expect(log.calls == ["a prepare", "b prepare", "c prepare", "c abort", "b abort", "a abort"])
  }

  @Test("treats a prepare that exceeds its time limit as a veto", .timeLimit(.minutes(5)))
  func timeOut() async throws {
    var slow = RecordingParticipant("slow", log)
    slow.hanging = true
    slow.timeLimit = .milliseconds(20)
    let (store, storage) = try Fixture.store(participants: [slow])
    await #expect(throws: ApplyError.self) { try await store.apply(draft(store)) }
    #expect(log.calls == ["slow prepare", "slow abort"])
    #expect(storage.text == nil)
  }

  @Test("restores the old content and calls all participants when a commit fails")
  func failingCommit() async throws {
    let old = #"{ "name": "old" }"#
    let storage = MemoryStorage(old)
    let store = try SettingsStore<Fixture>(
      storage: storage, participants: participants([[], [.commit, .revert], []]))
    let error = await #expect(throws: ApplyError.self) { try await store.apply(draft(store)) }
    #expect(
      log.calls == [
        "a prepare", "b prepare", "c prepare", "a commit", "b commit", "c abort", "b revert", "a revert",
      ])
    let failures = ["no commit today", "no revert today"].map {
      ParticipantFailure(participant: "b", reason: $0)
    }
    #expect(error == .commitFailed(failures, isRestored: true))
    #expect(storage.text == old)
    #expect(try store.history().first?.message == "b failed: no commit today")
    #expect(store.values.calculation.timePeriod == 7)
  }

  @Test("removes a first content again when a commit fails")
  func failingFirstCommit() async throws {
    let (store, storage) = try Fixture.store(participants: participants([[.commit]]))
    await #expect(throws: ApplyError.self) { try await store.apply(draft(store)) }
    #expect(storage.text == nil)
  }

  @Test("reports every failure when reverts fail, too")
  func failingRevert() async throws {
    let (store, _) = try Fixture.store(participants: participants([[.revert], [.revert], [.commit]]))
    let error = await #expect(throws: ApplyError.self) { try await store.apply(draft(store)) }
    guard case .commitFailed(let failures, isRestored: true) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failures.map(\.participant) == ["c", "b", "a"])
  }

  @Test("aborts all participants when the content can't be stored")
  func failingStorage() async throws {
    let storage = FailingStorage()
    let store = try SettingsStore<Fixture>(storage: storage, participants: participants([[], []]))
    await #expect(throws: ApplyError.storage(.storage(.readOnly(path: "failing")))) {
      try await store.apply(draft(store))
    }
    #expect(log.calls == ["a prepare", "b prepare", "b abort", "a abort"])
    #expect(store.values == Fixture())
  }

  @Test("calls all participants in order when it rolls back an unconfirmed apply")
  func takingBack() async throws {
    let (store, storage) = try Fixture.store(participants: participants([[], [], []]))
    let id = try #require(try await store.apply(draft(store), options: anHour).confirmation).id
    try await store.cancel(id)
    let calls = ["a prepare", "b prepare", "c prepare", "a commit", "b commit", "c commit"]
    #expect(log.calls == calls + calls)
    #expect(storage.text == nil)
  }

  @Test("runs each side effect once, with all the changes that trigger it")
  func sideEffects() async throws {
    let (store, _) = try Fixture.store(hooks: RecordingHooks(log: log))
    var draft = try draft(store)
    try draft.untyped.stage(0.25, at: ratioPath)
    try draft.untyped.stage("x", at: ["name"])
    try await store.apply(draft)
    #expect(
      log.calls == ["recalculate: calculation.timePeriod, calculation.ratio", "redraw: calculation.ratio"])
  }

  @Test("restores the old content when a side effect fails")
  func failingSideEffect() async throws {
    let (store, storage) = try Fixture.store("{}", hooks: RecordingHooks(log: log, failing: "recalculate"))
    await #expect(throws: ApplyError.self) { try await store.apply(draft(store)) }
    #expect(storage.text == "{}")
  }

  @Test("calls no participant and writes nothing when no byte changes")
  func nothing() async throws {
    let (store, storage) = try Fixture.store(participants: participants([[]]))
    let outcome = try await store.apply(store.draft())
    #expect(outcome.changes.isEmpty)
    #expect(log.calls.isEmpty)
    #expect(storage.text == nil)
  }

  @Test("is refused while an apply is under way")
  func reentrant() async throws {
    let participant = ReentrantParticipant()
    let (store, _) = try Fixture.store(participants: [participant])
    participant.store.withLock { $0 = store }
    try await store.apply(draft(store))
    let error = participant.error.withLock { $0 }
    #expect(error == .applyInProgress)
  }

  @Test("is refused with all problems when values are invalid, and no participant is called")
  func invalid() async throws {
    let (store, storage) = try Fixture.store(participants: participants([[]]))
    var draft = try draft(store, 31)
    try draft.untyped.stage("far too long a name", at: ["name"])
    let error = await #expect(throws: ApplyError.self) { try await store.apply(draft) }
    guard case .invalid(let problems) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(problems.map(\.path) == [["name"], timePeriodPath])
    #expect(log.calls.isEmpty)
    #expect(storage.text == nil)
  }

  @Test("is refused when the app can't decode a value that the form allows, as the review says before")
  func undecodable() async throws {
    let (store, storage) = try Fixture.store()
    var draft = store.draft()
    try draft.untyped.stage([["host": "x", "port": 70_000]], at: ["servers"])
    #expect(
      draft.review().obstacles.map(\.description) == [
        "error: servers.0.port: should be a whole number from 0 to 65535, but this number isn't."
      ])
    let error = await #expect(throws: ApplyError.self) { try await store.apply(draft) }
    guard case .undecodable(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.path == ["servers", "0", "port"])
    #expect(storage.text == nil)
  }

  @Test("merges with what another process stored for other settings")
  func merges() async throws {
    let (store, storage) = try Fixture.store(#"{"name": "a"}"#)
    let draft = try draft(store)
    _ = storage.commit(Array(#"{"name": "b"}"#.utf8), expecting: storage.read()?.revision)
    try await store.apply(draft)
    #expect(store.saved.name == "b")
    #expect(store.saved.calculation.timePeriod == 9)
  }

  @Test(
    "is refused when another process stored a different value for the same setting, until the conflict is resolved"
  )
  func conflicts() async throws {
    let (store, storage) = try Fixture.store(#"{"calculation": {"timePeriod": 1}}"#)
    let model = await FormViewModel(store.untyped)
    try await model.stage(2, at: timePeriodPath)
    _ = storage.commit(
      Array(#"{"calculation": {"timePeriod": 3}}"#.utf8), expecting: storage.read()?.revision)

    await #expect(throws: ApplyError.self) { try await model.apply() }
    let conflicts = await model.review().conflicts
    #expect(conflicts.map(\.path) == [timePeriodPath])
    #expect(conflicts.first?.base == 1)
    #expect(conflicts.first?.mine == 2)
    #expect(conflicts.first?.theirs == 3)
    await #expect(throws: ApplyError.self) { try await model.apply() }
    #expect(storage.text == #"{"calculation": {"timePeriod": 3}}"#)

    await model.resolve(timePeriodPath, keeping: .mine)
    try await model.apply()
    #expect(storage.text == #"{"calculation": {"timePeriod": 2}}"#)
  }

  @Test("leaves a store with the same problems as a store that opens the content")
  func problemsAfterwards() async throws {
    let texts = [
      #"{}"#, #"{"unknown": 1}"#, #"{"label": "old"}"#, #"{"calculation": {"timePeriod": 3}, "tags": ["a"]}"#,
    ]
    for text in texts {
      let (store, storage) = try Fixture.store(text)
      for (path, value) in [(timePeriodPath, 9), (["name"], "x"), (["servers"], [["host": "a", "port": 1]])]
        as [(SettingPath, JSONValue)]
      {
        var draft = store.draft()
        try draft.untyped.stage(value, at: path)
        try await store.apply(draft)
        #expect(store.untyped.problems == (try SettingsStore<Fixture>(storage: storage)).untyped.problems)
      }
    }
  }

  @Test("leaves staged what is left out")
  func partial() async throws {
    let (store, _) = try Fixture.store()
    let model = await FormViewModel(store.untyped)
    try await model.stage(2, at: timePeriodPath)
    try await model.stage("x", at: ["name"])
    try await model.apply(leavingOut: [.setting(timePeriodPath)])
    #expect(store.saved.name == "x")
    #expect(store.saved.calculation.timePeriod == 7)
    #expect(await model.stagedCount == 1)
    #expect(await model.value(at: timePeriodPath) == 2)
  }
}

/// A storage that can be read but not written.
private struct FailingStorage: SettingsStorage {
  let name = "failing"
  func read() -> StoredContent? { nil }
  func commit(_ commit: StorageCommit) throws(SettingsStorageError) -> StorageCommitResult {
    throw .readOnly(path: name)
  }
  func logNumbers() -> [Int] { [] }
  func logHeader(_ number: Int) -> StorageLookup<[UInt8]> { .missing }
  func logRecord(_ number: Int) -> StorageLookup<StorageRecord> { .missing }
  func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}
