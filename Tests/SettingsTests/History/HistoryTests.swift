import Testing

@testable import Settings
@testable import SettingsEditing

@Suite("The history")
struct HistoryTests {
  @Test("lists each apply with its author, message and changes, the newest first")
  func lists() async throws {
    let (store, _) = try SmallForm.store()
    try await store.set(SmallForm.a, 1, ApplyOptions(author: "ann", message: "first"))
    try await store.set(SmallForm.a, 2, ApplyOptions(author: "bob"))
    let entries = try store.history()
    #expect(entries.map(\.author) == ["bob", "ann", ""])
    #expect(entries.map(\.message) == [nil, "first", nil])
    // Nothing was stored before.
    #expect(entries.map(\.kind) == [.apply, .apply, .outside])
    #expect(entries[2].revision == nil)
    #expect(entries[0].changes.map(\.path) == [SmallForm.a])
    #expect(entries[0].changes.map(\.old) == [1])
    #expect(entries[0].changes.map(\.new) == [2])
    #expect(entries[0].revision == store.revision)
    let time = entries.map(\.time.localText)
    #expect(
      entries.map(\.description) == [
        "3: \(time[0]), bob, 1 change\n  a: 1 → 2", "2: \(time[1]), ann, 1 change: first\n  a: 0 → 1",
        "1: \(time[2]), no file",
      ])
  }

  @Test("has the titles that the settings had, whatever the form calls them now")
  func formerTitles() async throws {
    func store(_ title: String, _ storage: MemoryStorage) throws -> StoreEngine {
      let form = #"{"properties": {"a": {"type": "integer", "title": "\#(title)"}}}"#
      return try StoreEngine(
        form: FormIndex(try FormSchema(written: Array(form.utf8))), layers: SettingsLayers(storage: storage))
    }
    let storage = MemoryStorage(#"{"a": 1}"#)
    try await store("Before", storage).set(SmallForm.a, 2)
    #expect(try store("After", storage).history().first?.changes.map(\.title) == ["Before"])
  }

  @Test("masks secrets")
  func secrets() async throws {
    let (store, storage) = try SmallForm.store()
    try await store.set(SmallForm.b, "hunter2")
    guard case .found(let header) = storage.logHeader(2) else {
      Issue.record("There is no record.")
      return
    }
    #expect(!String(decoding: header, as: UTF8.self).contains("hunter2"))
    #expect(try store.history().first?.changes.first?.new == FormSetting.mask)
  }

  @Test("records the paths of secrets without their values, so that they stay masked without the form")
  func secretPaths() async throws {
    let (store, storage) = try SmallForm.store(#"{"a": 1, "b": "hunter2"}"#)
    try await store.set(SmallForm.a, 2)
    for number in 1...2 {
      guard case .found(let header) = storage.logHeader(number) else {
        Issue.record("There is no record \(number).")
        continue
      }
      #expect(String(decoding: header, as: UTF8.self).contains(#""secrets": ["/b"]"#))
      #expect(LogHeader(line: header)?.secrets == [SmallForm.b])
    }
    #expect(
      storage.recordedSecrecy.masked(["b": "hunter3", "c": "x"]) == ["b": .string("********"), "c": "x"])
    // A record of an earlier release has no paths; one that can't be read hides everything.
    let header = LogHeader(
      line: Array(#"{"kind": "apply", "time": 1, "author": "a", "revision": null}"#.utf8))
    #expect(header?.secrets.isEmpty == true)
    let damaged = LogHeader(
      line: Array(#"{"kind": "apply", "time": 1, "author": "a", "revision": null, "secrets": [1]}"#.utf8))
    #expect(damaged?.secrets == [.root])
  }

  @Test("can be rolled back over content that isn't JSON, which no draft replaces")
  func malformedContent() async throws {
    let storage = MemoryStorage(#"{"a": 1}"#)
    try await SmallForm.store(on: storage).set(SmallForm.a, 2)
    _ = storage.commit(Array("{".utf8), expecting: storage.read()?.revision)
    let store = try StoreEngine(
      form: #require(SmallForm.index), layers: SettingsLayers(storage: storage), participants: [],
      options: StoreOptions(refresh: .manual), expiryOnOpening: .leaveToCaller, malformed: .allowRollback)
    await #expect(throws: ApplyError.self) { try await store.set(SmallForm.a, 3) }
    #expect(storage.text == "{")
    let good = try #require(try store.history().first { $0.kind == .apply })
    try await store.rollback(to: good)
    #expect(storage.text == #"{"a": 2}"#)
  }

  @Test("can be rolled back to content that isn't JSON, which only an app's types refuse")
  func malformedVersion() async throws {
    /// Records a version that isn't JSON, which another program has stored in the meantime, and returns it.
    func broken(_ store: StoreEngine, _ storage: MemoryStorage) throws -> SettingsHistoryEntry {
      let content = Array("{".utf8)
      let header = LogHeader(
        .outside, revision: SettingsRevision(of: content), changes: [], secrets: [],
        at: WallTime(milliseconds: 1),
        by: "", message: nil)
      let record = StorageRecord(header: header.line, content: .version(content))
      let stored = storage.read()
      _ = storage.commit(StorageCommit(stored?.bytes, expecting: stored?.revision, records: [record]))
      return try #require(try store.history().first { $0.revision == SettingsRevision(of: content) })
    }
    let (store, storage) = try SmallForm.store(#"{"a": 1}"#)
    try await store.rollback(to: broken(store, storage))
    #expect(storage.text == "{")
    let (typed, typedStorage) = try Fixture.store(#"{"name": "a"}"#)
    let version = try broken(typed.untyped, typedStorage)
    await #expect(throws: ApplyError.self) { try await typed.untyped.rollback(to: version) }
    #expect(typedStorage.text == #"{"name": "a"}"#)
  }

  @Test("can be rolled back to content that the form refuses, which is reported as a warning")
  func refusedByForm() async throws {
    let (store, storage) = try SmallForm.store(#"{"a": -1}"#)
    try await store.set(SmallForm.a, 2)
    let entry = try store.history()[1]
    let review = try store.review(restoring: entry)
    #expect(review.isApplicable)
    #expect(review.problems.map(\.path) == [SmallForm.a] && review.problems.map(\.severity) == [.warning])
    try await store.rollback(to: entry)
    #expect(storage.text == #"{"a": -1}"#)
    #expect(store.problems.map(\.severity) == [.error])
    // An apply of the same value is still refused.
    try await store.set(SmallForm.a, 3)
    await #expect(throws: ApplyError.self) { try await store.set(SmallForm.a, -1) }
  }

  @Test("counts and reviews members that the form doesn't describe, with their longest paths")
  func undescribed() async throws {
    let (store, storage) = try SmallForm.store(#"{"a": 1, "x": {"y": 1, "z": [1]}}"#)
    try await store.set(SmallForm.a, 2)
    _ = storage.commit(
      Array(#"{ "a": 2, "x": {"y": 2, "z": [ 1 ]}, "w": null }"#.utf8), expecting: storage.read()?.revision)
    let entry = try #require(try store.history().first)
    #expect(entry.changes.map(\.path) == [["x", "y"], ["w"]] && entry.changeCount == 2)
    #expect(entry.changes.map(\.kind) == [.replace, .add])
    let review = try store.review(restoring: try store.history()[1])
    #expect(review.changes.map(\.path) == [["x", "y"], ["w"]])
    #expect(review.changes.map(\.new) == [1, nil])
  }

  @Test("begins with the stored content, also if its author is unknown")
  func unrecorded() throws {
    let (store, _) = try SmallForm.store(#"{"a": 1}"#)
    let entries = try store.history()
    #expect(entries.map(\.id) == [0])
    #expect(entries.map(\.revision) == [store.revision])
  }

  @Test("is empty when nothing is stored")
  func empty() throws {
    let (store, _) = try SmallForm.store()
    #expect(try store.history().isEmpty)
  }

  @Test("can be rolled back to the time when nothing was stored")
  func rollbackToNothing() async throws {
    let (store, storage) = try SmallForm.store()
    try await store.set(SmallForm.a, 2, anHour)
    let id = try #require(try store.pendingConfirmation()).id
    try await store.cancel(id)
    #expect(storage.text == nil)
    try await store.set(SmallForm.a, 3)
    #expect(storage.text?.contains("3") == true)
  }

  @Test("shows what a rollback would do, as a review with a patch")
  func review() async throws {
    let (store, _) = try SmallForm.store(#"{"a": 1, "b": "hunter2", "x": 1}"#)
    var draft = store.draft()
    try draft.stage(2, at: SmallForm.a)
    try draft.stage("new", at: SmallForm.b)
    try await store.apply(draft)
    let review = try store.review(restoring: try store.history()[1])
    #expect(review.changes.map(\.path) == [SmallForm.a, SmallForm.b])
    #expect(review.changes.map(\.new) == [1, "hunter2"])
    #expect(!review.json.description.contains("hunter2"))
    guard case .object(let json) = review.json, case .array(let patch)? = json["patch"] else {
      Issue.record("no patch")
      return
    }
    #expect(patch.count == 2)
  }

  @Test("removes the oldest versions, and continues the numbers")
  func limit() async throws {
    let (store, _) = try SmallForm.store()
    for value in 1...60 { try await store.set(SmallForm.a, .number(JSONNumber(value))) }
    let entries = try store.history()
    #expect(entries.count == 50)
    #expect(entries.first?.id == 61)
    #expect(entries.last?.id == 12)
  }

  @Test("is accessible only to its owner")
  func mode() async throws {
    let folder = try TemporaryFolder()
    try folder.write("{}", to: "a.json", mode: 0o644)
    let store = try SmallForm.store(on: FileStorage(folder.path + "/a.json"))
    try await store.set(SmallForm.a, 1)
    #expect(try folder.mode(".a.json.history") == 0o700)
    #expect(try folder.mode(".a.json.history/00000002") == 0o600)
    #expect(try folder.mode("a.json") == 0o644)
  }

  @Test("lists what was rolled back after a participant failed, and the next apply succeeds")
  func failedCommit() async throws {
    struct Failing: SettingsParticipant {
      let name = "failing"
      func commit(_ review: FormReview) async throws {
        if review.changes.contains(where: { $0.new == 13 }) { throw CancellationError() }
      }
    }
    let storage = MemoryStorage(#"{"a": 1}"#)
    let store = try SmallForm.store(on: storage, participants: [Failing()])
    await #expect(throws: ApplyError.self) { try await store.set(SmallForm.a, 13) }
    #expect(storage.text == #"{"a": 1}"#)
    #expect(try store.history().map(\.kind) == [.revert, .apply, .outside])
    #expect(try store.history().first?.revision == store.revision)
    try await store.set(SmallForm.a, 2)
    #expect(storage.text == #"{"a": 2}"#)
  }
}
