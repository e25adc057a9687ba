import SettingsEditing
import SettingsSchemas
import Testing

@testable import SettingsTUI

/// Edits that would take a secret to a place where it is visible.
@MainActor
@Suite("Secrets that would move")
struct MovedSecretTests {
  private static let form = #"""
    {"type": "object", "properties": {
      "tup": {"type": "array", "title": "Tup", "prefixItems": [
        {"type": "string"}, {"type": "string", "writeOnly": true}]},
      "pair": {"type": "array", "title": "Pair", "prefixItems": [{"type": "string"}, {"type": "integer"}]},
      "one": {"title": "One", "oneOf": [
        {"title": "Text", "type": "string", "writeOnly": true},
        {"title": "List", "type": "array", "items": {"type": "string"}}]}}}
    """#

  private static let document = #"""
    {"tup": ["user", "QSECRET"], "pair": ["host", 80], "one": "QSECRET"}
    """#

  private func driver(
    at path: SettingPath, _ form: String = Self.form, _ text: String = Self.document
  ) throws -> EditorDriver {
    let store = try StoreEngine(
      form: FormIndex(try FormSchema(parsingSchema: Array(form.utf8))),
      layers: SettingsLayers(storage: MemoryStorage(text)), participants: [])
    return EditorDriver(FormViewModel(store), size: Size(width: 100, height: 30), start: path)
  }

  @Test("Given a tuple with a secret, when another element is removed in the tree, then nothing moves up")
  func removedInTree() async throws {
    let driver = try driver(at: ["tup"])
    await driver.press(Key("T"), Key("j"), Key("d"))
    #expect(driver.words.contains("Each place of Tup has a meaning of its own"))
    #expect(!driver.model.hasChanges && !driver.text.contains("QSECRET"))
    // The last element takes nothing along.
    await driver.press(Key("j"), Key("d"))
    #expect(driver.model.value(at: ["tup"]) == ["user"])
  }

  @Test(
    "Given a tuple without secrets, when an element is removed in the tree, then it stays, as in the list")
  func removedFromPlainTuple() async throws {
    let driver = try driver(at: ["pair"])
    await driver.press(Key("T"), Key("j"), Key("d"))
    #expect(driver.words.contains("Each place of Pair has a meaning of its own"))
    #expect(!driver.model.hasChanges)
  }

  @Test("Given places with a secret, when an edit would move the secret, then the edit is refused")
  func refused() throws {
    let core = try driver(at: ["tup"]).editor.core
    let tuple = ValuePlace(try #require(core.index[["tup"]]))
    let edits: [DraftEdit] = [
      .exchange(0, with: 1, in: tuple), .set(["QSECRET", "x"], at: tuple), .set(["QSECRET"], at: tuple),
    ]
    for edit in edits {
      #expect(core.perform(edit)?.role == .problem)
      #expect(!core.model.hasChanges)
    }
    core.perform(.set(["x", "QSECRET"], at: tuple))
    #expect(core.model.value(at: ["tup"]) == ["x", "QSECRET"])
  }

  @Test("Given a tuple as text, when the line before the secret is deleted, then the mask isn't the secret")
  func asText() async throws {
    // A form of ours has no tuples, so the value is edited as JSON.
    let driver = try driver(
      at: ["l"],
      #"""
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "x-form": 1, "type": "object", "properties": {
        "l": {"prefixItems": [{"type": "string"}, {"type": "string", "writeOnly": true}]}}}
      """#, #"{"l": ["user", "QSECRET"]}"#)
    await driver.press(Key(.enter), Key(.down), Key(.home))
    #expect(driver.text.contains("********"))
    for _ in 0..<#""user","#.count + 3 { await driver.press(Key(.delete)) }
    await driver.press(.control("s"))
    #expect(!driver.text.contains("QSECRET"))
    #expect(driver.words.contains("Type the secret instead"))
    #expect(!driver.model.hasChanges)
  }

  @Test("Given a secret text, when the alternative of visible texts is chosen, then it starts empty")
  func alternative() async throws {
    let driver = try driver(at: ["one"])
    await driver.press(Key(.enter), Key("L"), Key(.enter))
    #expect(driver.model.value(at: ["one"]) == [])
    #expect(!driver.text.contains("QSECRET"))
    await driver.press(Key(.escape), Key("s"))
    #expect(!driver.text.contains("QSECRET") && driver.text.contains("********"))
  }
}
