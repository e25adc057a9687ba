import Synchronization
import Testing

@testable import Settings
@testable import SettingsEditing

/// A root whose decoder reads the store that decodes it.
private struct ReadingRoot: SettingsGroup, SettingsRoot {
  private enum CodingKeys: CodingKey { case a }

  static let store = Mutex<SettingsStore<ReadingRoot>?>(nil)
  static let seen = Mutex<[Int]>([])

  var a = 1

  init() {}

  init(from decoder: any Decoder) throws {
    a = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .a)
    guard let store = Self.store.withLock(\.self) else { return }
    let saved = (store.saved.a, store.values.a)
    Self.seen.withLock { $0 += [saved.0, saved.1] }
  }

  static var formSource: String {
    #"{"type": "object", "title": "Reading", "properties": {"a": {"type": "integer", "title": "A", "default": 1}}}"#
  }

  static func addKeyPaths(to table: inout KeyPathTable<ReadingRoot>) { table.add(\.a, ["a"]) }
}

@Suite("A settings store")
struct SettingsStoreTests {
  @Test("has the defaults when nothing is stored")
  func defaults() throws {
    #expect(try Fixture.store().store.values == Fixture())
  }

  @Test("keeps the values from its start for settings that require a restart, and lists those settings")
  func pendingRestart() async throws {
    let (store, _) = try Fixture.store()
    var draft = store.draft()
    try draft.untyped.stage("average", at: modePath)
    try draft.untyped.stage(9, at: timePeriodPath)
    try await store.apply(draft)
    #expect(store.values.calculation.mode == .regression)
    #expect(store.values.calculation.timePeriod == 9)
    #expect(store.saved.calculation.mode == .average)
    #expect(store.pendingRestart == [modePath])

    draft = store.draft()
    try draft.untyped.reset(modePath)
    try await store.apply(draft)
    #expect(store.pendingRestart.isEmpty)
  }

  @Test("reads a value under the key of an earlier version, before and after it is moved")
  func renamed() async throws {
    let (store, storage) = try Fixture.store(#"{"label": "old"}"#)
    #expect(store.values.name == "old" && store.saved.name == "old")
    var draft = store.draft()
    try draft.untyped.stage(9, at: timePeriodPath)
    try await store.apply(draft)
    #expect(store.values.name == "old" && storage.text?.contains("label") == false)
  }

  @Test("refuses a malformed file with line and column, and leaves it")
  func malformed() throws {
    let folder = try TemporaryFolder()
    try folder.write("{\n  \"name\": oops\n}", to: "a.json")
    let path = folder.path + "/a.json"
    let error = #expect(throws: SettingsStoreError.self) { try SettingsStore<Fixture>(file: path) }
    #expect(error?.description.hasPrefix("\(path):2:11: ") == true, "\(String(describing: error))")
    #expect(try folder.text("a.json") == "{\n  \"name\": oops\n}")
    #expect(try folder.names == ["a.json"])
  }

  @Test("reports all invalid values at once, with line, column and path")
  func unfit() throws {
    let error = #expect(throws: SettingsStoreError.self) {
      try Fixture.store("{\n  \"name\": 3,\n  \"calculation\": {\"timePeriod\": 31}\n}")
    }
    let lines = error?.description.split(separator: "\n") ?? []
    // The last two lines say how to correct them.
    #expect(lines.count == 4)
    #expect(lines.first?.hasPrefix("settings.json:2:11: error: name: ") == true, "\(lines)")
    #expect(
      lines.dropFirst().first?.hasPrefix("settings.json:3:33: error: calculation.timePeriod: ") == true,
      "\(lines)")
  }

  @Test("never contains the value of a secret")
  func secret() throws {
    let error = #expect(throws: SettingsStoreError.self) { try Fixture.store(#"{"token": ["hunter2"]}"#) }
    #expect(error?.description.contains("hunter2") == false)
  }

  @Test("notifies observers of what was applied, and of what other processes stored", .timeLimit(.minutes(5)))
  func changes() async throws {
    let (store, storage) = try Fixture.store()
    var changes = store.changes().makeAsyncIterator()
    var draft = store.draft()
    try draft.untyped.stage(9, at: timePeriodPath)
    try await store.apply(draft)
    #expect(await changes.next()?.map(\.path) == [timePeriodPath])

    _ = storage.commit(Array(#"{"name": "x"}"#.utf8), expecting: storage.read()?.revision)
    let others = await changes.next()
    #expect(others?.map(\.path) == [["name"], timePeriodPath])
    #expect(others?.map(\.kind) == [.add, .remove])
    #expect(store.saved.name == "x")
  }

  @Test("keeps the last good values while the stored content is broken")
  func broken() throws {
    let (store, storage) = try Fixture.store(#"{"name": "good"}"#)
    _ = storage.commit(Array("{".utf8), expecting: storage.read()?.revision)
    #expect(throws: SettingsStoreError.self) { try store.untyped.refresh() }
    #expect(store.values.name == "good")
    _ = storage.commit(Array(#"{"name": "back"}"#.utf8), expecting: storage.read()?.revision)
    try store.untyped.refresh()
    #expect(store.values.name == "back")
  }

  @Test("takes a file with comments, unknown keys and any layout, and changes nothing but the value")
  func layout() async throws {
    let text = "// mine\r\n{\r\n\t\"other\": [1, 2], // keep\r\n\t\"name\": \"a\" /* why */\r\n}"
    let (store, storage) = try Fixture.store(text)
    var draft = store.draft()
    try draft.untyped.stage("b", at: ["name"])
    try await store.apply(draft)
    #expect(storage.text == text.replacing("\"a\"", with: "\"b\""))
  }
}

@MainActor
@Suite("A typed view model")
struct SettingsViewModelTests {
  @Test("stages by key path and reads what is staged")
  func stages() async throws {
    let (store, _) = try Fixture.store()
    let model = SettingsViewModel(store)
    model[\.calculation.timePeriod] = 9
    model[\.nickname] = "nick"
    #expect(model[\.calculation.timePeriod] == 9)
    #expect(model[\.nickname] == "nick")
    #expect(store.values == Fixture())
    model.undo()
    #expect(model[\.nickname] == nil)
    try await model.apply()
    #expect(store.values.calculation.timePeriod == 9)
    #expect(!model.hasChanges)
  }

  @Test("stages a whole section as its settings")
  func section() throws {
    let (store, _) = try Fixture.store()
    let model = SettingsViewModel(store)
    model[\.calculation] = Fixture.Calculation(mode: .average, timePeriod: 7, ratio: 0.25)
    #expect(model.review().changes.map(\.path) == [modePath, ratioPath])
    #expect(model[\.calculation].ratio == 0.25)
    model.undo()
    #expect(!model.hasChanges)
  }

  @Test("stages what JSON can't hold as a problem")
  func notFinite() throws {
    let (store, _) = try Fixture.store()
    let model = SettingsViewModel(store)
    model[\.calculation.ratio] = .nan
    #expect(!model.review().isApplicable)
  }

  @Test(
    "accepts a whole number in any spelling, keeps the spelling, and reviews and decodes its value"
  )
  func spelledInteger() async throws {
    let (store, storage) = try Fixture.store()
    var draft = store.draft()
    try draft.untyped.stage(.number(try #require(JSONNumber("1e1"))), at: timePeriodPath)
    #expect(draft.review().changes.map(\.newText) == ["10 days"])
    try await store.apply(draft)
    #expect(storage.text?.contains(#""timePeriod": 1e1"#) == true)
    #expect(store.values.calculation.timePeriod == 10)
    #expect(try SettingsStore<Fixture>(storage: storage).values.calculation.timePeriod == 10)
  }

  @Test("can be read by the app's own decoder, which gets the values from before")
  func readingDecoder() async throws {
    let storage = MemoryStorage(#"{"a": 1}"#)
    let store = try SettingsStore<ReadingRoot>(storage: storage, options: StoreOptions(refresh: .manual))
    ReadingRoot.store.withLock { $0 = store }
    defer { ReadingRoot.store.withLock { $0 = nil } }
    _ = storage.commit(Array(#"{"a": 2}"#.utf8), expecting: storage.read()?.revision)
    try await store.refresh()
    #expect(store.saved.a == 2 && store.values.a == 2)
    let seen = ReadingRoot.seen.withLock(\.self)
    #expect(!seen.isEmpty && seen.allSatisfy { $0 == 1 }, "\(seen)")
  }
}
