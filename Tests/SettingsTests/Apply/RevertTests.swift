import Synchronization
import Testing

@testable import Settings
import SettingsEditing

@Suite("A commit that fails")
struct RevertTests {
  private func draft(_ store: SettingsStore<Fixture>) throws -> SettingsDraft<Fixture> {
    var draft = store.draft()
    try draft.untyped.stage(9, at: timePeriodPath)
    try draft.untyped.stage("n3w-s3cret", at: ["token"])
    return draft
  }

  @Test("gives participants that revert the review of the reversal, with the old content")
  func wayBack() async throws {
    let participant = ReviewKeeper()
    let old = #"{ "calculation": { "timePeriod": 3 }, "token": "old" }"#
    let (store, storage) = try Fixture.store(old, participants: [participant])
    await #expect(throws: ApplyError.self) { try await store.apply(draft(store)) }
    #expect(storage.text == old)
    let (forward, back) = try #require(participant.received)
    #expect(back.changes.map(\.path) == forward.changes.map(\.path))
    #expect(back.changes.map(\.old) == forward.changes.map(\.new))
    #expect(back.changes.map(\.new) == forward.changes.map(\.old))
    #expect(back.revision == SettingsRevision(of: forward.candidate ?? []))
    #expect(String(decoding: back.candidate ?? [], as: UTF8.self) == old)
    #expect(!back.json.text().contains("s3cret"))
  }

  @Test("gives them the removal of the document if nothing was stored before")
  func wayBackToNothing() async throws {
    let participant = ReviewKeeper()
    let (store, storage) = try Fixture.store(participants: [participant])
    await #expect(throws: ApplyError.self) { try await store.apply(draft(store)) }
    #expect(storage.text == nil)
    let (_, back) = try #require(participant.received)
    #expect(Set(back.changes.map(\.kind)) == [.remove])
    #expect(back.candidate == [])
  }

  @Test(
    "commits the other participants if the old content can't be restored, so that each is called with an outcome"
  )
  func notRestored() async throws {
    let log = CallLog()
    let storage = OneCommitStorage()
    let store = try SettingsStore<Fixture>(
      storage: storage,
      participants: [
        RecordingParticipant("a", log), RecordingParticipant("b", log, failing: [.commit]),
        RecordingParticipant("c", log, failing: [.commit]), RecordingParticipant("d", log),
      ])
    let error = await #expect(throws: ApplyError.self) { try await store.apply(draft(store)) }
    #expect(
      log.calls == ["a", "b", "c", "d"].map { "\($0) prepare" } + ["a", "b", "c", "d"].map { "\($0) commit" })
    guard case .commitFailed(let failures, isRestored: false) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failures.map(\.participant) == ["b", "c"])
  }

  @Test(
    "leaves every participant with one of the sequences of the contract, wherever it happens",
    arguments: 0..<64)
  func sequences(_ combination: Int) async throws {
    let log = CallLog()
    let calls: [RecordingParticipant.Call] = [.prepare, .commit, .abort, .revert]
    let participants = ["a", "b", "c"].enumerated().map { position, name in
      RecordingParticipant(name, log, failing: [calls[combination >> (2 * position) & 3]])
    }
    let storage = MemoryStorage()
    let store = try SettingsStore<Fixture>(storage: storage, participants: participants)
    let isApplied = (try? await store.apply(draft(store))) != nil
    #expect(isApplied == (storage.text != nil))
    for name in ["a", "b", "c"] {
      let phases = log.calls.filter { $0.hasPrefix(name) }.map { String($0.dropFirst(2)) }
      let allowed =
        isApplied ? [["prepare", "commit"]] : [[], ["prepare", "abort"], ["prepare", "commit", "revert"]]
      #expect(allowed.contains(phases))
    }
  }
}

/// A participant that fails to commit, and records the reviews of the commit and of the revert.
private final class ReviewKeeper: SettingsParticipant {
  let name = "keeper"
  private let reviews = Mutex<(forward: FormReview?, back: FormReview?)>((nil, nil))

  var received: (forward: FormReview, back: FormReview)? {
    reviews.withLock { reviews in
      guard let forward = reviews.forward, let back = reviews.back else { return nil }
      return (forward, back)
    }
  }

  func commit(_ review: FormReview) async throws {
    reviews.withLock { $0.forward = review }
    throw Refusal(description: "no")
  }

  func revert(_ review: FormReview) async throws {
    reviews.withLock { $0.back = review }
  }
}

/// A storage that accepts only one commit.
private final class OneCommitStorage: SettingsStorage {
  let name = "once"
  private let memory = MemoryStorage()
  private let hasCommitted = Mutex(false)

  func read() -> StoredContent? { memory.read() }
  func commit(_ commit: StorageCommit) throws(SettingsStorageError) -> StorageCommitResult {
    let isLate = hasCommitted.withLock { hasCommitted in
      defer { hasCommitted = true }
      return hasCommitted
    }
    guard !isLate else { throw .readOnly(path: name) }
    return memory.commit(commit)
  }
  func logNumbers() -> [Int] { memory.logNumbers() }
  func logHeader(_ number: Int) -> StorageLookup<[UInt8]> { memory.logHeader(number) }
  func logRecord(_ number: Int) -> StorageLookup<StorageRecord> { memory.logRecord(number) }
  func changes() -> AsyncStream<Void> { memory.changes() }
}
