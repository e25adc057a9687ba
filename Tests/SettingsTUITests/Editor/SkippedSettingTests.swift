import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Settings that only the app's code uses")
struct SkippedSettingTests {
  private static let form = #"""
    {"title": "App", "type": "object", "properties": {
      "width": {"type": "integer", "title": "Width", "default": 80},
      "token": {"type": "string", "title": "Token", "default": "", "x-setting": {"skipSetting": true}},
      "state": {"type": "object", "title": "State", "properties": {
        "launches": {"type": "integer", "title": "Launches", "default": 0, "x-setting": {"skipSetting": true}}}}}}
    """#

  private func model() throws -> FormViewModel {
    let store = try StoreEngine(
      form: FormIndex(try FormSchema(written: Array(Self.form.utf8))),
      layers: SettingsLayers(storage: MemoryStorage(#"{"token": "abc", "state": {"launches": 3}}"#)))
    return FormViewModel(store)
  }

  @Test("No screen shows them: not the settings, not their sections, not the search, not a path")
  func screens() async throws {
    let driver = EditorDriver(try model())
    #expect(driver.text.contains("Width"))
    #expect(!driver.text.contains("Token") && !driver.text.contains("State"))
    await driver.press(Key("/"))
    await driver.type("launches")
    #expect(!driver.text.contains("Launches"))
    await driver.press(Key(.escape), .control("g"))
    #expect(!driver.text.contains("token") && !driver.text.contains("state"))
    await driver.type("token")
    await driver.press(Key(.enter))
    #expect(driver.text.contains("Token is set by the program; the editor doesn't show it."))
  }

  @Test("The text of all settings and the listing leave them out")
  func texts() throws {
    let model = try model()
    let text = ExternalEdit().newText(EditorDriver(model).editor.core)
    let table = SettingsListing(model.draft).table()
    for output in [text, table] {
      #expect(output.contains("width"))
      #expect(!output.contains("token") && !output.contains("launches"))
    }
  }

  @Test("The plain editor doesn't list them")
  func plain() async throws {
    let driver = PlainDriver(try model())
    #expect(driver.answer.text.contains("Width"))
    #expect(!driver.answer.text.contains("Token") && !driver.answer.text.contains("State"))
  }
}
