import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("The editor of a file that lacks required settings")
struct UnsetSettingsTests {
  private func driver(_ text: String) throws -> EditorDriver {
    let form = #"""
      {"x-form": 1, "type": "object", "title": "App", "required": ["login"], "properties": {
        "name": {"type": "string", "title": "Name", "default": ""},
        "login": {"type": "object", "title": "Login", "required": ["token", "user"], "properties": {
          "retries": {"type": "integer", "title": "Retries", "default": 1},
          "token": {"type": "string", "title": "Token"}, "user": {"type": "string", "title": "User"}}}}}
      """#
    let index = FormIndex(try FormSchema(parsing: Array(form.utf8)))
    let store = try StoreEngine(form: index, layers: SettingsLayers(storage: MemoryStorage(text)))
    return EditorDriver(FormViewModel(store))
  }

  @Test("opens at the first of them, and says how many there are")
  func unset() throws {
    let driver = try driver("{}")
    #expect(driver.focusedLine.contains("Token"))
    #expect(driver.text.contains("Set login.token and 1 other setting: without a value"))
    let rest = try self.driver(#"{"login": {"token": "x"}}"#)
    #expect(rest.focusedLine.contains("User"))
    #expect(rest.text.contains("Set login.user: without a value"))
  }

  @Test("opens as usual if nothing is missing")
  func set() throws {
    let driver = try driver(#"{"login": {"token": "x", "user": "y"}}"#)
    #expect(!driver.focusedLine.contains("Token"))
    #expect(!driver.text.contains("without a value"))
  }
}
