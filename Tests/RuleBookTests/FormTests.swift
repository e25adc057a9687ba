import Foundation
import Testing

@testable import Settings

/// How rules reach the form.
@Suite struct FormTests {
  @Test("The form has the rules, with the defaults of the app, and keeps them on the way through JSON")
  func form() throws {
    let form = try AppSettings.form()
    #expect(form.rules == (try AppSettings.rules.formRules(KeyPathTable(of: AppSettings.self))))
    #expect(form.rules.count == 9)
    let read = try FormSchema(parsing: form.json.bytes(.pretty()))
    #expect(read == form)
    #expect(FormIndex(form)[["pool", "max"]]?.setting.defaultValue == 8)
  }

  @Test("A store has the form with the rules")
  func store() throws {
    let store = try SettingsStore<AppSettings>(storage: MemoryStorage())
    #expect(store.untyped.index.form == (try AppSettings.form()))
  }
}
