import SettingsEditing
import SettingsSchemas
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Where there is room")
struct RoomTests {
  private func driver(
    _ form: String, _ text: String, start: SettingPath? = nil, size: Size = Size(width: 80, height: 30)
  ) throws -> EditorDriver {
    let store = try StoreEngine(
      form: FormIndex(try FormSchema(parsingSchema: Array(form.utf8))),
      layers: SettingsLayers(storage: MemoryStorage(text)))
    return EditorDriver(FormViewModel(store), size: size, start: start)
  }

  private let long = (1...40).map { "Word \($0)." }.joined(separator: " ")

  @Test("A description isn't cut above empty rows")
  func description() async throws {
    let form = """
      {"type": "object", "properties": {"a": {"type": "string", "description": "\(long)"}, "b": {"type": "string"}}}
      """
    let driver = try driver(form, "{}", start: ["a"])
    #expect(driver.words.contains("Word 1.") && driver.words.contains("Word 40."))
    await driver.press(Key(.down))
    #expect(driver.focusedLine.contains("b"))
  }

  @Test("Without inner sections, there is no tree of them, and a tree with short names is narrow")
  func tree() async throws {
    let flat = try driver(#"{"type": "object", "properties": {"a": {"type": "string"}}}"#, "{}")
    #expect(!flat.text.contains("│") && flat.focusedLine.contains("▸a"))
    let form =
      #"{"type": "object", "properties": {"s": {"type": "object", "properties": {"a": {"type": "string"}}}}}"#
    let nested = try driver(form, "{}", start: ["s", "a"])
    let lines = nested.text.split(separator: "\n")
    let divider = lines.compactMap { $0.firstIndex(of: "├").map($0.prefix(upTo:)) }.first
    #expect((10..<20).contains(divider?.count ?? 0))
  }

  @Test("A document that is a list opens as the list, and Esc leads to the settings")
  func root() async throws {
    let driver = try driver(#"{"type": "array", "items": {"type": "string"}}"#, #"["x", "y"]"#)
    #expect(driver.editor.screens.last is CollectionScreen && driver.focusedLine.contains("x"))
    await driver.press(Key(.escape))
    #expect(driver.editor.screens.isEmpty)
  }

  @Test("A message leaves room for the keys")
  func message() async throws {
    let driver = try driver(#"{"type": "object", "properties": {"a": {"type": "string"}}}"#, "{}")
    await driver.press(Key("u"))
    #expect(driver.words.contains("There is nothing to undo. Enter Change"))
  }

  @Test("Space toggles a Boolean value that may also be something else")
  func toggling() async throws {
    let form =
      #"{"type": "object", "properties": {"a": {"anyOf": [{"type": "boolean"}, {"enum": ["auto"]}]}}}"#
    let driver = try driver(form, #"{"a": true}"#)
    await driver.press(Key(" "))
    #expect(driver.model.value(at: ["a"]) == false && driver.editor.screens.isEmpty)
  }

  @Test("Objects, dictionaries and what no form describes look alike")
  func notations() async throws {
    let form = """
      {"type": "object", "properties": {"a": {"type": "array", "items": {"type": "object"}},
        "b": {"type": "object", "additionalProperties": {"type": "string"}}, "c": {"anyOf": [{"type": "string"},
        {"type": "object", "properties": {"x": {"type": "string"}}}]}}, "additionalProperties": true}
      """
    let driver = try driver(form, #"{"b": {"x": "1"}, "c": {"x": "1"}, "d": [{"x": "1"}]}"#)
    #expect(driver.words.contains("b 1 x = \"1\"") && driver.words.contains("c 1 x = \"1\""))
  }
}
