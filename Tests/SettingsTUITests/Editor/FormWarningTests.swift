import SettingsEditing
import SettingsSchemas
import Testing

@testable import SettingsTUI

@MainActor
@Suite("A form with parts that can't be used")
struct FormWarningTests {
  @Test("is edited, and neither editor mentions the warnings, which are for the form's author")
  func warnings() throws {
    let form = try FormSchema(
      parsingSchema: Array(
        #"{"properties": {"port": {"type": "integer", "default": "x"}, "a": {"$ref": "b.json"}}}"#.utf8))
    let model = FormViewModel(
      try StoreEngine(form: FormIndex(form), layers: SettingsLayers(storage: MemoryStorage())))
    #expect(form.warnings.count == 2)
    #expect(!EditorDriver(model).text.contains("warning"))
    #expect(!PlainDriver(model).answer.text.contains("warning"))
  }
}
