import TestSupport
import Testing

@testable import SettingsForm
@testable import SettingsValidation

@Suite("Coding a form as JSON Schema")
struct FormCodingTests {
  @Test("Any form reads back as it was written, including strings and order")
  func roundTrip() throws {
    for seed in SeededRandom.testSeeds(7_000_000..<7_000_300) {
      let form = RandomForm.form(seed: seed)
      let json = form.json
      let read = try FormSchema(json)
      #expect(read == form, "SETTINGS_SEED=\(seed)")
      #expect(read.json.text() == json.text(), "SETTINGS_SEED=\(seed)")
      #expect(try FormSchema(parsing: form.bytes) == form, "SETTINGS_SEED=\(seed)")
    }
  }

  @Test("An attribute that says nothing, in a schema that is kept as it is, reads back as nothing")
  func emptyAttributes() throws {
    let text =
      #"{"else": {"x-setting": {"flags": false}}, "then": {"x-setting": {"flags": true}}, "x-rules": []}"#
    let form = try FormSchema(written: Array(text.utf8))
    #expect(try FormSchema(written: form.bytes) == form)
  }

  private static let choices = [
    FormChoice(value: "fast", title: "Fast", help: "Not exact."),
    FormChoice(value: "exact", title: "Exact", isDeprecated: true),
  ]

  private static let scalarItems: [FormItem] = [
    .setting(
      FormSetting(
        key: "period", title: "Time Period", help: "Days.",
        kind: .integer(NumberLimits(lower: .inclusive(1), upper: .inclusive(30), step: 2)), defaultValue: 7,
        traits: [.requiresRestart, .advanced],
        attributes: SettingKeyword.Attributes(
          sideEffects: ["recalculate"], unit: "days", choicesHook: "periods",
          keywords: ["window", "days back"], order: 4), formerKeys: ["span"])),
    .setting(
      FormSetting(
        key: "scale", title: "Scale",
        kind: .number(
          NumberLimits(lower: .exclusive(0), upper: .exclusive(10), step: JSONNumber("0.5"))),
        traits: [.readOnly, .deprecated])),
    .setting(
      FormSetting(
        key: "token", title: "Token",
        kind: .string(TextLimits(minLength: 1, maxLength: 9, pattern: "^a", isMultiline: true)),
        isOptional: true, defaultValue: .null, traits: .secret)),
    .setting(FormSetting(key: "home", title: "Home", kind: .string(TextLimits(format: .uri)))),
    .setting(FormSetting(key: "blob", title: "Blob", kind: .string(TextLimits(format: .base64)))),
  ]

  /// A section with rows at each place.
  private static let placedSection: FormSection = {
    var section = FormSection(
      key: "inner", title: "Inner",
      attributes: SettingKeyword.Attributes(
        order: 2, header: "top", footer: "bottom", details: [FormRow(name: "size", title: "Size")],
        actions: [
          FormRow(name: "clear", title: "Clear", place: .before("a")),
          FormRow(name: "help", title: "Help", place: .header),
          FormRow(name: "renew", title: "Renew", place: .footer),
        ]))
    section.isInline = true
    return section
  }()

  private static let compositeItems: [FormItem] = [
    .setting(FormSetting(key: "mode", title: "Mode", kind: .choice(choices), isOptional: true)),
    .setting(FormSetting(key: "set", title: "Set", kind: .flags(choices))),
    .setting(
      FormSetting(
        key: "tags", title: "Tags",
        kind: .list(.string(TextLimits()), ListLimits(minCount: 1, maxCount: 5, isUnique: true)))),
    .setting(FormSetting(key: "limits", title: "Limits", kind: .dictionary(.boolean))),
    .setting(FormSetting(key: "any", title: "Any", kind: .json)),
    .setting(
      FormSetting(
        key: "proxy", title: "Proxy", kind: .object(FormSection(key: "proxy", title: "Proxy")),
        isOptional: true)),
    .section(placedSection),
  ]

  /// A form that has each keyword.
  private static let richForm = FormSchema(
    root: FormSection(key: "", title: "App", help: "All.", items: scalarItems + compositeItems),
    rules: [FormRule(.require(.operation(.less, [.value(1), .value(2)])))])

  private static let writtenRichForm = """
    {"$schema": "https://json-schema.org/draft/2020-12/schema", "x-form": 1, "title": "App", "description": "All.", \
    "type": "object", "properties": {\
    "period": {"title": "Time Period", "description": "Days.", "type": "integer", "minimum": 1, "maximum": 30, \
    "default": 7, "x-setting": {"requiresRestart": true, "sideEffects": ["recalculate"], "step": 2, \
    "unit": "days", "choices": "periods", "was": ["span"], \
    "keywords": ["window", "days back"], "advanced": true, "order": 4}}, \
    "scale": {"title": "Scale", "type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 10, \
    "multipleOf": 0.5, "readOnly": true, "deprecated": true}, \
    "token": {"title": "Token", "type": ["string", "null"], "minLength": 1, "maxLength": 9, "pattern": "^a", \
    "default": null, "writeOnly": true, "x-setting": {"multiline": true}}, \
    "home": {"title": "Home", "type": "string", "format": "uri"}, \
    "blob": {"title": "Blob", "type": "string", "contentEncoding": "base64"}, \
    "mode": {"title": "Mode", "type": ["string", "null"], "oneOf": [{"const": "fast", "title": "Fast", \
    "description": "Not exact."}, {"const": "exact", "title": "Exact", "deprecated": true}, {"const": null}]}, \
    "set": {"title": "Set", "type": "array", "items": {"type": "string", "oneOf": [{"const": "fast", \
    "title": "Fast", "description": "Not exact."}, {"const": "exact", "title": "Exact", "deprecated": true}]}, \
    "uniqueItems": true, "x-setting": {"flags": true}}, \
    "tags": {"title": "Tags", "type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 5, \
    "uniqueItems": true}, \
    "limits": {"title": "Limits", "type": "object", "additionalProperties": {"type": "boolean"}}, \
    "any": {"title": "Any"}, \
    "proxy": {"title": "Proxy", "type": ["object", "null"], "properties": {}}, \
    "inner": {"title": "Inner", "type": "object", "properties": {}, "x-setting": {"order": 2, \
    "header": "top", "footer": "bottom", "details": [{"name": "size", "title": "Size"}], \
    "actions": [{"name": "clear", "title": "Clear", "before": "a"}, \
    {"name": "help", "title": "Help", "at": "header"}, {"name": "renew", "title": "Renew", "at": "footer"}], \
    "inline": true}}}, \
    "x-rules": [{"require": {"<": [1, 2]}}]}
    """

  @Test("Each part of a form is written as documented")
  func contract() throws {
    #expect(Self.richForm.json.description == Self.writtenRichForm)
    #expect(try FormSchema(Self.richForm.json) == Self.richForm)
  }

  @Test(
    "A form that contradicts itself is refused",
    arguments: [
      (FormKind.choice([]), FormSchemaError.Reason.noChoices),
      (.flags([FormChoice(value: "a", title: ""), FormChoice(value: "a", title: "b")]), .repeatedChoice),
      (.integer(NumberLimits(lower: .inclusive(3), upper: .exclusive(3))), .emptyRange),
      (.string(TextLimits(minLength: 3, maxLength: 2)), .emptyRange),
      (.string(TextLimits(maxLength: -1)), .wrongValue(expected: "a whole number of zero or more")),
      (.list(.json, ListLimits(minCount: 3, maxCount: 2)), .emptyRange),
      (.dictionary(.number(NumberLimits(step: 0))), .wrongValue(expected: "a number above zero")),
      (
        .object(
          FormSection(
            key: "", title: "",
            items: [
              .setting(FormSetting(key: "a", title: "", kind: .json)),
              .section(FormSection(key: "a", title: "")),
            ])), .repeatedKey("a")
      ),
    ])
  func contradictions(_ example: (kind: FormKind, reason: FormSchemaError.Reason)) {
    let setting = FormSetting(key: "it", title: "", kind: example.kind)
    let form = FormSchema(root: FormSection(key: "", title: "", items: [.setting(setting)]))
    let error = #expect(throws: FormSchemaError.self) { try form.check() }
    #expect(error?.reason == example.reason)
    #expect(error?.path.keys.starts(with: ["properties", "it"]) == true)
  }
}
