import Synchronization
import Testing

@testable import Settings

@Suite("A pending confirmation expires", .timeLimit(.minutes(5)))
struct ConfirmationExpiryTests {
  private let clock = SettingsTestClock()
  private let storage = MemoryStorage(#"{"a": 1}"#)

  private func open(_ participants: [any SettingsParticipant] = []) throws -> StoreEngine {
    try SmallForm.store(on: storage, participants: participants, environment: clock.environment)
  }

  /// Opens a store without a timer, so that nothing rolls an apply back in the meantime.
  private func openWithoutTimer() throws -> StoreEngine {
    try StoreEngine(
      form: StoreForm(#require(SmallForm.index)), layers: SettingsLayers(storage: storage), participants: [],
      hooks: nil, options: StoreOptions(refresh: .manual), expiryOnOpening: .leaveToCaller,
      environment: clock.environment,
      check: nil)
  }

  @Test("at its deadline: the old content is restored, and observers are notified")
  func atDeadline() async throws {
    let store = try open()
    var changes = store.changes().makeAsyncIterator()
    try await store.set(SmallForm.a, 2, anHour)
    #expect(await changes.next()?.map(\.new) == [2])
    await clock.waitForSleep()
    clock.advanceNow(by: .seconds(3_600))
    #expect(await changes.next()?.map(\.new) == [1])
    #expect(try store.history().map(\.kind) == [.revert, .apply, .outside])
  }

  @Test("by another store that was open before, if the one that applied it no longer exists")
  func byOtherStore() async throws {
    let other = try SmallForm.store(on: storage, refresh: .automatic, environment: clock.environment)
    var changes = other.changes().makeAsyncIterator()
    try await SmallForm.store(on: storage, environment: SettingsTestClock().environment).set(
      SmallForm.a, 2, anHour)
    #expect(await changes.next()?.map(\.new) == [2])
    await clock.advance(by: .seconds(3_600))
    #expect(await changes.next()?.map(\.new) == [1])
  }

  @Test("by one timer of a store, which ends with the store")
  func oneTimer() async throws {
    let timers = Mutex<[Task<Void, Never>]>([])
    var environment = clock.environment
    let start = environment.start
    environment.start = { work in
      let timer = start(work)
      timers.withLock { $0.append(timer) }
      return timer
    }
    var store: StoreEngine? = try SmallForm.store(on: storage, environment: environment)
    for value in [2, 3] { try await store?.set(SmallForm.a, .number(JSONNumber(value)), anHour) }
    #expect(timers.withLock { $0.map(\.isCancelled) } == [true, false])
    store = nil
    #expect(timers.withLock { $0.map(\.isCancelled) } == [true, true])
  }

  @Test("not a moment before its deadline")
  func beforeDeadline() async throws {
    let store = try open()
    let id = try #require(try await store.set(SmallForm.a, 2, anHour).confirmation).id
    clock.advanceNow(by: .milliseconds(3_599_999))
    #expect(try await store.rollBackIfExpired() == nil)
    try store.confirm(id)
    clock.advanceNow(by: .seconds(3_600))
    #expect(try await store.rollBackIfExpired() == nil)
    #expect(storage.text?.contains("2") == true)
  }

  @Test("and the store can apply again")
  func nextApply() async throws {
    try await open().set(SmallForm.a, 2, anHour)
    clock.advanceNow(by: .seconds(3_600))
    let store = try openWithoutTimer()
    #expect(try await store.rollBackIfExpired() != nil)
    try await store.set(SmallForm.a, 3)
    #expect(store.draft().value(at: SmallForm.a) == 3)
    #expect(try store.history().map(\.kind) == [.apply, .revert, .apply, .outside])
  }

  @Test("and the store that has noticed can apply again")
  func applyOfNoticingStore() async throws {
    let store = try openWithoutTimer()
    try await openWithoutTimer().set(SmallForm.a, 2, anHour)
    clock.advanceNow(by: .seconds(3_600))
    #expect(try await store.rollBackIfExpired() != nil)
    try await store.set(SmallForm.a, 3)
    #expect(storage.text == #"{"a": 3}"#)
  }

  @Test("when a store is opened after its deadline")
  func onOpening() async throws {
    try await open().set(SmallForm.a, 2, anHour)
    clock.advanceNow(by: .seconds(3_600))
    #expect(try open().draft().value(at: SmallForm.a) == 1)
  }

  @Test("and can't be confirmed afterwards, but canceled")
  func tooLate() async throws {
    let id = try #require(try await open().set(SmallForm.a, 2, anHour).confirmation).id
    clock.advanceNow(by: .seconds(3_600))
    let store = try openWithoutTimer()
    #expect(throws: ApplyError.expired(id)) { try store.confirm(id) }
    try await store.cancel(id)
    #expect(store.draft().value(at: SmallForm.a) == 1)
  }

  @Test("although a store was opened while a longer one, which then failed in another process, had its place")
  func afterFailedSuccessor() async throws {
    final class Opening: SettingsParticipant {
      let name = "opening"
      let opened = Mutex<StoreEngine?>(nil)
      let open: @Sendable () throws -> StoreEngine
      init(_ open: @escaping @Sendable () throws -> StoreEngine) { self.open = open }
      func commit(_ review: FormReview) async throws {
        let store = try open()
        opened.withLock { $0 = store }
        throw CancellationError()
      }
    }
    try await openWithoutTimer().set(SmallForm.a, 2, anHour)
    let participant = Opening { [storage, clock] in
      try SmallForm.store(on: storage, environment: clock.environment)
    }
    await #expect(throws: ApplyError.self) {
      try await open([participant]).set(SmallForm.a, 3, ApplyOptions(confirmWithin: .seconds(36_000)))
    }
    let store = try #require(participant.opened.withLock { $0 })
    var changes = store.changes().makeAsyncIterator()
    await clock.advance(by: .seconds(3_600))
    #expect(await changes.next()?.map(\.new) == [2])
    #expect(await changes.next()?.map(\.new) == [1])
  }

  @Test("and is rolled back again after a second if the store was applying")
  func retry() async throws {
    let store = try open()
    try await store.set(SmallForm.a, 2, anHour)
    await clock.waitForSleep()
    #expect(await store.beginApply())
    clock.advanceNow(by: .seconds(3_600))
    await clock.waitForSleep()
    #expect(clock.sleeps == [.seconds(30), .seconds(1)])
    store.endActivity()
    var changes = store.changes().makeAsyncIterator()
    clock.advanceNow(by: .seconds(1))
    #expect(await changes.next()?.map(\.new) == [1])
  }

  /// A storage whose log can't be read for a while, as if too many files were open.
  private struct FailingLog: SettingsStorage {
    let storage: MemoryStorage
    let failures = Shared(0)
    var name: String { storage.name }

    func logNumbers() throws(SettingsStorageError) -> [Int] {
      let fails = failures.withLock { count in
        defer { count = max(0, count - 1) }
        return count > 0
      }
      if fails { throw .historyUnreadable(path: name, SystemCallError(call: "openat", code: 24)) }
      return storage.logNumbers()
    }

    func read() -> StoredContent? { storage.read() }
    func commit(_ commit: StorageCommit) -> StorageCommitResult { storage.commit(commit) }
    func logHeader(_ number: Int) -> StorageLookup<[UInt8]> { storage.logHeader(number) }
    func logRecord(_ number: Int) -> StorageLookup<StorageRecord> { storage.logRecord(number) }
    func changes() -> AsyncStream<Void> { storage.changes() }
  }

  @Test("in a running app although its log couldn't be read for a while", arguments: [true, false])
  func unreadable(atOpening: Bool) async throws {
    try await SmallForm.store(on: storage, environment: SettingsTestClock().environment).set(
      SmallForm.a, 2, anHour)
    let log = FailingLog(storage: storage)
    if atOpening { log.failures.value = 3 }
    let store = try SmallForm.store(on: log, environment: clock.environment)
    var changes = store.changes().makeAsyncIterator()
    await clock.waitForSleep()
    if !atOpening { log.failures.value = 3 }
    // How often the timer sleeps until then is its own affair.
    let advancing = Task {
      while !Task.isCancelled {
        clock.advanceNow(by: .seconds(3_600))
        try await Task.sleep(for: .milliseconds(1))
      }
    }
    defer { advancing.cancel() }
    #expect(await changes.next()?.map(\.new) == [1])
  }

  @Test("but can be confirmed at any time if nothing can be restored")
  func damaged() async throws {
    let store = try openWithoutTimer()
    let id = try #require(try await store.set(SmallForm.a, 2, anHour).confirmation).id
    clock.advanceNow(by: .seconds(3_600))
    // The record with the old content is gone.
    let content = try #require(storage.read())
    _ = storage.commit(StorageCommit(content.bytes, expecting: content.revision, oldest: 2))
    await #expect(throws: ApplyError.self) { try await store.rollBackIfExpired() }
    try store.confirm(id)
    #expect(try store.pendingConfirmation() == nil)
    #expect(storage.text == #"{"a": 2}"#)
  }

  @Test("canceling it while the store is applying throws a separate error")
  func applyInProgress() async throws {
    let store = try open()
    let id = try #require(try await store.set(SmallForm.a, 2, anHour).confirmation).id
    #expect(await store.beginApply())
    await #expect(throws: ApplyError.applyInProgress) { try await store.cancel(id) }
    await #expect(throws: ApplyError.applyInProgress) { try await store.set(SmallForm.a, 3, anHour) }
    store.endActivity()
    try await store.cancel(id)
  }
}

@Suite("An app goes back to content that it can't decode")
struct UndecodableRestorationTests {
  private let clock = SettingsTestClock()
  private let storage = MemoryStorage(#"{"name": 5}"#)

  /// Applies valid content, to be confirmed, by a process with a form that allows everything.
  private func arm() async throws -> ConfirmationID {
    let lax = FormIndex(
      try FormSchema(written: Array(#"{"type": "object", "properties": {"name": {"title": "Name"}}}"#.utf8)))
    let store = try SmallForm.store(on: storage, form: lax, environment: clock.environment)
    return try #require(try await store.set(["name"], "Ada", anHour).confirmation).id
  }

  private func open() throws -> SettingsStore<Fixture> {
    try SettingsStore(
      SettingsLayers(storage: storage), options: StoreOptions(refresh: .manual),
      environment: clock.environment)
  }

  @Test("when a person cancels: the bytes are restored, and the last good values stay in use")
  func canceled() async throws {
    let id = try await arm()
    let store = try open()
    let outcome = try await store.cancel(id)
    #expect(storage.text == #"{"name": 5}"#)
    #expect(outcome.problems.map(\.path) == [["name"]] && outcome.problems.map(\.severity) == [.warning])
    #expect(store.values.name == "Ada")
    #expect(store.lastRejected?.revision == storage.read()?.revision)
  }

  @Test("when the time is over, also before the app starts, which then reports the content")
  func expired() async throws {
    _ = try await arm()
    let store = try open()
    clock.advanceNow(by: .seconds(3_600))
    // The store's timer rolls it back, too, and may be at it.
    while try await store.untyped.rollBackIfExpired() == nil, storage.text != #"{"name": 5}"# {
      await Task.yield()
    }
    #expect(storage.text == #"{"name": 5}"#)
    #expect(store.values.name == "Ada")

    _ = try await arm()
    clock.advanceNow(by: .seconds(3_600))
    #expect(throws: SettingsStoreError.self) { try open() }
    #expect(storage.text == #"{"name": 5}"#)
  }

  @Test("but by a rollback only to what the form refuses and the app can decode")
  func rolledBack() async throws {
    let old = #"{"calculation": {"timePeriod": 50}}"#
    for (content, isRestored) in [(old, true), (#"{"name": 5}"#, false)] {
      let storage = MemoryStorage(content)
      try await SmallForm.store(on: storage).set(SmallForm.a, 1)
      _ = storage.commit(Array(#"{"name": "Ada"}"#.utf8), expecting: storage.read()?.revision)
      let store = try SettingsStore<Fixture>(
        SettingsLayers(storage: storage), options: StoreOptions(refresh: .manual),
        environment: clock.environment)
      let entry = try #require(try store.history().last)
      if isRestored {
        try await store.rollback(to: entry)
        #expect(storage.text == content && store.values.calculation.timePeriod == 50)
      } else {
        await #expect(throws: ApplyError.self) { try await store.rollback(to: entry) }
        #expect(storage.text == #"{"name": "Ada"}"#)
      }
    }
  }
}
