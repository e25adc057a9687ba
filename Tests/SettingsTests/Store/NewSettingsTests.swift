@testable import SettingsForm
import SettingsSchemas
import SettingsSystem
import Testing

@testable import Settings

/// What an update of an app brings, by the form of the last apply.
@Suite("New settings")
struct NewSettingsTests {
  /// A form of our own with settings of any JSON.
  private func form(_ properties: String) throws -> FormIndex {
    FormIndex(try FormSchema(written: Array(#"{"type": "object", "properties": {\#(properties)}}"#.utf8)))
  }

  private let a = #""a": {"type": "integer", "default": 0}"#
  private let b = #""b": {"type": "integer", "default": 0}"#
  private let c = #""c": {"type": "integer", "default": 0}"#

  private func store(
    _ form: FormIndex, _ storage: any SettingsStorage, participants: [any SettingsParticipant] = []
  ) throws -> StoreEngine {
    try StoreEngine(
      form: form, layers: SettingsLayers(storage: storage), participants: participants,
      options: StoreOptions(refresh: .manual))
  }

  /// Applies a change with a form.
  private func apply(
    _ form: FormIndex, _ storage: any SettingsStorage, _ value: JSONValue = 1,
    _ options: ApplyOptions = ApplyOptions()
  ) async throws {
    try await store(form, storage).set(form.settings[0].path, value, options)
  }

  @Test("Given no apply, then nothing is new")
  func neverApplied() throws {
    #expect(try store(form(a), MemoryStorage()).newSettings().isEmpty)
    #expect(try store(form(a), MemoryStorage(#"{"a": 1}"#)).newSettings().isEmpty)
  }

  @Test("Given an apply, when the form has other settings, then these are new until the next apply")
  func update() async throws {
    let storage = MemoryStorage()
    try await apply(form(a), storage)
    #expect(try store(form(a), storage).newSettings().isEmpty)
    let updated = try form("\(c), \(a), \(b)")
    #expect(try store(updated, storage).newSettings() == [["b"], ["c"]])
    try await apply(updated, storage, 2)
    #expect(try store(updated, storage).newSettings().isEmpty)
    #expect(try store(form(a), storage).newSettings().isEmpty)
  }

  @Test("Given a setting or section with another name, then it isn't new")
  func renamed() async throws {
    let storage = MemoryStorage()
    try await apply(form("\(a), \"old\": {\"type\": \"object\", \"properties\": {\(b)}}"), storage)
    let updated = try form(
      """
      "first": {"type": "integer", "default": 0, "x-setting": {"was": ["a"]}},
      "new": {"type": "object", "x-setting": {"was": ["old"]}, "properties": {\(b), \(c)}}
      """)
    #expect(try store(updated, storage).newSettings() == [["new", "c"]])
  }

  @Test("Given an apply that the history doesn't record, then the marks stay")
  func unrecorded() async throws {
    let storage = MemoryStorage()
    try await apply(form(a), storage)
    let updated = try form("\(a), \(b)")
    try await apply(updated, storage, 2, ApplyOptions(history: .skip))
    #expect(try store(updated, storage).newSettings() == [["b"]])
  }

  @Test("Given an apply that fails after its commit, then the marks stay")
  func failed() async throws {
    let storage = MemoryStorage()
    try await apply(form(a), storage)
    let updated = try form("\(a), \(b)")
    let store = try store(updated, storage, participants: [FailingParticipant()])
    await #expect(throws: ApplyError.self) { try await store.set(["a"], 2) }
    #expect(store.newSettings() == [["b"]])
  }

  @Test("Given an apply that waits for its confirmation, then nothing is new, however it ends")
  func confirmed() async throws {
    let storage = MemoryStorage()
    try await apply(form(a), storage)
    let updated = try form("\(a), \(b)")
    let store = try store(updated, storage)
    try await store.set(["a"], 2, anHour)
    #expect(store.newSettings().isEmpty)
    let pending = try #require(try store.pendingConfirmation())
    try await store.cancel(pending.id)
    #expect(store.newSettings().isEmpty)
  }

  @Test("Given an expired apply, when an updated app rolls it back, then the marks stay")
  func expired() async throws {
    let storage = MemoryStorage()
    try await apply(form(a), storage, 2, noTime)
    let updated = try form("\(a), \(b)")
    #expect(try store(updated, storage).newSettings() == [["b"]])
    #expect(storage.text == nil)
  }

  @Test("Given a rollback by a person, then nothing is new")
  func rollback() async throws {
    let storage = MemoryStorage()
    try await apply(form(a), storage)
    try await apply(form(a), storage, 2)
    let updated = try store(form("\(a), \(b)"), storage)
    try await updated.rollback(to: updated.history()[1])
    #expect(updated.newSettings().isEmpty)
  }

  @Test("Given another form without any setting of the last one, then nothing is new")
  func otherForm() async throws {
    let storage = MemoryStorage()
    try await apply(form(a), storage)
    #expect(try store(form("\(b), \(c)"), storage).newSettings().isEmpty)
  }

  @Test("Given an inferred form, then nothing is new, and an apply with it changes no mark")
  func inferred() async throws {
    let storage = MemoryStorage()
    try await apply(form(a), storage)
    let document = try JSONDocument(parsing: Array(#"{"a": 1, "other": 2}"#.utf8))
    let inferred = FormIndex(FormSchema(describingNothingIn: document)).listing(.all, of: document)
    #expect(try store(inferred, storage).newSettings().isEmpty)
    try await apply(inferred, storage, 3)
    #expect(try store(form("\(a), \(b)"), storage).newSettings() == [["b"]])
  }

  @Test("Given a foreign schema, then its new properties are new, but not keys that it allows by a pattern")
  func foreign() async throws {
    func schema(_ more: String) throws -> FormIndex {
      try FormIndex(
        parsingSchema: Array(
          """
          {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
            "patternProperties": {"^x-": {"type": "integer"}}, "additionalProperties": false,
            "properties": {
              "name": {"type": "string"}\(more),
              "limits": {"type": "object", "properties": {"cpu": {"type": "integer"}\(more)}}}}
          """.utf8))
    }
    let storage = MemoryStorage()
    try await apply(schema(""), storage, "Ada")
    let updated = try schema(#", "ram": {"type": "integer"}"#)
    #expect(try store(updated, storage).newSettings() == [["limits", "ram"]])
    let listing = updated.listing(FormIndex.Members(named: [["x-one"]], new: .allowed), of: nil)
    #expect(listing.settings.count == updated.settings.count + 1)
    #expect(try store(listing, storage).newSettings() == [["limits", "ram"]])
    #expect(FormSettings(StoreForm(listing)).known == FormSettings(StoreForm(updated)).known)
  }

  @Test("Given a setting that only code uses, then it is neither new nor recorded")
  func skipped() async throws {
    let storage = MemoryStorage()
    let full = FormIndex(
      FormSchema(
        root: FormSection(
          key: "", title: "",
          items: [
            .setting(FormSetting(key: "a", title: "A", kind: .boolean, defaultValue: false)),
            .setting(
              FormSetting(key: "s", title: "S", kind: .boolean, defaultValue: false, traits: .skipped)),
          ])))
    try await apply(full, storage, true)
    let recorded = try #require(storage.recordedSettings(otherThan: SettingsRevision(of: [])))
    #expect(recorded.bytes == Array("/a\n".utf8))
    #expect(FormSettings(StoreForm(FormIndex(full.form.exported))).known == recorded)
  }

  @Test("Given keys with line feeds and other special characters, then each setting is one line")
  func specialKeys() async throws {
    let storage = MemoryStorage()
    let special = #""a/b~\n\"c": {"type": "integer", "default": 0}, "\"q": {"type": "integer", "default": 0}"#
    try await apply(form(special), storage)
    #expect(try store(form("\(special), \(a)"), storage).newSettings() == [["a"]])
    let recorded = try #require(storage.recordedSettings(otherThan: SettingsRevision(of: [])))
    #expect(recorded.lines == [Array(#""/a~1b~0\n\"c""#.utf8)[...], Array(#"/"q"#.utf8)[...]])
  }
}

/// Vetoes nothing, and fails to commit.
private struct FailingParticipant: SettingsParticipant {
  let name = "failing"

  func commit(_ review: FormReview) async throws { throw SystemCallError(call: "test", code: 1) }
}
