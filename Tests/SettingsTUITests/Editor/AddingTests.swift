import SettingsEditing
import SettingsSchemas
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Adding elements and entries")
struct AddingTests {
  private static let form = """
    {"title": "Server", "properties": {
      "order": {"title": "Order", "type": "array", "uniqueItems": true, "default": ["a"],
        "items": {"oneOf": [{"const": "a", "title": "Alpha"}, {"const": "b", "title": "Beta"}, {"const": "c", "title": "Gamma"}]}},
      "colors": {"title": "Colors", "type": "object", "description": "The color of each line.",
        "additionalProperties": {"enum": ["red", "green"]}},
      "hosts": {"title": "Hosts", "type": "array", "items": {"type": "object", "required": ["name"], "properties": {
        "name": {"title": "Name", "type": "string"}, "port": {"title": "Port", "type": "integer", "default": 22}}}},
      "mixed": {"title": "Mixed", "type": "array", "items": {"oneOf": [
        {"type": "object", "title": "File", "required": ["path"], "properties": {"path": {"type": "string"}}},
        {"type": "object", "title": "Socket", "required": ["port"], "properties": {"port": {"type": "integer"}}}]}}
    }}
    """

  private func driver(at path: SettingPath) throws -> EditorDriver {
    let form = try FormIndex(parsingSchema: Array(Self.form.utf8))
    let store = try StoreEngine(form: form, layers: SettingsLayers(storage: MemoryStorage("{}")))
    return EditorDriver(FormViewModel(store), start: path)
  }

  @Test(
    "A new element of a list of choices is chosen, among those that a list without duplicates doesn't have")
  func choice() async throws {
    let driver = try driver(at: ["order"])
    await driver.press(Key(.enter), Key("a"))
    #expect(driver.text.contains("Beta") && !driver.text.contains("( ) Alpha"))
    await driver.press(Key(.escape))
    #expect(!driver.model.hasChanges)
    await driver.press(Key("a"), Key(.down), Key(.enter))
    #expect(driver.model.value(at: ["order"]) == ["a", "c"])
    #expect(driver.focusedLine.contains("Gamma"))
    await driver.press(Key("a"), Key(.enter), Key("a"))
    #expect(driver.model.value(at: ["order"]) == ["a", "c", "b"])
    #expect(driver.words.contains("The list has all choices already."))
  }

  @Test("A new entry of a dictionary of choices is chosen, too")
  func entry() async throws {
    let driver = try driver(at: ["colors"])
    await driver.press(Key(.enter), Key("a"))
    await driver.type("first")
    await driver.press(Key(.enter))
    #expect(driver.text.contains("green") && !driver.model.hasChanges)
    await driver.press(Key(.down), Key(.enter))
    #expect(driver.model.value(at: ["colors"]) == ["first": "green"])
    #expect(driver.text.contains("The color of each line."))
  }

  @Test("A new object opens, and has only the members that it needs")
  func object() async throws {
    let driver = try driver(at: ["hosts"])
    await driver.press(Key(.enter), Key("a"), Key(.enter))
    await driver.type("eu")
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["hosts"]) == [["name": "eu"]])
  }

  @Test("A new value with alternatives is added when one is chosen")
  func alternative() async throws {
    let driver = try driver(at: ["mixed"])
    await driver.press(Key(.enter), Key("a"), Key(.escape))
    #expect(!driver.model.hasChanges)
    await driver.press(Key("a"))
    await driver.type("sock")
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["mixed"]) == [["port": 0]])
    #expect(driver.text.contains("port"))
  }
}
