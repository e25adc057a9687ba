import SettingsEditing
import Synchronization
import Testing

@testable import SettingsTUI

/// Reviews of a form whose root is validated as a whole.
@MainActor
@Suite("Correcting a document in the editor")
struct CorrectingTests {
  private func model(_ text: String) throws -> FormViewModel {
    let form = """
      {"type": "object", "title": "Pair", "required": ["a", "b"], "properties": {
        "a": {"type": "boolean", "title": "First"}, "b": {"type": "boolean", "title": "Second"},
        "c": {"type": "integer", "title": "Third"}}}
      """
    return FormViewModel(
      try StoreEngine(
        form: FormIndex(try FormSchema(written: Array(form.utf8))),
        layers: SettingsLayers(storage: MemoryStorage(text))))
  }

  @Test(
    "Leaving out one of two settings that belong together stops the apply")
  func leavingOut() async throws {
    let model = try model(#"{"c": 1}"#)
    try model.stage(true, at: ["a"])
    try model.stage(true, at: ["b"])
    try model.reset(["c"])
    let driver = EditorDriver(model)
    await driver.press(Key("s"))
    #expect(driver.words.contains("3 of 3 changes"))
    #expect(!driver.words.contains("missing"))
    await driver.press(Key(" "))
    #expect(driver.words.contains("2 of 3 changes"))
    // The first is missing in the file already.
    #expect(driver.words.contains("1 existing error remains"))
    await driver.press(Key(" "), Key("s"))
    #expect(model.store.problems.isEmpty && !model.hasChanges)
  }

  @Test("An error that a change adds stops the apply until the change is left out")
  func obstacle() async throws {
    let model = try model(#"{"a": true, "b": true}"#)
    try model.reset(["a"])
    try model.stage(3, at: ["c"])
    let driver = EditorDriver(model)
    await driver.press(Key("s"), Key("s"))
    #expect(driver.words.contains("Not applied: Add the key \"a\", which is missing."))
    await driver.press(Key(" "), Key("s"))
    #expect(model.savedValue(at: ["c"]) == 3)
    #expect(model.stagedCount == 1)
  }

  @Test("The plain editor applies a correction, and reports the errors that remain")
  func plain() async throws {
    let driver = PlainDriver(try model(#"{"c": "wrong"}"#))
    try driver.model.stage(true, at: ["a"])
    let review = await driver.type("s")
    #expect(review.contains("2 existing errors remain\n"))
    await driver.type("s")
    #expect(driver.model.savedValue(at: ["a"]) == true)
    try driver.model.stage("worse", at: ["c"])
    await driver.type("s")
    #expect(await driver.type("s").hasPrefix("Not applied: "))
  }
}

/// The settings of an app that opens its own editor.
private struct EditedRoot: SettingsGroup {
  var port = 8080
  var name = "app"
}

extension EditedRoot: SettingsRoot {
  static var formSource: String {
    #"""
    {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties": {
      "port": {"type": "integer", "title": "Port", "default": 8080, "maximum": 65535,
        "x-setting": {"sideEffects": ["reload"]}},
      "name": {"type": "string", "title": "Name", "default": "app"}}}
    """#
  }

  static func addKeyPaths(to table: inout KeyPathTable<EditedRoot>) {
    table.add(\.port, ["port"])
    table.add(\.name, ["name"])
  }
}

@MainActor
@Suite("The editor of an app whose file has an invalid value")
struct InvalidFileTests {
  /// Notes the values before and after the changes, with the app's types, and refuses one port.
  private final class Noting: TypedSettingsParticipant, SettingsSideEffects {
    struct InUse: Error, CustomStringConvertible { var description: String { "port 80 is in use" } }

    let name = "port check"
    let calls = Mutex<[String]>([])

    private func note(_ call: String, _ review: SettingsReview<EditedRoot>) {
      calls.withLock { $0.append("\(call) \(review.before.port) → \(review.after.port)") }
    }

    func prepare(_ review: SettingsReview<EditedRoot>) async throws {
      if review.after.port == 80 { throw InUse() }
    }
    func commit(_ review: SettingsReview<EditedRoot>) async throws { note("commit", review) }
    func revert(_ review: SettingsReview<EditedRoot>) async throws { note("revert", review) }

    func run(_ sideEffect: String, for changes: [SettingChange]) async throws {
      let review = try SettingsReview<EditedRoot>.current()
      note(sideEffect, review)
      if review.after.port == 81 { throw InUse() }
    }
  }

  @Test(
    "corrects it, with the vetoes and side effects of the app, which has its default until then",
    arguments: ["99999", #""http""#])
  func corrected(value: String) async throws {
    let storage = MemoryStorage(#"{"port": \#(value), "name": "mine"}"#)
    let noting = Noting()
    #expect(throws: SettingsStoreError.self) { try SettingsStore<EditedRoot>(storage: storage) }
    let store = try SettingsStore<EditedRoot>(
      storage: storage, hooks: noting, participants: [noting], options: StoreOptions(startPolicy: .defaults))
    #expect(store.values.port == 8080 && store.values.name == "mine")

    for port in ["80", "81", "82"] {
      let driver = EditorDriver(FormViewModel(store.untyped), start: ["port"])
      #expect(driver.text.contains("Use "), "\(driver.text)")
      await driver.press(Key(.enter), .control("u"))
      await driver.type(port)
      await driver.press(Key(.enter), Key("s"), Key("s"))
      if port == "82" { break }
      #expect(driver.words.contains("port 80 is in use"), "\(driver.text)")
      #expect(storage.text == #"{"port": \#(value), "name": "mine"}"#)
    }
    #expect(storage.text == #"{"port": 82, "name": "mine"}"#)
    #expect(store.values.port == 82 && store.lastRejected == nil)
    #expect(
      noting.calls.withLock(\.self) == [
        "commit 8080 → 81", "reload 8080 → 81", "reload 81 → 8080", "revert 81 → 8080",
        "commit 8080 → 82", "reload 8080 → 82",
      ])
  }
}
