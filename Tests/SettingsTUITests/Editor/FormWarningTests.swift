import Settings
import SettingsSchemas
import Testing

@testable import SettingsTUI

@MainActor
@Suite("A form with parts that can't be used")
struct FormWarningTests {
  @Test("is edited, and both editors say so first")
  func warnings() throws {
    let form = try FormSchema(
      parsingSchema: Array(
        #"{"properties": {"port": {"type": "integer", "default": "x"}, "a": {"$ref": "b.json"}}}"#.utf8))
    let model = UntypedViewModel(
      try UntypedStore(form: FormIndex(form), layers: SettingsLayers(storage: MemoryStorage())))
    let message = "The form has 2 warnings; settings-tui check lists them."
    #expect(EditorDriver(model).text.contains(message))
    #expect(PlainDriver(model).answer.text.contains(message))
  }
}
