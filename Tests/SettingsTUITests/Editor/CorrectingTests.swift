import Settings
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
    #expect(review.contains("2 existing errors remain."))
    await driver.type("a")
    #expect(driver.model.savedValue(at: ["a"]) == true)
    try driver.model.stage("worse", at: ["c"])
    await driver.type("s")
    #expect(await driver.type("a").contains("Not applied, because of the following."))
  }
}
