import Testing

@testable import SettingsForm
@testable import SettingsSchemas
@testable import SettingsValidation

@Suite("Validating a document")
struct FormValidatorTests {
  private func setting(_ key: String, _ kind: FormKind, _ traits: FormTraits = []) -> FormItem {
    .setting(FormSetting(key: key, title: key, kind: kind, traits: traits))
  }

  private func problems(_ items: [FormItem], _ text: String) throws -> [FormProblem] {
    let form = FormSchema(root: FormSection(key: "", title: "", items: items))
    try form.check()
    let document = try JSONDocument(parsing: Array(text.utf8))
    let problems = FormValidator(FormIndex(form)).problems(in: document)
    let detached = FormValidator(FormIndex(form)).problems(in: document.root.value)
    // Detached values are those of this version.
    if items.allSatisfy({ if case .setting(let setting) = $0 { setting.formerKeys.isEmpty } else { true } }) {
      #expect(detached.map(\.message) == problems.map(\.message))
    }
    return problems
  }

  @Test("A key that isn't an Int is reported in words")
  func integerKeys() throws {
    var ports = FormSetting(key: "ports", title: "", kind: .dictionary(.boolean))
    let names = JSONSchema(keywords: [.text(.pattern, TextPattern.integerKeys)])
    ports.otherKeywords.keywords = [.schema(.propertyNames, names)]
    let text = #"{"ports": {"01": true, "-9223372036854775808": true, "http": true}}"#
    #expect(
      try problems([.setting(ports)], text).map(\.message) == [
        "Use a whole number such as 8080 instead of \"01\".",
        "Use a whole number such as 8080 instead of \"http\".",
      ])
  }

  @Test("All problems are found at once, in form order, with position, limit and value")
  func everything() throws {
    let problems = try problems(
      [
        setting("count", .integer(NumberLimits(lower: .inclusive(1), upper: .exclusive(30)))),
        .section(
          FormSection(
            key: "inner", title: "",
            items: [setting("flag", .boolean), setting("name", .string(TextLimits(maxLength: 3)))])),
        setting("size", .number(NumberLimits(lower: .exclusive(0)))),
      ],
      """
      {
        "size": 0, "extra": 1,
        "inner": {"name": "long", "flag": "yes"},
        // a comment
        "count": 30
      }
      """)
    #expect(
      problems.map(\.description) == [
        "5:12: error: count: Use less than 30 instead of 30.",
        "3:37: error: inner.flag: Use true or false instead of \"yes\".",
        "3:21: error: inner.name: Use at most 3 characters instead of 4.",
        "2:11: error: size: Use more than 0 instead of 0.",
        "2:14: warning: extra: Check the key \"extra\", which the form does not know.",
      ])
  }

  @Test(
    "Each kind of problem has its message",
    arguments: [
      (FormKind.integer(NumberLimits()), "1.5", "Use a whole number instead of 1.5."),
      (.integer(NumberLimits()), "[1]", "Use a whole number instead of a list."),
      (.integer(NumberLimits(lower: .inclusive(1))), "0", "Use 1 or more instead of 0."),
      (.integer(NumberLimits(upper: .inclusive(1))), "2", "Use 1 or less instead of 2."),
      (.integer(NumberLimits(step: 5)), "7", "Use a multiple of 5 instead of 7."),
      (
        .integer(NumberLimits(lower: .inclusive(1), step: 5)), "7",
        "Use 1 plus a multiple of 5 instead of 7."
      ),
      (.string(TextLimits(minLength: 1)), #""""#, "Use at least 1 character instead of 0."),
      (.string(TextLimits(pattern: "^a")), #""b""#, #"Use text that matches ^a instead of "b"."#),
      (
        .string(TextLimits(format: .uri)), #""x""#,
        #"Use a URL such as https://example.com/ instead of "x"."#
      ),
      (.list(.boolean, ListLimits(minCount: 2)), "[true]", "Use at least 2 elements instead of 1."),
      (.list(.boolean, ListLimits(maxCount: 0)), "[true]", "Use at most 0 elements instead of 1."),
      (
        .list(.json, ListLimits(isUnique: true)), "[1, 2, 1.0]",
        "Remove the 3rd element, which is a duplicate."
      ),
      (
        .choice([FormChoice(value: "fast", title: ""), FormChoice(value: "slow", title: "")]), #""fsat""#,
        #"Use one of "fast", "slow" instead of "fsat"; perhaps you mean "fast"."#
      ),
      (
        .choice([FormChoice(value: "fast", title: ""), FormChoice(value: "slow", title: "")]), "3",
        #"Use one of "fast", "slow" instead of 3."#
      ),
      (
        .string(TextLimits(maxLength: 1, pattern: "^$")), "\"" + String(repeating: "x", count: 9_999) + "\"",
        "Use at most 1 character instead of 9999."
      ),
    ])
  func sentences(_ example: (kind: FormKind, text: String, message: String)) throws {
    let problems = try problems([setting("it", example.kind)], "{\"it\": \(example.text)}")
    #expect(problems.first?.message == example.message)
    #expect(problems.allSatisfy { $0.message.utf8.count < 200 })
  }

  @Test("No problem contains a secret, a part of one, or its length")
  func secrets() throws {
    let credentials = FormSection(
      key: "", title: "",
      items: [
        setting("user", .string(TextLimits(maxLength: 3))),
        setting("password", .string(TextLimits(minLength: 40, pattern: "^x", format: .uuid)), .secret),
      ])
    let problems = try problems(
      [
        setting("token", .string(TextLimits(maxLength: 2)), .secret),
        setting("pin", .choice([FormChoice(value: "hunter1", title: "")]), .secret),
        setting("list", .list(.integer(NumberLimits()), ListLimits()), .secret),
        setting("logins", .list(.object(credentials), ListLimits())),
      ],
      #"{"token": "hunter2", "pin": "hunter2", "list": ["hunter2"], "logins": [{"user": "me", "password": "hunter2"}]}"#
    )
    #expect(problems.count == 6)
    for problem in problems {
      #expect(!"\(problem)".contains("hunter2") && problem.found == nil, "\(problem)")
    }
    #expect(problems.first?.message == "Use at most 2 characters.")
  }

  @Test("No problem contains a secret that was written a level too high")
  func misplacedSecret() throws {
    let login = FormSection(
      key: "login", title: "", items: [setting("password", .string(TextLimits()), .secret)])
    let items = [.section(login), setting("logins", .list(.object(login), ListLimits()))]
    let problems = try problems(items, #"{"login": "hunter2", "logins": ["hunter2"]}"#)
    #expect(problems.map(\.message) == Array(repeating: "Use an object instead of text.", count: 2))
  }

  @Test("An unknown key names the nearest known one, a former key its new name")
  func unknownKeys() throws {
    let items: [FormItem] = [
      .setting(
        FormSetting(key: "timePeriod", title: "", kind: .integer(NumberLimits()), formerKeys: ["period"])),
      setting(
        "servers",
        .list(.object(FormSection(key: "", title: "", items: [setting("name", .json)])), ListLimits())),
    ]
    let problems = try problems(
      items, #"{"$schema": "x", "timeperiode": 1, "period": 2, "servers": [{"nmae": 1}], "zzz": 0}"#)
    #expect(problems.allSatisfy { $0.severity == .warning })
    #expect(
      problems.map(\.reason) == [
        .unknownKey(nearest: ["servers", "0", "name"]), .unknownKey(nearest: ["timePeriod"]),
        .unknownKey(nearest: nil), .formerKey(current: ["timePeriod"]),
      ])
    #expect(problems.map { $0.position?.column } == [62, 18, 75, 36])
  }

  @Test("A deprecated setting or choice that is set is a warning")
  func deprecated() throws {
    let choices = [FormChoice(value: "a", title: "", isDeprecated: true), FormChoice(value: "b", title: "")]
    let items = [setting("old", .boolean, .deprecated), setting("mode", .choice(choices))]
    let problems = try problems(items, #"{"mode": "a", "old": true}"#)
    #expect(problems.map(\.reason) == [.deprecated(nil), .deprecated(nil)])
    #expect(problems.map(\.severity) == [.warning, .warning])
    #expect(
      problems.map(\.message) == [
        "Stop using this setting, which is deprecated.", "Stop using \"a\", which is deprecated.",
      ])
    #expect(try self.problems(items, #"{"mode": "b"}"#) == [])
  }

  @Test("Null is a value of an optional setting only")
  func null() throws {
    let choice = FormKind.choice([FormChoice(value: "a", title: "")])
    let items: [FormItem] = [
      .setting(FormSetting(key: "a", title: "", kind: choice, isOptional: true)),
      .setting(FormSetting(key: "b", title: "", kind: choice)),
      .setting(FormSetting(key: "c", title: "", kind: .boolean, isOptional: true)),
      .setting(FormSetting(key: "d", title: "", kind: .boolean)),
    ]
    let problems = try problems(items, #"{"a": null, "b": null, "c": null, "d": null}"#)
    #expect(problems.map(\.path) == [["b"], ["d"]])
  }

  @Test("A document or a section that isn't an object has one problem")
  func noObject() throws {
    let items: [FormItem] = [.section(FormSection(key: "a", title: "", items: [setting("b", .boolean)]))]
    #expect(try problems(items, "[1]").map(\.message) == ["Use an object instead of a list."])
    #expect(try problems(items, #"{"a": 3}"#).map(\.path) == [["a"]])
    #expect(try problems(items, "") == [])
  }

  @Test("In a section without additional properties, an unknown key is an error, except $schema")
  func closedSection() throws {
    let form = try FormSchema(
      [
        "additionalProperties": false, "required": ["b"],
        "properties": ["abc": ["type": "boolean"], "b": true],
      ])
    let validator = FormValidator(FormIndex(form))
    let problems = validator.problems(in: ["$schema": "x", "abd": 1])
    #expect(problems.map(\.severity) == [.error, .error])
    #expect(problems.map(\.reason) == [.unknownKey(nearest: ["abc"]), .missingKey("b")])
  }

  @Test(
    "For any keywords of the root, $schema isn't an unknown key, and other unknown keys are reported once",
    arguments: [#""required": ["a"]"#, #""minProperties": 1"#, #""dependentRequired": {"a": ["b"]}"#])
  func readerKey(keyword: String) throws {
    let source =
      #"{"type": "object", \#(keyword), "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}}"#
    let form = try FormSchema(parsingSchema: Array(source.utf8))
    let document = try JSONDocument(parsing: Array(#"{"$schema": "x", "a": 1, "b": 2, "zzz": 3}"#.utf8))
    let problems = FormValidator(FormIndex(form)).problems(in: document)
    #expect(problems.map(\.path) == [["zzz"]])
  }

  @Test("A single value is checked at the path of a setting, a section or a part of a setting")
  func staging() {
    let form = FormSchema(
      root: FormSection(
        key: "", title: "",
        items: [
          .section(
            FormSection(
              key: "a", title: "",
              items: [
                setting("b", .list(.integer(NumberLimits(lower: .inclusive(3))), ListLimits()), .secret)
              ]))
        ]))
    let validator = FormValidator(FormIndex(form))
    #expect(
      validator.problems(of: [1, 3, 2], at: ["a", "b"]).map(\.path) == [["a", "b", "0"], ["a", "b", "2"]])
    #expect(validator.problems(of: ["b": [1]], at: ["a"]).map(\.path) == [["a", "b", "0"]])
    #expect(validator.problems(of: 1, at: ["a", "b", "0"]).map(\.path) == [["a", "b", "0"]])
    #expect(validator.problems(of: 1, at: ["a", "b", "0"]).first?.found == nil)
    #expect(validator.problems(of: 3, at: ["a", "b", "0"]) == [])
    #expect(validator.problems(of: 3, at: ["a", "bb"]).map(\.reason) == [.unknownKey(nearest: ["a", "b"])])
  }

  @Test("A document full of unknown keys beside a large form is checked in linear time")
  func manyUnknownKeys() throws {
    let items = (0..<20_000).map { setting("setting\($0)", .boolean) }
    let members = (0..<20_000).map { JSONObject.Member(key: "unknown\($0)", value: true) }
    let form = FormSchema(root: FormSection(key: "", title: "", items: items))
    let problems = FormValidator(FormIndex(form)).problems(in: .object(JSONObject(distinct: members)))
    #expect(problems.count == 1_001)
    #expect(problems.last?.message == "Check 19000 more keys, which the form does not know.")
  }

  @Test(
    "Of more than a thousand unknown keys the others are counted in one warning, at the first of them",
    arguments: [
      "", #", "additionalProperties": true"#, #", "allOf": [{"properties": {"b": {"type": "string"}}}]"#,
    ])
  func furtherUnknownKeys(keyword: String) throws {
    let source = #"{"type": "object", "properties": {"a": {"type": "integer"}}\#(keyword)}"#
    let keys = (0..<1_003).map { "\"x\($0)\": 1" }
    let text = "{\n" + keys.joined(separator: ",\n") + ",\n\"$schema\": \"f\", \"a\": \"wrong\"}"
    let index = FormIndex(try FormSchema(parsingSchema: Array(source.utf8)))
    let problems = FormValidator(index).problems(in: try JSONDocument(parsing: Array(text.utf8)))
    #expect(problems.count { $0.severity == .error } == 1)
    let warnings = problems.filter { $0.severity == .warning }
    guard !keyword.contains("true") else {
      #expect(warnings.isEmpty)
      return
    }
    #expect(warnings.prefix(1_000).map(\.path.description) == (0..<1_000).map { "x\($0)" })
    #expect(warnings.dropFirst(1_000).map(\.reason) == [.moreUnknownKeys(3)])
  }

  @Test("Keys of earlier versions are reported one by one, however many other keys there are")
  func formerKeyAmongUnknownKeys() throws {
    let new = FormSetting(key: "new", title: "New", kind: .boolean, formerKeys: ["old"])
    let keys = (0..<1_001).map { "\"x\($0)\": 1" } + ["\"old\": true"]
    let problems = try problems([.setting(new)], "{" + keys.joined(separator: ", ") + "}")
    #expect(problems.suffix(2).map(\.reason) == [.moreUnknownKeys(1), .formerKey(current: ["new"])])
  }
}
