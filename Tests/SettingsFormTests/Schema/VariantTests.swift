import SettingsSchemas
import SettingsValidation
import Testing

@testable import SettingsForm

@Suite("Alternatives that are distinguished by a key")
struct VariantTests {
  static let file = FormVariant(
    key: "file", title: "File", help: "On disk.",
    members: [.setting(FormSetting(key: "path", title: "Path", kind: .string(TextLimits())))],
    required: ["path"])
  static let http = FormVariant(
    key: "http", title: "HTTP",
    members: [
      .setting(FormSetting(key: "url", title: "URL", kind: .string(TextLimits(format: .uri)))),
      .setting(
        FormSetting(
          key: "retries", title: "Retries",
          kind: .integer(NumberLimits(lower: .inclusive(0), upper: .inclusive(9))),
          defaultValue: 3)),
      .setting(
        FormSetting(
          key: "token", title: "Token", kind: .string(TextLimits()), isOptional: true, traits: .secret)),
    ], required: ["url", "retries"])
  static let nothing = FormVariant(key: "none", title: "Nothing", members: [], required: [])
  static let setting = FormSetting(
    key: "source", title: "Source", kind: .variants([file, http, nothing]), defaultValue: ["none": [:]])

  private var validator: FormValidator {
    FormValidator(
      FormIndex(FormSchema(root: FormSection(key: "", title: "", items: [.setting(Self.setting)]))))
  }

  @Test("They are written as oneOf of objects, and read back")
  func coding() throws {
    let form = FormSchema(root: FormSection(key: "", title: "", items: [.setting(Self.setting)]))
    #expect(try FormSchema(parsingSchema: form.bytes) == form)
    let text = form.json.description
    #expect(
      text.contains(
        #""type": "object", "oneOf": [{"title": "File", "description": "On disk.", "type": "object", "properties": "#
          + #"{"file": {"title": "File", "type": "object", "properties": {"path": {"title": "Path", "type": "string"}}, "#
          + #""required": ["path"]}}, "required": ["file"], "additionalProperties": false}, "#), "\(text)")
  }

  @Test("A foreign union has alternatives if a key, their keys or their types distinguish them")
  func foreign() throws {
    func kind(_ schema: String) throws -> FormKind {
      let form = try FormSchema(parsingSchema: Array(#"{"properties": {"it": \#(schema)}}"#.utf8))
      #expect(try FormSchema(parsingSchema: form.bytes) == form)
      guard case .setting(let setting)? = form.root.items.first else { return .json }
      return setting.kind
    }
    let a = #"{"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}"#
    let b = #"{"type": "object", "properties": {"b": {"type": "string"}, "c": {}}, "required": ["b"]}"#
    guard case .variants(let variants) = try kind(#"{"oneOf": [\#(a), {"type": "null"}, \#(b)]}"#) else {
      Issue.record("no alternatives")
      return
    }
    #expect(variants.map(\.name) == ["a", "b"])
    for (union, names) in [
      (#"{"oneOf": [\#(a), {"type": "string"}]}"#, ["Object", "Text"]),
      (#"{"anyOf": [\#(a), \#(b)]}"#, ["a", "b"]),
      (#"{"type": ["string", "integer"]}"#, ["Number", "Text"]),
      (#"{"oneOf": [{"type": "array"}, {"type": "string"}, {"type": "array"}]}"#, ["List", "Text"]),
    ] {
      guard case .variants(let variants) = try kind(union) else {
        Issue.record("no alternatives: \(union)")
        continue
      }
      #expect(Set(variants.map(\.name)) == Set(names))
    }
    for other in [
      #"{"oneOf": [\#(a), \#(a)]}"#,
      #"{"oneOf": [{"properties": {"a": {}}, "required": ["a"]}]}"#,
      #"{"oneOf": [{"type": "object", "properties": {"a": {}, "b": {}}, "required": ["a", "b"]}]}"#,
      #"{"anyOf": [{"enum": ["a", "b"]}, {"type": "string"}]}"#,
    ] {
      if case .variants = try kind(other) { Issue.record("alternatives: \(other)") }
    }
  }

  @Test(
    "A problem names the alternative and is at its place",
    arguments: [
      (#"{"file": {"path": "x"}}"#, "source", ""), (#"{"none": {}}"#, "source", ""),
      (#"{"file": {}}"#, "source.file", #"In "File", add the key "path", which is missing."#),
      (
        #"{"http": {"url": "http://x", "retries": 12}}"#, "source.http.retries",
        #"In "HTTP", use 9 or less instead of 12."#
      ),
      (
        #"{"fiel": {"path": "x"}}"#, "source",
        #"Use an object with one of the keys "file", "http" or "none"; perhaps you mean "file"."#
      ),
      (#"{"file": {"path": "x"}, "none": {}}"#, "source", #"Keep only one of the keys "file" and "none"."#),
      (
        #"{"file": {"path": "x"}, "more": 1}"#, "source.more",
        #"In "File", check the key "more", which the form does not know."#
      ),
      (#""none""#, "source", #"Use an object instead of text."#),
    ])
  func problems(value: String, path: String, message: String) throws {
    let problems = validator.problems(of: try JSONValue(parsing: value), at: ["source"])
    #expect(problems.map(\.message) == (message.isEmpty ? [] : [message]))
    #expect(problems.allSatisfy { "\($0.path)" == path }, "\(problems.map(\.path))")
  }

  @Test("Secrets inside are masked in text and problems")
  func secrets() throws {
    #expect(Self.setting.holdsSecrets && !Self.setting.isSecret)
    let value: JSONValue = ["http": ["url": "http://x", "retries": 3, "token": "s3cret"]]
    #expect(
      Self.setting.text(for: value) == "HTTP (URL: http://x, Retries: 3, Token: ********)")
    #expect(!Self.setting.typedText(for: value).contains("s3cret"))
    let problems = validator.problems(
      of: ["http": ["url": "http://x", "retries": 3, "token": 5]], at: ["source"])
    #expect(problems.count == 1 && problems[0].found == nil)
  }

  @Test("A person types the name of an alternative without required members, or JSON")
  func typing() throws {
    #expect(try Self.setting.value(parsing: "none") == ["none": [:]])
    #expect(try Self.setting.value(parsing: "nothing") == ["none": [:]])
    #expect(try Self.setting.value(parsing: #"{"file": {"path": "x"}}"#) == ["file": ["path": "x"]])
    #expect(throws: ValueTextError.needsMembers("file")) { try Self.setting.value(parsing: "File") }
    #expect(throws: ValueTextError.notAnAlternative(["none"], text: "ftp")) {
      try Self.setting.value(parsing: "ftp")
    }
    for value: JSONValue in [["none": [:]], ["file": ["path": "x"]]] {
      #expect(try Self.setting.value(parsing: Self.setting.typedText(for: value)) == value)
    }
    #expect(Self.setting.text(for: ["none": [:]]) == "Nothing")
  }

  @Test("Another alternative keeps the members that are valid in it")
  func keeping() {
    let other = FormVariant(
      key: "ftp", title: "FTP",
      members: [
        .setting(FormSetting(key: "url", title: "URL", kind: .string(TextLimits()))),
        .setting(FormSetting(key: "retries", title: "Retries", kind: .boolean)),
      ], required: [])
    let value = other.value(
      ["ftp": ["url": "", "retries": false]], keeping: ["http": ["url": "http://x", "retries": 3]],
      of: Self.http)
    #expect(value == ["ftp": ["url": "http://x", "retries": false]])
  }

  @Test("The keys of a part are those of the alternatives, in the order of the form")
  func keys() {
    let index = FormIndex(FormSchema(root: FormSection(key: "", title: "", items: [.setting(Self.setting)])))
    #expect(index.keys(at: ["source", "http"]) == ["url", "retries", "token"])
  }

  @Test("The ends of a range are numbers in order")
  func range() throws {
    let setting = FormSetting(
      key: "r", title: "R", kind: .list(.integer(NumberLimits()), .range),
      attributes: SettingKeyword.Attributes(unit: "ms"))
    let form = FormSchema(root: FormSection(key: "", title: "", items: [.setting(setting)]))
    #expect(try FormSchema(parsingSchema: form.bytes) == form)
    #expect(try setting.value(parsing: "1...5") == [1, 5])
    #expect(try setting.value(parsing: "1 s, 2 s") == [1000, 2000])
    #expect(setting.text(for: [1, 5]) == "1 to 5")
    let problems = setting.problems(of: [5, 1] as JSONValue, SchemaLibrary())
    #expect(problems.map(\.message) == ["Use a range whose first end isn't above its second."])
  }
}
