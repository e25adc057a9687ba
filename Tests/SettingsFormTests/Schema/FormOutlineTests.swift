import SettingsSchemas
import TestSupport
import Testing

@testable import SettingsForm
@testable import SettingsValidation

@Suite("The outline of a form")
struct FormOutlineTests {
  @Test(
    "accepts exactly the documents in which the form finds no problem",
    arguments: SeededRandom.testSeeds(8_000..<8_060))
  func agreement(seed: UInt64) throws {
    var form = RandomForm.form(seed: seed)
    form.rules = []
    form.root = form.root.withoutOtherKeywords
    let json = try #require(FormOutline.json(of: form))
    let outline = try #require(FormOutline(parsing: json.text(.pretty())))
    let validator = FormValidator(FormIndex(form))
    var documents = RandomDocument(random: SeededRandom(seed: seed), faultRarity: 60)
    for _ in 0..<60 {
      let text = documents.document(for: form.root).text(.pretty())
      let document = try JSONDocument(parsing: Array(text.utf8))
      let problems = validator.problems(in: document)
      #expect(outline.accepts(document) == problems.isEmpty, "SETTINGS_SEED=\(seed): \(text) \(problems)")
    }
  }

  @Test("accepts and rejects documents of the random forms, so that the comparison means something")
  func variety() throws {
    var counts = (accepted: 0, rejected: 0)
    for seed in UInt64(8_000)..<8_060 {
      var form = RandomForm.form(seed: seed)
      form.rules = []
      form.root = form.root.withoutOtherKeywords
      let outline = try #require(
        FormOutline.json(of: form).flatMap { FormOutline(parsing: $0.text(.compact)) })
      var documents = RandomDocument(random: SeededRandom(seed: seed), faultRarity: 60)
      for _ in 0..<60 {
        let document = try JSONDocument(parsing: documents.document(for: form.root).bytes(.compact))
        if outline.accepts(document) { counts.accepted += 1 } else { counts.rejected += 1 }
      }
    }
    #expect(counts.accepted > 300 && counts.rejected > 300, "\(counts)")
  }

  @Test("has each schema once, and notes whether a default is unknown")
  func text() throws {
    let flag = FormSetting(key: "on", title: "On", kind: .boolean, defaultValue: false)
    let other = FormSetting(key: "off", title: "Off", kind: .boolean, defaultValue: true)
    let count = FormSetting(key: "count", title: "Count", kind: .integer(NumberLimits()))
    let section = FormSection(key: "inner", title: "Inner", items: [.setting(other), .setting(count)])
    var form = FormSchema(
      root: FormSection(key: "", title: "", items: [.setting(flag), .section(section)]))
    #expect(
      FormOutline.json(of: form)?.text(.compact)
        == #"{"schemas":[{"type":"boolean"},{"type":"integer"}],"settings":{"on":0,"inner":{"off":0,"count":1}},"unknownDefaults":true}"#
    )
    form.root.items.removeLast()
    let outline = try #require(
      FormOutline.json(of: form).flatMap { FormOutline(parsing: $0.text(.compact)) })
    #expect(!outline.hasUnknownDefaults)
  }

  @Test("doesn't exist for a form whose values depend on more than single settings")
  func dependent() throws {
    let rule = FormRule(.require(.operation(.less, [.value(1), .value(3)])))
    #expect(FormOutline.json(of: FormSchema(root: FormSection(key: "", title: ""), rules: [rule])) == nil)
    for keywords in [
      #""required": ["a"]"#, #""additionalProperties": {"type": "integer"}"#, #""minProperties": 1"#,
      #""if": {"required": ["a"]}, "then": {"required": ["b"]}"#,
    ] {
      let text = #"{"type": "object", "properties": {"a": {"type": "integer"}}, \#(keywords)}"#
      #expect(FormOutline.json(of: try FormSchema(parsingSchema: Array(text.utf8))) == nil, "\(keywords)")
    }
  }

  @Test(
    "that is malformed isn't read",
    arguments: [
      "", "[]", "{}", #"{"schemas": {}, "settings": {}}"#, #"{"schemas": [], "settings": []}"#,
      #"{"schemas": [{"type": 1}], "settings": {}}"#,
    ])
  func malformed(text: String) {
    #expect(FormOutline(parsing: text) == nil)
  }

  @Test("that names a schema which it lacks accepts no value")
  func missingSchema() throws {
    let outline = try #require(FormOutline(parsing: #"{"schemas": [], "settings": {"a": 3, "b": -1}}"#))
    for text in [#"{"a": 1}"#, #"{"b": 1}"#] {
      #expect(try !outline.accepts(JSONDocument(parsing: Array(text.utf8))))
    }
    #expect(outline.accepts(JSONDocument()))
  }
}

extension FormSection {
  /// The section without the keywords on whole sections that a random form may have.
  fileprivate var withoutOtherKeywords: FormSection {
    var section = self
    section.otherKeywords.keywords = []
    section.items = items.map { item in
      if case .section(let inner) = item { .section(inner.withoutOtherKeywords) } else { item }
    }
    return section
  }
}
