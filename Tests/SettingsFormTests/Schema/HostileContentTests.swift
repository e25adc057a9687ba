import TestSupport
import Testing

@testable import SettingsForm
@testable import SettingsSchemas
@testable import SettingsValidation

/// Forms and documents that are made to cost time and memory, or to end a program.
@Suite("Hostile content", .timeLimit(.minutes(2)))
struct HostileContentTests {
  private func index(_ schema: JSONValue) throws -> FormIndex {
    try FormIndex(parsingSchema: schema.bytes(.compact))
  }

  private func problems(_ index: FormIndex, _ value: JSONValue) -> [FormProblem] {
    FormValidator(index).problems(in: value)
  }

  private func object(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(JSONObject(distinct: members.map { JSONObject.Member(key: $0.0, value: $0.1) }))
  }

  // MARK: - Rules

  private func form(requiring rule: JSONValue) throws -> FormIndex {
    try index([
      "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
      "properties": ["x": ["type": "integer", "title": "X", "default": 1]], "x-rules": [["require": rule]],
    ])
  }

  /// The error of a form; `nil` if it can be read.
  private func formError(requiring rule: JSONValue) -> FormSchemaError? {
    do {
      let form = try form(requiring: rule)
      return form.form.warnings.first
    } catch let error as FormSchemaError {
      return error
    } catch {
      return nil
    }
  }

  @Test(
    "An operation with too many operands is an error at its place",
    arguments: ["+", "*", "if"], [JSONValue.number(10), ["var": "x"]])
  func operands(_ operation: String, _ operand: JSONValue) throws {
    let long = JSONValue.object([operation: .array(Array(repeating: operand, count: 20_000))])
    let error = try #require(formError(requiring: ["<": [long, 5]]))
    #expect(error.path == SettingPath(["x-rules", "0", "require", "<", "0", operation]))
    guard case .rule(.tooDeep(limit: 256), _) = error.reason else {
      Issue.record("\(error)")
      return
    }
  }

  @Test("A rule with a hundred operands is evaluated from left to right")
  func hundredOperands() throws {
    let sum = JSONValue.object(["+": .array(Array(repeating: ["var": "x"], count: 100))])
    let index = try form(requiring: ["<": [sum, 200]])
    #expect(problems(index, ["x": 1]) == [])
    #expect(problems(index, ["x": 2]).count == 1)
  }

  @Test("Comparisons of three operands inside one another, which double the rule at each level, are an error")
  func doublingComparisons() throws {
    var rule: JSONValue = ["<": [1, ["var": "x"], 3]]
    for _ in 0..<60 { rule = ["<": [1, ["if": [rule, 1, 2]], 3]] }
    let error = try #require(formError(requiring: rule))
    guard case .rule(.tooLarge(limit: 10_000), _) = error.reason else {
      Issue.record("\(error)")
      return
    }
  }

  @Test("A rule with too many parts is an error")
  func manyParts() throws {
    let rule = JSONValue.object(["and": .array(Array(repeating: ["<": [["var": "x"], 5]], count: 5_000))])
    let error = try #require(formError(requiring: rule))
    guard case .rule(.tooLarge(limit: 10_000), _) = error.reason else {
      Issue.record("\(error)")
      return
    }
  }

  @Test("A rule of an app that is nested too deeply is an error, too")
  func deepAppRule() {
    let sum = (0..<2_000).reduce(RuleExpression.value(1)) { sum, _ in
      .operation(.add, [sum, .setting(["x"])])
    }
    let form = FormSchema(
      root: FormSection(
        key: "", title: "",
        items: [.setting(FormSetting(key: "x", title: "X", kind: .integer(NumberLimits()), defaultValue: 1))]),
      rules: [FormRule(.require(.operation(.less, [sum, .value(5)])))])
    guard case .rule(.tooDeep(limit: 256), _)? = FormIndex(form).ruleError?.reason else {
      Issue.record("\(String(describing: FormIndex(form).ruleError))")
      return
    }
  }

  // MARK: - Choices and keys

  @Test(
    "A choice is looked up: a hundred times as many choices don't make the check of a list slower",
    arguments: [
      "enum", "oneOf",
    ])
  func choices(_ keyword: String) throws {
    func time(_ count: Int) throws -> Duration {
      let names = (0..<count).map { JSONValue.string("choice \($0)") }
      let listed = keyword == "enum" ? names : names.map { ["const": $0] }
      let index = try index([
        "properties": ["l": ["type": "array", "items": .object([keyword: .array(listed)])]]
      ])
      let list = JSONValue.array((0..<2_000).map { names[$0 * 7 % count] })
      #expect(problems(index, ["l": list]) == [])
      return ProcessorTime.least { _ = problems(index, ["l": list]) }
    }
    #expect(try time(4_000) < time(40) * 5)
  }

  @Test("A choice among many is found by its value, and a value that isn't one is an error")
  func choiceValues() throws {
    let values: [JSONValue] = (0..<100).map { .number(JSONNumber($0)) } + ["e\u{301}", .null, ["a": 1]]
    let index = try index(["properties": ["a": ["enum": .array(values)]]])
    #expect(problems(index, ["a": .number(try #require(JSONNumber("1e1")))]) == [])
    #expect(problems(index, ["a": .null]) == [])
    #expect(problems(index, ["a": ["a": .number(try #require(JSONNumber("1.0")))]]) == [])
    #expect(problems(index, ["a": "e\u{301}"]) == [])
    // Strings are compared scalar by scalar, as in JSON Schema.
    #expect(problems(index, ["a": "\u{e9}"]).count == 1)
    #expect(problems(index, ["a": 100]).count == 1)
  }

  @Test("A value that oneOf lists twice among many is an error")
  func repeatedChoice() throws {
    let constants = ((0..<50) + [7]).map { JSONValue.object(["const": .number(JSONNumber($0))]) }
    let index = try index(["properties": ["a": ["oneOf": .array(constants)]]])
    #expect(problems(index, ["a": 7]).map(\.reason) == [.keyword("oneOf")])
    #expect(problems(index, ["a": 8]) == [])
  }

  @Test(
    "Patterns of keys are matched together: ten times as many don't take ten times as long",
    arguments: [
      ["^key", ""], ["", "$"], ["a.*", "x"],
    ])
  func patterns(_ around: [String]) throws {
    func time(_ count: Int) throws -> Duration {
      let patterns = (0..<count).map { number -> (String, JSONValue) in
        ("\(around[0])\(10_000 + number)\(around[1])", ["type": "integer"])
      }
      let index = try index(["type": "object", "patternProperties": object(patterns)])
      let value = object((0..<200).map { ("a key\(10_000 + $0)x", 1) })
      return ProcessorTime.least { _ = problems(index, value) }
    }
    #expect(try time(2_000) < time(200) * 4)
  }

  @Test("A set of patterns finds what each of them finds")
  func patternSet() throws {
    let sources = [
      "^ab", "b", "c$", "^abc$", "", "a|b", "x*", "(abc)+", "[ab]c", "é", "^$", "bc", "abcabc", "aa", "ca",
      "z",
      "zz", "a.c", "^é", "bca", "(?=b)bc",
    ]
    let patterns = sources.map { try? TextPattern($0) } + [nil]
    let set = TextPatternSet(patterns)
    #expect(patterns.count > 16)
    for text in ["", "a", "abc", "abcabc", "bca", "xyz", "éé", "aé", "aabcc", "zzz", "caab"] {
      let found = set.places(in: text) { $0.matches(text) }
      #expect(found == patterns.indices.filter { patterns[$0]?.matches(text) == true }, "\(text)")
    }
    #expect(set.malformed == [sources.count])
  }

  @Test("Patterns and keys that would take too long are a warning")
  func tooManyPatterns() throws {
    // Nothing is in each match, so each pattern is run for each key.
    let patterns = (0..<1_000).map { ("^(\($0)|b)[a-z]*[!?]", JSONValue.object(["type": "integer"])) }
    let index = try index(["type": "object", "patternProperties": object(patterns)])
    let value = object((0..<30).map { (String(repeating: "bcd", count: 200) + "\($0)", "x") })
    #expect(problems(index, value).contains { $0.reason == .tooComplex })
  }

  @Test("The work to check a value grows with its parts, in a large one by less")
  func effort() {
    for (count, steps) in [(9, 240_000), (9_999, 10_200_000)] {
      var effort = CheckEffort(for: JSONValue.array([JSONValue](repeating: 1, count: count)))
      let isEnough = effort.spend(steps)
      let isMore = effort.spend(1)
      #expect(isEnough && !isMore, "\(count)")
    }
  }

  @Test("Beyond a number of patterns without a common text, entries are anything, and secrets stay secret")
  func tooManyKeyPatterns() throws {
    func form(_ count: Int) throws -> FormIndex {
      let patterns = (0..<count).map { number in
        ("^(a|\(number))[a-z]", JSONValue.object(["type": "string", "writeOnly": .bool(number == 0)]))
      }
      return try index(["type": "object", "patternProperties": object(patterns)])
    }
    let (few, many) = (try form(50), try form(51))
    #expect(few.form.root.kind(ofEntry: "3x") == .string(TextLimits()))
    #expect(few.form.root.kind(ofEntry: "y") == nil)
    #expect(many.form.root.kind(ofEntry: "3x") == .anything)
    let value: JSONValue = ["3x": "b", "0x": "c"]
    #expect(few.secrecy(ofSection: 0).masked(value) == ["3x": "b", "0x": Secrecy.mask])
    #expect(many.secrecy(ofSection: 0).masked(value) == ["3x": Secrecy.mask, "0x": Secrecy.mask])
  }

  @Test(
    "A list of choices is shown in linear time, as people read it and as it is typed",
    arguments: [JSONValue.Kind.string, .number])
  func choiceTexts(_ kind: JSONValue.Kind) throws {
    func time(_ count: Int) throws -> Duration {
      let choices = (0..<count).map { kind == .string ? JSONValue.string("c\($0)") : .number(JSONNumber($0)) }
      let index = try index(["properties": ["l": ["type": "array", "items": ["enum": .array(choices)]]]])
      let setting = try #require(index[["l"]]?.setting)
      let list = JSONValue.array((0..<count).map { choices[$0 * 7 % count] })
      #expect(setting.typedText(for: list) == list.elements?.map(\.plainText).joined(separator: ", "))
      return ProcessorTime.least { _ = (setting.text(for: list), setting.typedText(for: list)) }
    }
    // If each were looked for in turn, it would take 64 times as long.
    #expect(try time(8_000) < time(1_000) * 24)
  }

  @Test("A pattern of many states and a long string are a warning, and a long string alone isn't")
  func longString() throws {
    let text = JSONValue.string(String(repeating: "a", count: 20_000))
    let states = try index(["properties": ["a": ["pattern": "^(a?){9000}[bc]$"]]])
    #expect(problems(states, ["a": text]).map(\.reason) == [.tooComplex])
    let simple = try index(["properties": ["a": ["pattern": "^[a-z]*$"]]])
    #expect(problems(simple, ["a": text]) == [])
  }

  @Test("$schema is a key of the root only, also where alternatives are tried")
  func schemaKey() throws {
    let closed: JSONValue = ["type": "object", "properties": ["x": [:]], "additionalProperties": false]
    let index = try index([
      "properties": ["a": ["anyOf": [closed, ["type": "string"]]], "b": closed],
      "additionalProperties": false,
    ])
    #expect(problems(index, ["$schema": "u", "a": ["x": 1]]) == [])
    #expect(problems(index, ["b": ["$schema": "u"]]).map(\.severity) == [.error])
    #expect(problems(index, ["a": ["$schema": "u"]]).map(\.severity) == [.error])
  }

  // MARK: - Errors

  private static let integers: JSONValue = [
    "properties": ["l": ["type": "array", "items": ["type": "integer"]]]
  ]

  @Test("Errors beyond a thousand are counted, each severity for itself")
  func manyErrors() throws {
    let index = try index(Self.integers)
    let list = JSONValue.array(Array(repeating: "a", count: 5_000))
    let found = problems(index, ["l": list])
    #expect(found.count == 1_001)
    #expect(found.dropLast().map(\.path) == (0..<1_000).map { ["l", "\($0)"] })
    #expect(found.last?.reason == .moreProblems(4_000))
    #expect(found.last?.severity == .error)
    #expect(found.last?.path == .root)
    #expect(found.last?.message == "Correct 4000 more errors.")
  }

  @Test("Errors of many settings are counted together")
  func manySettings() throws {
    let keys = (0..<3_000).map { "s\($0)" }
    let index = try index(["properties": object(keys.map { ($0, ["type": "integer"]) })])
    let found = problems(index, object(keys.map { ($0, "a") }))
    #expect(found.filter { if case .moreProblems = $0.reason { false } else { true } }.count == 1_000)
    let more = found.reduce(0) { count, problem in
      if case .moreProblems(let more) = problem.reason { count + more } else { count }
    }
    #expect(more == 2_000)
    #expect(found.count <= 2_001)
  }

  @Test("Errors beyond a thousand are counted in alternatives, too")
  func errorsInAlternatives() throws {
    let index = try index([
      "properties": [
        "l": ["anyOf": [["type": "array", "items": ["type": "integer"]], ["type": "string"]]]
      ]
    ])
    let found = problems(index, ["l": .array(Array(repeating: "a", count: 3_000))])
    #expect(found.count <= 1_001)
    #expect(found.contains { $0.severity == .error })
  }

  // MARK: - Texts of forms

  @Test("A title and a help text that are too long are cut when they are read", arguments: [true, false])
  func longTexts(isOwn: Bool) throws {
    let long = JSONValue.string(String(repeating: "é", count: 50_000))
    var schema: JSONObject = [
      "properties": [
        "a": ["type": "integer", "title": long, "description": long],
        "s": [
          "type": "object", "title": long, "properties": ["b": ["oneOf": [["const": 1, "title": long]]]],
        ],
      ]
    ]
    if isOwn { schema["$schema"] = "https://json-schema.org/draft/2020-12/schema" }
    let index = try index(.object(schema))
    let setting = try #require(index.settings.first { $0.path == ["a"] }).setting
    #expect(setting.title.unicodeScalars.count == 501)
    #expect(setting.title.hasSuffix("é…"))
    #expect(setting.help.unicodeScalars.count == 20_001)
    #expect(index.form.root.items.map(\.title).allSatisfy { $0.unicodeScalars.count == 501 })
  }
}

extension FormItem {
  fileprivate var title: String {
    switch self {
    case .section(let section): section.title
    case .setting(let setting): setting.title
    }
  }
}
