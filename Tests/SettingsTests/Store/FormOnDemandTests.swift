import Synchronization
import Testing

@testable import Settings

/// A form is read when something needs it. The stores of an app check their content by the outline before.
@Suite("An app's form")
struct FormOnDemandTests {
  private static let full = #"{"name": "a", "limits": {"count": 5, "label": null}}"#

  @Test(
    "isn't read by a process that opens a store, reads its values, and notices that nothing has changed",
    arguments: [full, "{}", nil, #"{"$schema": "a.json", "limits": {"count": 30}}"#])
  func opening(text: String?) async throws {
    try await Reads.counted { count in
      let store = try SettingsStore<Observed>(
        storage: MemoryStorage(text), options: StoreOptions(refresh: .manual))
      #expect(store.values.limits.count == store.saved.limits.count)
      #expect(try await store.refresh().isEmpty)
      #expect(count() == 0)
      #expect(store.title(at: ["name"]) == "Name")
      #expect(count() == 1)
      #expect(store.pendingRestart.isEmpty && store.path(of: \.name) == ["name"])
      #expect(count() == 1)
    }
  }

  @Test("isn't read to find a fault in a migration, which is an error at the opening")
  func faultyMigration() async throws {
    try await Reads.counted { count in
      let error = #expect(throws: SettingsStoreError.self) {
        try SettingsStore<Migrated>(
          storage: MemoryStorage(Self.full), options: StoreOptions(refresh: .manual))
      }
      #expect(error?.description.contains("migration") == true, "\(String(describing: error))")
      #expect(count() == 0)
    }
  }

  @Test("isn't read for layers without content")
  func layers() async throws {
    try await Reads.counted { count in
      let layers = SettingsLayers(
        below: [.file("/nonexistent/settings.json")], storage: MemoryStorage(Self.full),
        above: [.environment(prefix: "FORM_ON_DEMAND"), .arguments([])])
      let store = try SettingsStore<Observed>(layers, options: StoreOptions(refresh: .manual))
      #expect(store.values.limits.count == 5)
      #expect(count() == 0)
      #expect("\(store.origin(of: \.limits.count))".isEmpty == false)
      #expect(count() == 1)
    }
  }

  @Test("is read for layers with content, whose values take effect")
  func layersWithContent() async throws {
    try await Reads.counted { count in
      let layers = SettingsLayers(
        storage: MemoryStorage(Self.full), above: [.arguments(["--limits-count", "9"])])
      let store = try SettingsStore<Observed>(layers, options: StoreOptions(refresh: .manual))
      #expect(store.values.limits.count == 9)
      #expect(count() == 1)
    }
  }

  @Test(
    "is read at the opening for everything that it has to describe",
    arguments: [
      (#"{"limits": {"count": 31}}"#, "limits.count: Use 30 or less"),
      (#"{"limits": {"count": "x"}}"#, "limits.count: Use a whole number"),
      (#"{"limits": 1}"#, "limits"),
    ])
  func problems(text: String, message: String) async throws {
    try await Reads.counted { count in
      let error = #expect(throws: SettingsStoreError.self) {
        try SettingsStore<Observed>(storage: MemoryStorage(text), options: StoreOptions(refresh: .manual))
      }
      #expect(error?.description.contains(message) == true, "\(String(describing: error))")
      #expect(count() == 1)
    }
  }

  @Test("describes unknown keys, which are only warnings")
  func unknownKeys() throws {
    let store = try SettingsStore<Observed>(
      storage: MemoryStorage(#"{"nane": "a", "limits": {"count": 2}}"#),
      options: StoreOptions(refresh: .manual))
    #expect(store.untyped.problems.map(\.path) == [["nane"]])
    #expect(store.values.limits.count == 2)
  }

  @Test("gives the same values as one that is read when the store opens, for every subset of the keys")
  func sparse() throws {
    let members = [#""name": "b""#, #""limits": {"count": 3}"#, #""limits": {"label": "l", "count": 4}"#]
    for subset in 0..<8 where subset & 6 != 6 {
      let text =
        "{\(members.indices.filter { subset >> $0 & 1 == 1 }.map { members[$0] }.joined(separator: ", "))}"
      let store = try SettingsStore<Observed>(
        storage: MemoryStorage(text), options: StoreOptions(refresh: .manual))
      let eager = try SettingsStore<ReadAtOnce>(
        storage: MemoryStorage(text), options: StoreOptions(refresh: .manual))
      #expect(store.values == eager.values.settings, "\(text)")
      #expect(store.untyped.problems == eager.untyped.problems)
    }
  }

  @Test("is read for an apply, which stores and reviews as ever")
  func apply() async throws {
    let storage = MemoryStorage(Self.full)
    let store = try SettingsStore<Observed>(storage: storage, options: StoreOptions(refresh: .manual))
    try await store.update { $0.limits.count = 7 }
    #expect(storage.text == #"{"name": "a", "limits": {"count": 7, "label": null}}"#)
    await #expect(throws: ApplyError.self) { try await store.update { $0.limits.count = 31 } }
  }

  @Test("reports what another process stores, by the outline or by the form")
  func refresh() async throws {
    let storage = MemoryStorage(Self.full)
    let store = try SettingsStore<Observed>(storage: storage, options: StoreOptions(refresh: .manual))
    for (text, count) in [(#"{"limits": {"count": 8}}"#, 8), (#"{"limits": {"count": 99}}"#, 8), ("{}", 1)] {
      _ = storage.commit(Array(text.utf8), expecting: storage.read()?.revision)
      try await store.refresh()
      #expect(store.values.limits.count == count, "\(text)")
      #expect((store.lastRejected != nil) == text.contains("99"))
    }
  }

  @Test("is checked at the opening if the generator doesn't know a default")
  func unknownDefaults() async throws {
    let error = #expect(throws: SettingsStoreError.self) {
      try SettingsStore<Unknown>(
        storage: MemoryStorage(#"{"count": 5}"#), options: StoreOptions(refresh: .manual))
    }
    #expect(error?.description.contains("‘Unknown.count’ is not allowed") == true)
    Unknown.start.withLock { $0 = 20 }
    let store = try SettingsStore<Unknown>(
      storage: MemoryStorage("{}"), options: StoreOptions(refresh: .manual))
    #expect(store.values.count == 20)
    #expect(store.untyped.index[["count"]]?.setting.defaultValue == 20)
  }
}

/// Counts how often a form is read in a task.
private enum Reads {
  final class Counter: Sendable {
    let count = Mutex(0)
  }

  @TaskLocal static var counter: Counter?

  static func counted(_ body: (() -> Int) async throws -> Void) async throws {
    let counter = Counter()
    try await $counter.withValue(counter) { try await body { counter.count.withLock { $0 } } }
  }
}

/// Settings whose form counts how often it is read.
private struct Observed: SettingsGroup, SettingsRoot, Equatable {
  struct Limits: SettingsGroup, Equatable {
    var count = 1
    var label: String? = "none"
  }

  var name = "n"
  var limits = Limits()

  static let text = #"""
    {"type": "object", "properties": {
      "name": {"type": "string", "title": "Name", "default": "n"},
      "limits": {"type": "object", "title": "Limits", "properties": {
        "count": {"type": "integer", "title": "Count", "default": 1, "minimum": 1, "maximum": 30},
        "label": {"type": ["string", "null"], "title": "Label", "default": "none"}}}}}
    """#

  static var formSource: String {
    Reads.counter?.count.withLock { $0 += 1 }
    return text
  }

  static var formOutline: String {
    (try? FormSchema(written: Array(text.utf8))).flatMap(FormOutline.json)?.text(.pretty()) ?? ""
  }

  static func addKeyPaths(to table: inout KeyPathTable<Self>) {
    table.add(
      [\.name, \.limits, \.limits.count, \.limits.label], at: "/name\n/limits\n/limits/count\n/limits/label")
  }
}

/// The same settings with a migration to a place that isn't in the form.
private struct Migrated: SettingsGroup, SettingsRoot {
  var settings = Observed()

  init() {}

  init(from decoder: any Decoder) throws { settings = try Observed(from: decoder) }

  func encode(to encoder: any Encoder) throws { try settings.encode(to: encoder) }

  static var formSource: String { Observed.formSource }
  static var formOutline: String { Observed.formOutline }
  static var migrations: [SettingsMigration<Self>] { [.move("title", to: \.settings.name)] }

  static func addKeyPaths(to table: inout KeyPathTable<Self>) {}
}

/// The same settings without an outline.
private struct ReadAtOnce: SettingsGroup, SettingsRoot {
  var settings = Observed()

  init() {}

  init(from decoder: any Decoder) throws { settings = try Observed(from: decoder) }

  func encode(to encoder: any Encoder) throws { try settings.encode(to: encoder) }

  static var formSource: String { Observed.text }

  static func addKeyPaths(to table: inout KeyPathTable<Self>) {}
}

/// A default that no source spells out.
private struct Unknown: SettingsGroup, SettingsRoot {
  static let start = Mutex(40)

  var count = start.withLock { $0 }

  static var formSource: String {
    #"{"type": "object", "properties": {"count": {"type": "integer", "minimum": 1, "maximum": 30}}}"#
  }

  static var formOutline: String {
    #"{"schemas": [{"type": "integer", "minimum": 1, "maximum": 30}], "settings": {"count": 0}, "unknownDefaults": true}"#
  }

  static func addKeyPaths(to table: inout KeyPathTable<Self>) { table.add([\.count], at: "/count") }
}
