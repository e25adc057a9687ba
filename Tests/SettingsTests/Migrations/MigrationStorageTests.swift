import Foundation
import Synchronization
import Testing

@testable import Settings
@testable import SettingsEditing

/// What was migrated is stored when the app says so, and told apart from what a person has changed.
@Suite("Storing migrated values")
struct MigrationStorageTests {
  private func store(
    _ text: String, _ participants: [any SettingsParticipant] = []
  ) throws -> (StoreEngine, MemoryStorage) {
    var form = try FormSchema(
      parsing: Array(
        #"""
        {"x-form": 1, "type": "object", "properties": {
          "note": {"type": "string", "default": ""},
          "token": {"type": "string", "writeOnly": true, "x-setting": {"was": "key"}},
          "out": {"type": "object", "x-setting": {"was": "report"}, "properties": {"bytes": {"type": "integer", "default": 0}}}}}
        """#.utf8))
    form.migrations = [
      FormMigration(reading: [["legacy"]]),
      FormMigration(reading: [["out", "bytes"]], writing: [["out", "bytes"]], before: 1) { values in
        values[0]?.number?.integer(as: Int.self).map { [.number(JSONNumber($0 * 1024))] }
      },
    ]
    let storage = MemoryStorage(text)
    let store = try StoreEngine(
      form: FormIndex(form), layers: SettingsLayers(storage: storage), participants: participants)
    return (store, storage)
  }

  private static let old = #"{"legacy": true, "report": {"bytes": 4}, "key": "s3cret"}"#
  private static let new = #"{"$version": 1, "token": "s3cret", "out": {"bytes": 4096}}"#

  @Test("A call stores what was migrated, once, as a version that can be rolled back")
  func call() async throws {
    let (store, storage) = try store(Self.old)
    #expect(storage.text == Self.old)
    let outcome = try await store.storeMigrations()
    #expect(outcome.changes.isEmpty)
    #expect(try JSONValue(parsing: storage.text ?? "") == JSONValue(parsing: Self.new))
    #expect(try store.history().count == 2)
    try await store.storeMigrations()
    #expect(try store.history().count == 2)
    try await store.rollback(to: try #require(try store.history().last))
    #expect(storage.text == Self.old)
  }

  @Test(
    "Storing at the start stores the same, and tells why it couldn't until an apply does",
    .timeLimit(.minutes(1)))
  func start() async throws {
    /// Refuses the first apply.
    final class Vetoing: SettingsParticipant {
      let name = "reload"
      private let isAsked = Atomic(false)
      func prepare(_ review: FormReview) throws {
        if !isAsked.exchange(true, ordering: .relaxed) { throw CancellationError() }
      }
    }
    let (store, storage) = try store(Self.old, [Vetoing()])
    var changes = store.layerProblemChanges().makeAsyncIterator()
    await store.storeMigrationsAtStart()
    #expect(storage.text == Self.old)
    let warning = try #require(store.layerProblems.first)
    #expect(warning.severity == .warning && warning.message.contains("reload"), "\(warning)")
    #expect(await changes.next() == [warning])
    await store.storeMigrationsAtStart()
    #expect(try JSONValue(parsing: storage.text ?? "") == JSONValue(parsing: Self.new))
    #expect(store.layerProblems.isEmpty)
  }

  @Test(
    "The review, its JSON and the log have what the upgrade stores, apart from the changes and without secrets"
  )
  func review() async throws {
    let (store, _) = try store(Self.old)
    var draft = store.draft()
    #expect(draft.review().upgrades.isEmpty)
    try draft.stage("x", at: ["note"])
    let review = draft.review()
    #expect(review.changes.map(\.path) == [["note"]])
    let lines = review.upgrades.map(\.description)
    #expect(Set(review.upgrades.map(\.path)) == [["token"], ["out", "bytes"], ["legacy"]], "\(lines)")
    #expect(lines.contains("report.bytes (now out.bytes): 4 → 4096"), "\(lines)")
    #expect(!"\(review)\(review.json)".contains("s3cret"))
    guard case .object(let json) = review.json, case .array(let upgrades)? = json["upgrades"] else {
      Issue.record("no upgrades in \(review.json)")
      return
    }
    #expect(upgrades.count == 3)
    try await store.apply(draft)
    let entry = try #require(try store.history().first)
    #expect(entry.changes.map(\.path) == [["note"]])
    #expect(Set(entry.upgrades.map(\.path)) == [["token"], ["out", "bytes"], ["legacy"]])
    #expect(!"\(entry)".contains("s3cret"))
  }

  @Test("A value that a person sets isn't among those of the upgrade")
  func setByPerson() throws {
    let (store, _) = try store(Self.old)
    var draft = store.draft()
    try draft.stage(7, at: ["out", "bytes"])
    #expect(Set(draft.review().upgrades.map(\.path)) == [["token"], ["legacy"]])
  }

  @Test(
    "What the upgrade makes of the parts of a list that a person leaves is told apart from their change",
    arguments: [
      ([["host": "a", "port": 5], ["host": "b", "port": 2]], ["0.host", "0.addr", "1.host", "1.addr"]),
      ([["host": "x", "port": 1], ["host": "b", "port": 2]], ["1.host", "1.addr"]),
      ([["host": "b", "port": 2]], ["1.host", "1.addr"]),
      ([["host": "b", "port": 2], ["host": "a", "port": 1]], ["0.host", "0.addr", "1.host", "1.addr"]),
      ([], []),
    ] as [(JSONValue, [String])])
  func otherParts(staged: JSONValue, expected: [String]) async throws {
    for isTyped in [false, true] {
      let storage = MemoryStorage(
        #"{"servers": [{"addr": "a", "port": 1}, {"addr": "b", "port": 2}]}"#)
      let store = try SettingsStore<RenamedMember>(storage: storage)
      var draft = store.draft()
      if isTyped {
        let bytes = Data(staged.text().utf8)
        draft[\.servers] = try JSONDecoder().decode([RenamedMember.Server].self, from: bytes)
      } else {
        try draft.untyped.stage(staged, at: ["servers"])
      }
      let review = draft.review()
      #expect(review.changes.map(\.path) == [["servers"]])
      #expect(!review.changes.flatMap(\.parts).contains { $0.path.name.contains("addr") })
      let paths = Set(review.upgrades.flatMap(\.parts).map(\.path.description))
      #expect(paths == Set(expected.map { "servers.\($0)" }), "\(review)")
      guard case .object(let json) = review.json else { return }
      #expect((json["upgrades"] == nil) == expected.isEmpty)
      try await store.apply(draft)
      #expect(try JSONValue(parsing: storage.text ?? "") == ["servers": staged])
      let entry = try #require(try store.history().first)
      #expect(entry.changes.map(\.path) == [["servers"]])
      #expect(entry.upgrades.map(\.new) == review.upgrades.map(\.new))
    }
  }
}

/// A root with a list of structs, of which a member has a former name.
struct RenamedMember: SettingsGroup {
  struct Server: SettingsGroup {
    var host = ""
    var port = 80
  }

  var servers: [Server] = []
}

extension RenamedMember: SettingsRoot {
  static var formSource: String {
    #"""
    {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties": {
      "servers": {"type": "array", "default": [], "items": {"type": "object", "properties": {
        "host": {"type": "string", "x-setting": {"was": ["addr"]}}, "port": {"type": "integer"}}}}}}
    """#
  }

  static func addKeyPaths(to table: inout KeyPathTable<RenamedMember>) { table.add(\.servers, ["servers"]) }
}
