import TestSupport
import Testing

@testable import SettingsEditing
@testable import SettingsForm
@testable import SettingsSchemas
@testable import SettingsValidation

@Suite("Coding rules as JsonLogic")
struct RuleCodingTests {
  @Test("A rule in x-rules is an object with its condition, its effect and its other attributes")
  func wholeRules() throws {
    let rules = [
      FormRule(
        .require(.operation(.lessOrEqual, [.setting(["timePeriod"]), .value(30)])),
        when: .operation(.equal, [.setting(["mode"]), .value("exact")]), message: "Too long.",
        severity: .warning,
        priority: .high, group: "limits", source: "App.swift:12"),
      FormRule(
        .restrict(.hidden, [["proxy", "host"], ["pool"]]),
        when: .operation(.not, [.setting(["proxy", "isUsed"])])),
      FormRule(.restrict(.disabled, [["name"]])),
      FormRule(.restrict(.readOnly, [["name"]])),
      FormRule(.assign(["proxy", "host"], .setting(["name"])), when: .context("isServer")),
    ]
    let form = FormSchema(root: RuleForm.root, rules: rules)
    guard case .object(let object) = form.json else { return }
    let expected: JSONValue = [
      [
        "when": ["==": [["var": "mode"], "exact"]], "require": ["<=": [["var": "timePeriod"], 30]],
        "message": "Too long.", "severity": "warning", "priority": 500, "group": "limits",
        "source": "App.swift:12",
      ],
      ["when": ["!": [["var": "proxy.isUsed"]]], "hide": ["proxy.host", "pool"]],
      ["disable": ["name"]],
      ["readOnly": ["name"]],
      ["when": ["var": "$context.isServer"], "set": "proxy.host", "to": ["var": "name"]],
    ]
    #expect(object["x-rules"]?.description == expected.description)
    #expect(try FormSchema(form.json) == form)
  }

  @Test(
    "Every expression reads back as it was written",
    arguments: [
      .value(.null), .value(true), .value(1.50), .value("é"), .value([1, [2]]), .value([:]),
      .value(["var": "name"]), .value([["var": "name"]]), .value(["a": 1, "b": 2]),
      .setting(["pool", "min"]), .setting(["with.dot", "with/slash", "", "$context"]),
      .setting(["$context", "a"]),
      .context("platform"), .context("a.b"), .context(""),
      .operation(.minimum, [.value(1), .setting(["a"])]), .operation(.maximum, [.value(1)]),
      .operation(.all, []), .operation(.all, [.value(true)]),
      .operation(.any, [.setting(["a"]), .operation(.not, [.setting(["b"])])]),
      .operation(.contained, [.setting(["a"]), .value(["a", "b"])]),
      .operation(.matches, [.setting(["a"]), .value("^[a-z]+$")]),
      .operation(.count, [.setting(["a"])]), .operation(.isEmpty, [.value([])]),
      .operation(.fallback, [.setting(["a"]), .value(1)]),
      .operation(
        .conditional,
        [.setting(["a"]), .value(1), .operation(.conditional, [.setting(["b"]), .value(2), .value(3)])]),
      .operation(.subtract, [.value(0), .operation(.divide, [.setting(["a"]), .value(2)])]),
    ] as [RuleExpression])
  func expressions(_ expression: RuleExpression) throws {
    var reader = RuleReader(at: [])
    #expect(try reader.expression(expression.json) == expression)
    // Reading the text gives the same rules.
    #expect(try reader.expression(JSONValue(parsing: expression.json.description)) == expression)
  }

  @Test(
    "Every comparison and every arithmetic operation is written by its sign",
    arguments: RuleForm.comparisons + RuleForm.arithmetic)
  func comparisons(_ operation: RuleOperation) throws {
    let expression = RuleExpression.operation(operation, [.setting(["a"]), .value(3)])
    #expect(expression.json == .object([operation.rawValue: [["var": "a"], 3]]))
    var reader = RuleReader(at: [])
    #expect(try reader.expression(expression.json) == expression)
  }

  @Test("Shorter spellings of JsonLogic have the same meaning")
  func shortForms() throws {
    var reader = RuleReader(at: [])
    #expect(try reader.expression(["!": ["var": "a"]]) == .operation(.not, [.setting(["a"])]))
    #expect(
      try reader.expression(["var": ["/a/b~1c", 2]])
        == .operation(.fallback, [.setting(["a", "b/c"]), .value(2)]))
    #expect(
      try reader.expression(["<": [1, ["var": "a"], 3]])
        == .operation(
          .all,
          [
            .operation(.less, [.value(1), .setting(["a"])]), .operation(.less, [.setting(["a"]), .value(3)]),
          ]))
    #expect(
      try reader.expression(["+": [1, 2, 3]])
        == .operation(.add, [.operation(.add, [.value(1), .value(2)]), .value(3)]))
    #expect(
      try reader.expression(["-": [["var": "a"]]]) == .operation(.subtract, [.value(0), .setting(["a"])]))
    #expect(
      try reader.expression(["if": [["var": "a"], 1, ["var": "b"], 2]])
        == .operation(
          .conditional,
          [
            .setting(["a"]), .value(1),
            .operation(.conditional, [.setting(["b"]), .value(2), .value(.null)]),
          ]))
  }

  @Test(
    "A malformed rule is an error with its place and what to do",
    arguments: [
      (#"3"#, "/x-rules/0: Give \"0\" an object with a rule."),
      (#"{}"#, "/x-rules/0: Give the rule an effect: require, hide, disable, readOnly or set."),
      (#"{"hide": ["name"], "disable": ["name"]}"#, "/x-rules/0: Write a rule for each of hide, disable."),
      (
        #"{"hide": ["name"], "wen": true}"#,
        "/x-rules/0/wen: Remove \"wen\", which isn't a member of a rule; perhaps you mean when."
      ),
      (#"{"hide": "name"}"#, "/x-rules/0/hide: Give \"hide\" a list of at least one path."),
      (
        #"{"hide": ["a..b"]}"#,
        "/x-rules/0/hide/0: “a..b” isn't a path, see column 3: a key is missing; write \"\" for an empty one."
      ),
      (#"{"set": "name"}"#, "/x-rules/0/set: Say which value the setting gets: add \"to\"."),
      (#"{"hide": ["name"], "to": 3}"#, "/x-rules/0/to: Say which setting gets the value: add \"set\"."),
      (
        #"{"hide": ["name"], "severity": "bad"}"#,
        "/x-rules/0/severity: Give \"severity\" \"error\" or \"warning\"."
      ),
      (#"{"hide": ["name"], "priority": 1.5}"#, "/x-rules/0/priority: Give \"priority\" a whole number."),
      (#"{"hide": ["name"], "group": 1}"#, "/x-rules/0/group: Give \"group\" a string."),
      (
        #"{"require": {"=>": [1, 2]}}"#,
        "/x-rules/0/require/=>: Use an operation that rules know instead of \"=>\"; perhaps you mean ==; write {\"literal\": …} around a constant object."
      ),
      (#"{"require": {"==": [1]}}"#, "/x-rules/0/require/==: Give \"==\" 2 operands instead of 1."),
      (#"{"require": {"-": [1, 2, 3]}}"#, "/x-rules/0/require/-: Give \"-\" 1 to 2 operands instead of 3."),
      (#"{"require": {"min": []}}"#, "/x-rules/0/require/min: Give \"min\" at least 1 operand instead of 0."),
      (
        #"{"require": {"in": [1, [{"var": "name"}]]}}"#,
        "/x-rules/0/require/in/1: Write the list without operations inside, or {\"literal\": …} around it."
      ),
      (
        #"{"require": {"matches": ["a", 1]}}"#,
        "/x-rules/0/require/matches: Give \"matches\" a string and a regular expression."
      ),
      (#"{"require": {"var": true}}"#, "/x-rules/0/require/var: Give \"var\" a path."),
    ])
  func malformed(_ example: (rule: String, message: String)) throws {
    let text =
      #"{"type": "object", "properties": {"name": {"type": "string"}}, "x-rules": [\#(example.rule)]}"#
    let error = #expect(throws: FormSchemaError.self) { try FormSchema(written: Array(text.utf8)) }
    let position = try #require(error?.position)
    #expect(error?.description == "\(position): \(example.message)")
  }

  @Test("A rule that is nested too deeply is an error, not a crash")
  func depth() throws {
    func rule(_ depth: Int) -> JSONValue {
      ["require": (0..<depth).reduce(true) { inner, _ in ["!": [inner]] }]
    }
    var reader = RuleReader(at: ["x-rules"])
    #expect(try reader.rules([rule(100)]).count == 1)
    #expect(throws: FormSchemaError.self) { try reader.rules([rule(200)]) }
    _ = try RuleForm.index(rule(100))
  }

  @Test(
    "A randomly corrupted rule is an error or reads back as it was written",
    arguments: [SeededRandom.testSeed])
  func damaged(_ seed: UInt64) throws {
    var maker = RandomRules(seed: seed)
    for _ in 0..<60 {
      let index = maker.index()
      for rule in index.form.rules {
        let damaged = maker.damaged(rule.json)
        var reader = RuleReader(at: ["x-rules"])
        guard let rules = try? reader.rules([damaged]) else { continue }
        var again = RuleReader(at: ["x-rules"])
        #expect(try again.rules(.array(rules.map(\.json))) == rules, "\(damaged), SETTINGS_SEED=\(seed)")
        _ = FormIndex(FormSchema(root: index.form.root, rules: rules))
      }
    }
  }

  @Test("An error names the source line of a rule that has one")
  func sources() throws {
    let text =
      #"{"type": "object", "x-rules": [{"source": "App.swift:7", "require": {"var": "a"}}]}"#
    let error = #expect(throws: FormSchemaError.self) { try FormSchema(written: Array(text.utf8)) }
    #expect(
      error?.description == "App.swift:7: /x-rules/0/require: Use a setting of the form instead of a.")
    // Of a form that an editor opens, it is a warning.
    let prepared = try FormIndex(parsingSchema: Array(text.utf8)).form.warnings.first
    #expect(prepared?.description == error?.description)
    #expect(prepared?.position == error?.position)
  }
}
