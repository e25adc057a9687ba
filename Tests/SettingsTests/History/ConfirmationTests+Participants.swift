import Synchronization
import Testing

@testable import Settings

extension ConfirmationTests {
  @Test("is passed to participants that commit, with the remaining time")
  func passedToParticipants() async throws {
    final class Hearing: SettingsParticipant {
      let name = "hearing"
      let received = Mutex<[ConfirmationID?]>([])
      func prepare(_ review: FormReview) async throws {
        received.withLock { $0.append(review.confirmation?.id) }
      }
      func commit(_ review: FormReview) async throws {
        received.withLock { $0.append(review.confirmation?.id) }
      }
    }
    let participant = Hearing()
    let store = try open([participant])
    let id = try await store.set(SmallForm.a, 2, anHour).confirmation?.id
    #expect(id != nil)
    #expect(participant.received.withLock { $0 } == [nil, id])
    try store.confirm(#require(id))
    try await store.set(SmallForm.a, 3)
    #expect(participant.received.withLock { $0.suffix(2) } == [nil, nil])
  }

  @Test("that another process rolls back while participants commit fails, and they revert")
  func rolledBackDuringCommit() async throws {
    struct Slow: SettingsParticipant {
      let name = "slow"
      let others: @Sendable () throws -> StoreEngine
      let log: RevertLog
      func commit(_ review: FormReview) async throws {
        if let pending = review.confirmation { try await others().cancel(pending.id) }
      }
      func revert(_ review: FormReview) async throws { log.count.withLock { $0 += 1 } }
    }
    final class RevertLog: Sendable { let count = Mutex(0) }
    let path = folder.path + "/a.json"
    let log = RevertLog()
    let store = try open([Slow(others: { try SmallForm.store(on: FileStorage(path)) }, log: log)])
    await #expect { try await store.set(SmallForm.a, 2, anHour) } throws: { error in
      if case .confirmationCanceled? = error as? ApplyError { true } else { false }
    }
    #expect(log.count.withLock { $0 } == 1)
    #expect(try text == before)
    #expect(store.draft().value(at: SmallForm.a) == 1)
  }

  @Test("that is confirmed while participants commit stays")
  func confirmedMeanwhile() async throws {
    struct Confirming: SettingsParticipant {
      let name = "confirming"
      let others: @Sendable () throws -> StoreEngine
      func commit(_ review: FormReview) async throws {
        if let pending = review.confirmation { try others().confirm(pending.id) }
      }
    }
    let path = folder.path + "/a.json"
    let store = try open([Confirming(others: { try SmallForm.store(on: FileStorage(path)) })])
    try await store.set(SmallForm.a, 2, anHour)
    #expect(try text.contains("2"))
  }

  @Test("that is superseded while participants commit stays, and both are rolled back together")
  func followedMeanwhile() async throws {
    struct Following: SettingsParticipant {
      let name = "following"
      let others: @Sendable () throws -> StoreEngine
      func commit(_ review: FormReview) async throws {
        if review.confirmation != nil { try await others().set(SmallForm.b, "x", anHour) }
      }
    }
    let path = folder.path + "/a.json"
    let store = try open([Following(others: { try SmallForm.store(on: FileStorage(path)) })])
    try await store.set(SmallForm.a, 2, anHour)
    #expect(try text.contains("2") && text.contains("x"))
    try await store.cancel(pending(store).id)
    #expect(try text == before)
  }

  @Test("that expired before the store was opened can be rolled back by the caller, with participants")
  func leftToCaller() async throws {
    final class Hearing: SettingsParticipant {
      let name = "hearing"
      let values = Mutex<[JSONValue?]>([])
      func commit(_ review: FormReview) async throws {
        values.withLock { $0 += review.changes.map(\.new) }
      }
    }
    _ = try await open().set(SmallForm.a, 2, noTime)
    let participant = Hearing()
    let store = try StoreEngine(
      form: #require(SmallForm.index), layers: SettingsLayers(file: folder.path + "/a.json"),
      participants: [participant], options: StoreOptions(refresh: .manual), expiryOnOpening: .leaveToCaller)
    #expect(try text.contains("2"))
    let takenBack = try #require(try await store.rollBackIfExpired())
    #expect(takenBack.outcome.failures.isEmpty)
    #expect(try text == before)
    #expect(participant.values.withLock { $0 } == [1])
    #expect(try await store.rollBackIfExpired() == nil)
  }

  @Test("is rolled back by the next apply when it has expired")
  func expiredAtApply() async throws {
    let store = try open()
    try await store.set(SmallForm.a, 2, noTime)
    try await store.set(SmallForm.b, "x")
    #expect(store.draft().value(at: SmallForm.a) == 1)
    #expect(store.draft().value(at: SmallForm.b) == "x")
  }
}
