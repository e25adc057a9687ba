import SettingsEditing
import SettingsSchemas
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Fields of objects under conditions")
struct ConditionalFieldTests {
  /// A schema of a list of servers, with fields by `if`, `then` and `else`, by `dependentSchemas`, and by a definition.
  private static let form = """
    {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "App", "properties": {
      "servers": {"type": "array", "items": {"$ref": "#/$defs/server"}}},
     "$defs": {
      "secure": {"properties": {"kind": {"const": "https"}}, "required": ["kind"]},
      "server": {"type": "object", "properties": {
          "kind": {"enum": ["http", "https"]}, "user": {"type": "string"}},
        "if": {"$ref": "#/$defs/secure"},
        "then": {"properties": {"certificate": {"type": "string"}}},
        "else": {"properties": {"warning": {"type": "boolean"}}},
        "dependentSchemas": {"user": {"properties": {"password": {"type": "string"}}}}}}}
    """

  private func fields(of server: String) async throws -> [String] {
    let form = try FormIndex(parsingSchema: Array(Self.form.utf8))
    let store = try StoreEngine(
      form: form, layers: SettingsLayers(storage: MemoryStorage("{\"servers\": [\(server)]}")))
    let driver = EditorDriver(FormViewModel(store), start: ["servers"])
    await driver.press(Key(.enter), Key(.enter))
    return ["kind", "user", "certificate", "warning", "password"].filter(driver.words.contains)
  }

  @Test(
    "An object in a list has a field while its condition holds, or while the field is set",
    arguments: [
      (#"{"kind": "https"}"#, ["kind", "user", "certificate"]),
      (#"{"kind": "http"}"#, ["kind", "user", "warning"]),
      (#"{}"#, ["kind", "user", "warning"]),
      (#"{"kind": "https", "port": 443}"#, ["kind", "user", "certificate"]),
      (#"{"user": "ada"}"#, ["kind", "user", "warning", "password"]),
      (#"{"kind": "http", "certificate": "a"}"#, ["kind", "user", "certificate", "warning"]),
    ])
  func shown(_ server: String, _ expected: [String]) async throws {
    #expect(try await fields(of: server) == expected)
  }

  @Test("A field appears when another one is changed")
  func appears() async throws {
    let form = try FormIndex(parsingSchema: Array(Self.form.utf8))
    let store = try StoreEngine(
      form: form, layers: SettingsLayers(storage: MemoryStorage("{\"servers\": [{\"kind\": \"http\"}]}")))
    let driver = EditorDriver(FormViewModel(store), start: ["servers"])
    await driver.press(Key(.enter), Key(.enter), Key(.enter), Key(.down), Key(.enter))
    #expect(driver.model.value(at: ["servers"]) == [["kind": "https"]])
    #expect(driver.words.contains("certificate") && !driver.words.contains("warning"))
  }
}
