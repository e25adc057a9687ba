import SettingsEditing
import SettingsSchemas
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Values with alternatives, and entries beside fields")
struct AlternativeScreenTests {
  private static let form = """
    {"properties": {
      "source": {"type": ["null", "string", "array"], "items": {"type": "string"}},
      "scripts": {"type": "object", "properties": {"test": {"type": "string"}},
        "patternProperties": {"^[a-z]": {"type": "string"}}, "additionalProperties": false}
    }}
    """

  private func driver(_ text: String, at path: SettingPath) throws -> EditorDriver {
    let form = try FormIndex(parsingSchema: Array(Self.form.utf8))
    let model = FormViewModel(
      try StoreEngine(form: form, layers: SettingsLayers(storage: MemoryStorage(text))))
    return EditorDriver(model, size: Size(width: 80, height: 24), start: path)
  }

  @Test("Given one value, when a list is chosen, then the value is its only element and the list opens")
  func oneToList() async throws {
    let driver = try driver(#"{"source": "a"}"#, at: ["source"])
    await driver.press(Key(.enter))
    #expect(driver.text.contains("(●) Text"))
    await driver.press(Key(.down), Key(.enter))
    #expect(driver.model.value(at: ["source"]) == ["a"])
    #expect(driver.text.contains("1 element"))
  }

  @Test("Given a list, when one value is chosen, then its field opens with the first element")
  func listToOne() async throws {
    let driver = try driver(#"{"source": ["a", "b"]}"#, at: ["source"])
    await driver.press(Key(" "), Key(.up), Key(.enter))
    #expect(driver.model.value(at: ["source"]) == "a")
    await driver.press(Key(.right), Key("x"), Key(.enter))
    #expect(driver.model.value(at: ["source"]) == "ax")
  }

  @Test("An entry is added, renamed and removed, but not a field")
  func entries() async throws {
    let driver = try driver(#"{"scripts": {"build": "make"}}"#, at: ["scripts"])
    await driver.press(Key(.enter), Key("a"))
    await driver.press(Key("l"), Key("s"), Key(.enter), Key("x"), Key(.enter))
    #expect(driver.model.value(at: ["scripts"]) == ["build": "make", "ls": "x"])
    await driver.press(Key("N"), Key("2"), Key(.enter))
    #expect(driver.model.value(at: ["scripts"]) == ["build": "make", "ls2": "x"])
    await driver.press(Key("d"))
    #expect(driver.model.value(at: ["scripts"]) == ["build": "make"])
    await driver.press(Key(.home), Key("d"), Key("N"))
    #expect(!driver.text.contains("Rename"))
    #expect(driver.model.value(at: ["scripts"]) == ["build": "make"])
  }

  @Test("A key that no pattern allows is refused with a reason; that of a field leads to the field")
  func refusedKeys() async throws {
    let driver = try driver("{}", at: ["scripts"])
    await driver.press(Key(.enter), Key("a"), Key("7"), Key(.enter))
    #expect(driver.text.contains("The form allows no entry with this key"))
    await driver.press(Key(.escape), Key("a"))
    for letter in "test" { await driver.press(Key(letter)) }
    await driver.press(Key(.enter))
    #expect(driver.focusedLine.contains("test") && driver.editor.keyMap == EditorKeys.standard[.field])
    #expect(driver.model.value(at: ["scripts"]) == nil)
  }

  @Test("A copy of an element follows it, and the copy of an entry has a key of its own")
  func duplicates() async throws {
    let list = try driver(#"{"source": ["a", "b"]}"#, at: ["source"])
    await list.press(Key(.enter), Key("D"))
    #expect(list.model.value(at: ["source"]) == ["a", "a", "b"])
    let entries = try driver(#"{"scripts": {"build": "make"}}"#, at: ["scripts"])
    await entries.press(Key(.enter), Key(.end), Key("D"), Key(.enter))
    #expect(entries.text.contains("There is an entry with this key already"))
    await entries.press(Key("2"), Key(.enter))
    #expect(entries.model.value(at: ["scripts"]) == ["build": "make", "build2": "make"])
  }

  @Test("Space sets an optional value to none, and opens its field again")
  func optionals() async throws {
    let form = try FormIndex(
      parsingSchema: Array(#"{"properties": {"goal": {"type": ["number", "null"], "default": 7}}}"#.utf8))
    let model = FormViewModel(
      try StoreEngine(form: form, layers: SettingsLayers(storage: MemoryStorage("{}"))))
    let driver = EditorDriver(model, size: Size(width: 80, height: 24), start: ["goal"])
    await driver.press(Key(" "))
    #expect(model.value(at: ["goal"]) == .null)
    await driver.press(Key(" "), Key("5"), Key(.enter))
    #expect(model.value(at: ["goal"]) == 5)
  }
}
