import Testing

@testable import Settings
@testable import SettingsEditing

/// Something that happens while an apply is being prepared.
private struct Meanwhile: SettingsParticipant {
  let name = "meanwhile"
  let act: @Sendable () async throws -> Void

  func prepare(_ review: FormReview) async throws { try await act() }
}

@Suite("A plan")
struct PlanTests {
  private func plan(_ store: StoreEngine, _ value: JSONValue? = 5) throws -> SettingsPlan {
    var draft = store.draft()
    if let value { try draft.stage(value, at: SmallForm.a) }
    // As it is read back from where it was saved.
    return try SettingsPlan(parsing: SettingsPlan(draft, for: store).bytes)
  }

  @Test("does what was reviewed, once", arguments: [#"{"a": 1}"#, nil])
  func once(text: String?) async throws {
    let (store, storage) = try SmallForm.store(text)
    let plan = try plan(store)
    #expect(try store.review(plan).changes.map(\.new) == [5])
    try await store.apply(plan)
    #expect(store.draft().value(at: SmallForm.a) == 5)
    let stored = storage.text
    await #expect(throws: ApplyError.plan(.stale)) { try await store.apply(plan) }
    #expect(storage.text == stored)
  }

  @Test("is stale after it was applied and rolled back, though the content is the same again")
  func rolledBack() async throws {
    let (store, storage) = try SmallForm.store(#"{"a": 1}"#)
    try await store.set(SmallForm.a, 3)
    let plan = try plan(store)
    let before = try #require(try store.history().first)
    try await store.apply(plan)
    try await store.rollback(to: before)
    #expect(storage.text == #"{"a": 3}"#)
    await #expect(throws: ApplyError.plan(.stale)) { try await store.apply(plan) }
    #expect(throws: ApplyError.plan(.stale)) { try store.review(plan) }
  }

  @Test("resets settings to their defaults, too")
  func resets() async throws {
    let (store, storage) = try SmallForm.store(#"{"a": 1}"#)
    var draft = store.draft()
    try draft.reset(SmallForm.a)
    try await store.apply(SettingsPlan(parsing: SettingsPlan(draft, for: store).bytes))
    #expect(storage.text == "{}")
  }

  @Test("removes keys that the form doesn't know")
  func unknownKeys() async throws {
    let (store, storage) = try SmallForm.store(#"{"a": 1, "pasword": "hunter2"}"#)
    var draft = store.draft()
    _ = draft.removeUndescribed(at: ["pasword"])
    let plan = try SettingsPlan(draft, for: store)
    try await store.apply(SettingsPlan(parsing: plan.bytes))
    #expect(storage.text == #"{"a": 1}"#)
  }

  @Test("is refused if a pointer isn't one, or if a comment or a move is malformed")
  func malformedText() throws {
    let (store, _) = try SmallForm.store(#"{"a": 1}"#)
    var draft = store.draft()
    try draft.stage(5, at: SmallForm.a)
    draft.comment("why", above: SmallForm.a)
    let text = String(decoding: try SettingsPlan(draft, for: store).bytes, as: UTF8.self)
    #expect(try SettingsPlan(parsing: Array(text.utf8)) == SettingsPlan(draft, for: store))
    for (old, new) in [(#""pointer": "/a""#, #""pointer": "a""#), (#""text": "why""#, #""text": 1"#)] {
      #expect(text.contains(old))
      #expect(throws: SettingsPlanError.self) {
        try SettingsPlan(parsing: Array(text.replacing(old, with: new).utf8))
      }
    }
  }

  @Test("is stale as soon as another process stores something else")
  func stale() async throws {
    let (store, storage) = try SmallForm.store(#"{"a": 1}"#)
    let plan = try plan(store)
    _ = storage.commit(Array(#"{"a": 1 }"#.utf8), expecting: storage.read()?.revision)
    await #expect(throws: ApplyError.plan(.stale)) { try await store.apply(plan) }
  }

  @Test("is stale if another process has changed the settings and back, also while it is being applied")
  func changedAndBack() async throws {
    let storage = MemoryStorage(#"{"a": 1}"#)
    let other = try SmallForm.store(on: storage)
    let meanwhile = Meanwhile {
      try await other.set(SmallForm.a, 7)
      try await other.set(SmallForm.a, 1)
    }
    let store = try SmallForm.store(on: storage, participants: [meanwhile])
    let plan = try plan(store)
    await #expect(throws: ApplyError.plan(.stale)) { try await store.apply(plan) }
    #expect(storage.text == #"{"a": 1}"#)
  }

  @Test("of a new file can be applied as long as the file doesn't exist")
  func otherFile() async throws {
    let folder = try TemporaryFolder()
    let one = try SmallForm.store(on: FileStorage(folder.path + "/one.json"))
    let two = try SmallForm.store(on: FileStorage(folder.path + "/two.json"))
    let plan = try plan(one)
    await #expect(throws: ApplyError.self) { try await two.apply(plan) }
    #expect(try folder.names.isEmpty)
    let same = try SmallForm.store(
      on: FileStorage(
        folder.path + "/../" + (folder.path as String)
          .split(separator: "/").last.map(String.init)! + "/one.json"))
    try await same.apply(plan)
    #expect(try folder.text("one.json").contains("5"))
  }

  @Test("is refused by another form")
  func otherForm() async throws {
    let (store, storage) = try SmallForm.store(#"{"a": 1}"#)
    let plan = try plan(store)
    let form = try FormSchema(
      written: Array(#"{"type": "object", "properties": {"other": {"type": "integer"}}}"#.utf8))
    let other = try StoreEngine(form: FormIndex(form), layers: SettingsLayers(storage: storage))
    await #expect(throws: ApplyError.plan(.otherForm)) { try await other.apply(plan) }
  }

  @Test(
    "is applied by another version of the same app, if its settings are known and its values are allowed",
    arguments: [
      (#""x-form": 1, "title": "App""#, #""x-form": 1, "title": "App""#, true),
      (#""x-form": 1, "title": "App""#, #""x-form": 1, "title": "Other""#, false),
    ])
  func otherVersion(old: String, new: String, isApplied: Bool) async throws {
    func store(_ members: String, on storage: MemoryStorage, more: String) throws -> StoreEngine {
      let text = #"{\#(members), "type": "object", "properties": {"a": {"type": "integer"}\#(more)}}"#
      let form = try FormSchema(parsing: Array(text.utf8))
      return try StoreEngine(form: FormIndex(form), layers: SettingsLayers(storage: storage))
    }
    let storage = MemoryStorage(#"{"a": 1}"#)
    let plan = try plan(store(old, on: storage, more: ""))
    let other = try store(new, on: storage, more: #", "b": {"type": "integer"}"#)
    guard isApplied else {
      await #expect(throws: ApplyError.plan(.otherForm)) { try await other.apply(plan) }
      return
    }
    try await other.apply(plan)
    #expect(storage.text == #"{"a": 5}"#)
  }

  @Test("of an earlier version of the app isn't converted by a migration that its values have been through")
  func migrated() async throws {
    let storage = MemoryStorage(#"{"$version": 2, "interval": 3}"#)
    // The app reads seconds since version 2, and keeps another setting since version 3.
    let seconds = FormMigration(reading: [["interval"]], writing: [["interval"]], before: 2) { values in
      [values[0]?.integer().map { .number(JSONNumber(60 * $0)) }]
    }
    func store(_ migrations: FormMigration...) throws -> StoreEngine {
      let text =
        #"{"x-form": 1, "title": "App", "type": "object", "properties": {"interval": {"type": "integer"}}}"#
      var form = try FormSchema(parsing: Array(text.utf8))
      form.migrations = migrations
      return try StoreEngine(form: FormIndex(form), layers: SettingsLayers(storage: storage))
    }
    let old = try store(seconds)
    var draft = old.draft()
    try draft.stage(5, at: ["interval"])
    let plan = try SettingsPlan(parsing: SettingsPlan(draft, for: old).bytes)
    try await store(seconds, FormMigration(reading: [["gone"]], before: 3)).apply(plan)
    #expect(try JSONValue(parsing: storage.text ?? "") == ["$version": 3, "interval": 5])
  }

  @Test("without changes changes nothing")
  func empty() async throws {
    let (store, storage) = try SmallForm.store()
    let outcome = try await store.apply(plan(store, nil))
    #expect(outcome.changes.isEmpty)
    #expect(storage.text == nil)
  }

  @Test("never holds a secret")
  func secret() throws {
    let (store, _) = try SmallForm.store()
    var draft = store.draft()
    try draft.stage("hunter2", at: SmallForm.b)
    #expect(throws: SettingsPlanError.secret([SmallForm.b])) { try SettingsPlan(draft, for: store) }
  }

  @Test("that somebody has edited to set a secret is refused", arguments: ["hunter2", ""])
  func editedSecret(secret: String) async throws {
    let (store, storage) = try SmallForm.store(#"{"a": 1}"#)
    let text = String(decoding: try plan(store).bytes, as: UTF8.self)
      .replacing("\"/a\"", with: "\"/b\"").replacing("\"new\": 5", with: "\"new\": \"\(secret)\"")
    let plan = try SettingsPlan(parsing: Array(text.utf8))
    #expect(throws: ApplyError.plan(.secret([SmallForm.b]))) { try store.review(plan) }
    await #expect(throws: ApplyError.plan(.secret([SmallForm.b]))) { try await store.apply(plan) }
    #expect(storage.text == #"{"a": 1}"#)
  }

  @Test(
    "is distinguished from any other file",
    arguments: [
      "", "{}", "[1]", #"{"format": "settings-plan-1"}"#, #"{"format": "settings-plan-2", "file": "a"}"#,
    ])
  func unreadable(text: String) {
    #expect(throws: SettingsPlanError.self) { try SettingsPlan(parsing: Array(text.utf8)) }
  }
}
