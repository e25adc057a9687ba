import Foundation
import Testing

@testable import Settings

/// How rules reach the form.
@Suite struct FormTests {
  @Test("The form has the rules, with the defaults of the app, and keeps them on the way through JSON")
  func form() throws {
    let form = try AppSettings.form()
    let written = try AppSettings.rules.formRules(KeyPathTable(of: AppSettings.self))
    // The lines of the sources are for the app's own messages: with them, a comment above a rule would make another form.
    #expect(written.allSatisfy { $0.source != nil } && form.rules.allSatisfy { $0.source == nil })
    #expect(
      form.rules
        == written.map { rule in
          var rule = rule
          rule.source = nil
          return rule
        })
    #expect(form.rules.count == 9)
    let read = try FormSchema(parsing: form.json.bytes(.pretty()))
    #expect(read == form)
    #expect(FormIndex(form)[["pool", "max"]]?.setting.defaultValue == 8)
  }

  @Test("A section is compared with a tuple as with a constant, and with settings in it")
  func tuples() throws {
    let table = KeyPathTable(of: AppSettings.self)
    let book = RuleBook(for: AppSettings.self) { s in
      s.inner == (left: 8, right: 2)
      s.inner <= (left: s.outer.left, right: 6.5)
    }
    let form = FormSchema(root: FormSection(key: "", title: ""), rules: try book.formRules(table))
    let conditions = form.json.description.matches(of: #/"require": (\{.*?\]\})/#).map(\.1)
    #expect(
      conditions == [
        #"{"==": [{"var": "inner.left"}, 8]}"#, #"{"==": [{"var": "inner.right"}, 2]}"#,
        #"{"<=": [{"var": "inner.left"}, {"var": "outer.left"}]}"#, #"{"<=": [{"var": "inner.right"}, 6.5]}"#,
      ])
  }

  @Test("A store has the form with the rules")
  func store() throws {
    let store = try SettingsStore<AppSettings>(storage: MemoryStorage())
    #expect(store.untyped.index.form.exported == (try AppSettings.form()))
  }
}
