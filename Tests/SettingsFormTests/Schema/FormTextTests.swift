import TestSupport
import Testing

@testable import SettingsForm
@testable import SettingsSchemas
@testable import SettingsValidation

@Suite("Reading a form from its text")
struct FormTextTests {
  private func form(_ properties: String) throws(FormSchemaError) -> FormSchema {
    try FormSchema(written: Array(#"{"properties": {\#(properties)}}"#.utf8))
  }

  private func settings(_ properties: String) throws -> [FormSetting] {
    try form(properties).root.items.compactMap { item in
      if case .setting(let setting) = item { return setting }
      return nil
    }
  }

  @Test("The text, compact or not, and the value of a form read as the same form")
  func sameAsValue() throws {
    for seed in SeededRandom.testSeeds(0..<150) {
      let form = RandomForm.form(seed: seed)
      let read = try [
        FormSchema(form.json), FormSchema(written: form.bytes),
        FormSchema(written: form.json.bytes(.compact)),
      ]
      #expect(read == [form, form, form], "SETTINGS_SEED=\(seed)")
      let index = try FormIndex(parsingSchema: form.bytes)
      #expect(index.form == form, "SETTINGS_SEED=\(seed)")
      #expect(index.settings == FormIndex(form).settings, "SETTINGS_SEED=\(seed)")
    }
  }

  @Test("Settings that differ only in strings and defaults keep their own")
  func alike() throws {
    let read = try settings(
      #"""
      "a": {"type": "integer", "title": "The first of some", "default": 1, "maximum": 9},
      "b": {"type": "integer", "description": "Says more than the title does.", "default": 2, "maximum": 9},
      "c": {"title": "The third of some", "type": "integer", "maximum": 9}
      """#)
    let kind = FormKind.integer(NumberLimits(upper: .inclusive(9)))
    #expect(
      read == [
        FormSetting(key: "a", title: "The first of some", kind: kind, defaultValue: 1),
        FormSetting(
          key: "b", title: "b", help: "Says more than the title does.", kind: kind, defaultValue: 2),
        FormSetting(key: "c", title: "The third of some", kind: kind),
      ])
  }

  @Test("A change of one setting doesn't affect similar ones")
  func changeOfOne() throws {
    var read = try settings(#""a": {"type": "boolean"}, "b": {"type": "boolean"}"#)
    read[0].traits = .secret
    read[0].kind = .string(TextLimits())
    #expect(read[1] == FormSetting(key: "b", title: "b", kind: .boolean))
    #expect(read[0] == FormSetting(key: "a", title: "a", kind: .string(TextLimits()), traits: .secret))
  }

  @Test("Keywords can have escapes")
  func escapedKeywords() throws {
    let read = try settings(
      #""a": {"\u0074itle": "T", "d\u0065scription": "D", "def\u0061ult": true, "t\u0079pe": "boolean"}"#)
    #expect(read == [FormSetting(key: "a", title: "T", help: "D", kind: .boolean, defaultValue: true)])
    #expect(
      try form(#""a": {"prop\u0065rties": {"b": {}}}"#).root.items
        == [
          .section(
            FormSection(
              key: "a", title: "a", items: [.setting(FormSetting(key: "b", title: "b", kind: .json))]))
        ])
  }

  @Test(
    "Strings of any length and with escapes are decoded",
    arguments: [
      "", "fourteen bytes", "fifteen bytes !", "sixteen bytes !!", "sixteen bytes é", "日本語日本語日本語", "🎛🎛🎛🎛🎛",
      "a quote \" in the midst", "a tab\tand a line\nand \u{7f}", "back\\slash\\es and so on",
    ])
  func texts(_ text: String) throws {
    let value = JSONValue.string(text).text(.compact)
    let read = try settings(#""a": {"title": \#(value), "description": \#(value), "default": \#(value)}"#)
    #expect(read.map(\.title) == [text])
    #expect(read.map(\.help) == [text])
    #expect(read.map(\.defaultValue) == [.string(text)])
    let escaped = text.utf16.map { "\\u" + String(0x10000 + Int($0), radix: 16).dropFirst() }.joined()
    #expect(try settings(#""a": {"title": "\#(escaped)"}"#).map(\.title) == [text])
  }

  @Test("Keys that look alike but differ in their scalars are two settings")
  func likeKeys() throws {
    let read = try settings(#""\u00e9": {"type": "boolean"}, "e\u0301": {"type": "boolean"}"#)
    #expect(read.map { Array($0.key.unicodeScalars).count } == [1, 2])
    try FormSchema(root: FormSection(key: "", title: "", items: read.map(FormItem.setting))).check()
  }

  @Test(
    "A fault is found in the second setting of a shape as in the first",
    arguments: [
      (#"{"type": "integer", "maximum": 3, "default": 4}"#, "properties.b.default"),
      (#"{"type": "integer", "maximum": 3, "title": 4}"#, "properties.b.title"),
      (#"{"type": "integer", "maximum": 3, "description": null}"#, "properties.b.description"),
      (#"{"type": "integer", "maximum": 3, "properties": 4}"#, "properties.b.properties"),
      (#"7"#, "properties.b"),
    ])
  func faults(_ example: (schema: String, path: String)) throws {
    let first = #""a": {"type": "integer", "maximum": 3}"#
    let error = #expect(throws: FormSchemaError.self) { try form("\(first), \"b\": \(example.schema)") }
    #expect(error?.path.description == example.path)
    #expect(error?.position?.line == 1)
  }
}
