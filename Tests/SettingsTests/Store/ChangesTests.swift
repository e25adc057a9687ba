import Synchronization
import Testing

@testable import Settings

@Suite("Changes of a setting", .timeLimit(.minutes(5)))
struct ChangesTests {
  @Test("come as the values that the process uses, one a commit, and only of that setting")
  func values() async throws {
    let (store, _) = try Fixture.store()
    var periods = store.changes(of: \.calculation.timePeriod).makeAsyncIterator()
    try await store.apply(staging: 9, at: timePeriodPath)
    try await store.apply(staging: "other", at: ["name"])
    try await store.apply(staging: 11, at: timePeriodPath)
    #expect(try await periods.next() == 9)
    #expect(try await periods.next() == 11)
  }

  @Test("of a section have the section's value, whichever of its settings changed")
  func section() async throws {
    let (store, _) = try Fixture.store()
    var sections = store.changes(of: \.calculation).makeAsyncIterator()
    try await store.apply(staging: 9, at: timePeriodPath)
    try await store.apply(staging: 0.25, at: ratioPath)
    #expect(try await sections.next() == Fixture.Calculation(timePeriod: 9))
    #expect(try await sections.next() == Fixture.Calculation(timePeriod: 9, ratio: 0.25))
  }

  @Test("aren't reported for settings that require a restart, because the process keeps the old value")
  func restart() async throws {
    let (store, _) = try Fixture.store()
    var sections = store.changes(of: \.calculation).makeAsyncIterator()
    try await store.apply(staging: "average", at: modePath)
    try await store.apply(staging: 9, at: timePeriodPath)
    #expect(try await sections.next() == Fixture.Calculation(mode: .regression, timePeriod: 9))
  }

  @Test("by other processes are reported, too")
  func others() async throws {
    let (store, storage) = try Fixture.store()
    var names = store.changes(of: \.name).makeAsyncIterator()
    _ = storage.commit(Array(#"{"name": "x"}"#.utf8), expecting: nil)
    #expect(try await names.next() == "x")
  }

  @Test("by path come as changes, those of a part of a setting as the setting's")
  func paths() async throws {
    let (store, _) = try Fixture.store()
    var calculation = try store.untyped.changes(of: ["calculation"]).makeAsyncIterator()
    var server = try store.untyped.changes(of: ["servers", "0", "port"]).makeAsyncIterator()
    var draft = store.draft()
    try draft.untyped.stage(9, at: timePeriodPath)
    try draft.untyped.stage(0.25, at: ratioPath)
    try draft.untyped.stage([["host": "a", "port": 1]], at: ["servers"])
    try await store.apply(draft)
    #expect(await calculation.next()?.map(\.path) == [timePeriodPath, ratioPath])
    #expect(await server.next()?.map(\.path) == [["servers"]])
  }

  @Test("share one watch on the storage, which ends with the store", .timeLimit(.minutes(5)))
  func watch() async throws {
    let storage = WatchedStorage()
    var store: StoreEngine? = try StoreEngine(
      form: FormIndex(FormSchema(written: Array(Fixture.formSource.utf8))),
      layers: SettingsLayers(storage: storage))
    let streams = try (0..<100).compactMap { _ in try store?.changes(of: ["name"]) }
    for await _ in storage.begun { break }
    for stream in streams {
      let task = Task { for await _ in stream {} }
      task.cancel()
      await task.value
    }
    #expect(storage.watchCount == 1)
    store = nil
    for await _ in storage.ended { break }
  }

  @Test("by other processes are not read by a manual store until it is refreshed")
  func manual() async throws {
    let storage = MemoryStorage()
    let store = try SettingsStore<Fixture>(storage: storage, options: StoreOptions(refresh: .manual))
    var names = store.changes(of: \.name).makeAsyncIterator()
    _ = storage.commit(Array(#"{"name": "x"}"#.utf8), expecting: nil)
    #expect(store.values.name == "trend")
    #expect(try await store.refresh().map(\.path) == [["name"]])
    #expect(store.values.name == "x")
    #expect(try await names.next() == "x")
  }

  @Test("go on after a content that is malformed, and after one that can't be read")
  func trouble() async throws {
    let storage = WatchedStorage()
    let store = try StoreEngine(
      form: FormIndex(FormSchema(written: Array(Fixture.formSource.utf8))),
      layers: SettingsLayers(storage: storage))
    var changes = try store.changes(of: ["name"]).makeAsyncIterator()
    var reads = storage.reads.makeAsyncIterator()
    let troubles: [WatchedStorage.Content] = [
      .success(StoredContent(Array(#"{"name": "#.utf8))), .failure(.notAFile(path: "watched")),
    ]
    for (number, trouble) in troubles.enumerated() {
      storage.put(trouble)
      while await reads.next() != trouble {}
      storage.put(.success(StoredContent(Array(#"{"name": "x\#(number)"}"#.utf8))))
      #expect(await changes.next()?.map(\.new) == [.string("x\(number)")])
    }
  }

  @Test("end with the store")
  func end() async throws {
    var store: StoreEngine? = try Fixture.store().store.untyped
    let stream = try #require(store?.changes())
    store = nil
    for await _ in stream { Issue.record("Nothing has changed.") }
  }
}

extension SettingsStore {
  fileprivate func apply(staging value: JSONValue, at path: SettingPath) async throws {
    var draft = draft()
    try draft.untyped.stage(value, at: path)
    try await apply(draft)
  }
}

/// Counts the watches that have begun, and reports when one has ended and what was read.
private final class WatchedStorage: SettingsStorage {
  typealias Content = Result<StoredContent?, SettingsStorageError>

  let name = "watched"
  let reads: AsyncStream<Content>
  private let report: AsyncStream<Content>.Continuation
  private let content = Mutex(Content.success(nil))
  private let signal = Mutex<AsyncStream<Void>.Continuation?>(nil)
  let begun: AsyncStream<Void>
  private let begin: AsyncStream<Void>.Continuation
  let ended: AsyncStream<Void>
  private let end: AsyncStream<Void>.Continuation
  private let watches = Mutex(0)

  init() {
    (begun, begin) = AsyncStream.makeStream()
    (ended, end) = AsyncStream.makeStream()
    (reads, report) = AsyncStream.makeStream()
  }

  var watchCount: Int { watches.withLock { $0 } }

  /// Lets the next reads get something else, and signals it.
  func put(_ new: Content) {
    content.withLock { $0 = new }
    _ = signal.withLock { $0?.yield() }
  }

  func read() throws(SettingsStorageError) -> StoredContent? {
    let content = content.withLock(\.self)
    report.yield(content)
    return try content.get()
  }

  func commit(_ commit: StorageCommit) -> StorageCommitResult { .conflict(current: nil) }
  func logNumbers() -> [Int] { [] }
  func logHeader(_ number: Int) -> StorageLookup<[UInt8]> { .missing }
  func logRecord(_ number: Int) -> StorageLookup<StorageRecord> { .missing }

  func changes() -> AsyncStream<Void> {
    watches.withLock { $0 += 1 }
    begin.yield()
    return AsyncStream { continuation in
      signal.withLock { $0 = continuation }
      continuation.onTermination = { [end] _ in end.yield() }
    }
  }
}
