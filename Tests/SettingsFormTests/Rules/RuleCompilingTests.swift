import Testing

@testable import SettingsForm
@testable import SettingsValidation

@Suite("Checking rules against the form")
struct RuleCompilingTests {
  @Test(
    "A rule that doesn't match the settings is an error with its place and what to do",
    arguments: [
      (
        ["require": ["<": [["var": "pool.mim"], 3]]],
        "/x-rules/0/require/</0: Use a setting of the form instead of pool.mim; perhaps you mean pool.min."
      ),
      (["require": ["var": "pool"]], "/x-rules/0/require: Use a setting inside of pool, which is a section."),
      (
        ["require": ["var": ""]],
        "/x-rules/0/require: Use a setting inside of the whole document, which is a section."
      ),
      (
        ["require": ["var": "name"]],
        "/x-rules/0/require: Use true or false instead of name, which is a string."
      ),
      (["require": 3], "/x-rules/0/require: Use true or false instead of 3."),
      (["require": .null], "/x-rules/0/require: Use true or false instead of null."),
      (
        ["when": ["and": [true, ["+": [1, 2]]]], "hide": ["name"]],
        "/x-rules/0/when/and/1: Use true or false instead of a number."
      ),
      (
        ["require": ["==": [["var": "name"], 3]]],
        "/x-rules/0/require/==: Compare values of one type, not name, which is a string with 3."
      ),
      (
        ["require": ["<": [["var": "proxy.isUsed"], true]]],
        "/x-rules/0/require/</0: Compare proxy.isUsed, which is true or false by == or != only; there is no order."
      ),
      (
        ["require": ["<=": [["+": [["var": "name"], 1]], 2]]],
        "/x-rules/0/require/<=/0/+/0: Use a number instead of name, which is a string."
      ),
      (
        ["require": ["==": [["var": "mode"], "exakt"]]],
        "/x-rules/0/require/==/1: Use one of the choices of mode instead of \"exakt\"; perhaps you mean \"exact\"."
      ),
      (
        ["require": ["in": ["mon", ["var": "days"]]]],
        "/x-rules/0/require/in/0: Use one of the choices of days instead of \"mon\"."
      ),
      (
        ["require": ["in": [["var": "mode"], ["fast", "slow"]]]],
        "/x-rules/0/require/in/1: Use one of the choices of mode instead of \"slow\"."
      ),
      (
        ["require": ["in": [1, ["var": "tags"]]]],
        "/x-rules/0/require/in: Compare values of one type, not the elements of tags, which is a list with 1."
      ),
      (
        ["require": ["in": [1, ["var": "ratio"]]]],
        "/x-rules/0/require/in/1: Use a list, a dictionary or a string instead of ratio, which is a number."
      ),
      (
        ["require": ["matches": [["var": "ratio"], "a"]]],
        "/x-rules/0/require/matches/0: Use a string instead of ratio, which is a number."
      ),
      (
        ["require": ["isEmpty": [3]]],
        "/x-rules/0/require/isEmpty/0: Use a list, a dictionary or a string instead of 3."
      ),
      (
        ["require": ["<": [["var": "timeout"], "soon"]]],
        "/x-rules/0/require/<: Use a duration instead of \"soon\"."
      ),
      (
        ["hide": ["poool"]],
        "/x-rules/0/hide/0: Use a setting of the form instead of poool; perhaps you mean pool."
      ),
      (["set": "pool", "to": 3], "/x-rules/0/set: Use a setting inside of pool, which is a section."),
      (
        ["set": "timePeriod", "to": 300],
        "/x-rules/0/to: Correct the value for timePeriod, which violates its limits: Use 100 or less instead of 300."
      ),
      (
        ["set": "timePeriod", "to": .null],
        "/x-rules/0/to: Correct the value for timePeriod, which violates its limits: Use a whole number instead of null."
      ),
      (
        ["set": "timePeriod", "to": ["var": "name"]],
        "/x-rules/0/to: Use a number for timePeriod instead of name, which is a string."
      ),
      (
        ["set": "timePeriod", "to": ["*": [["var": "pool.max"], 0.8]]],
        "/x-rules/0/to: Round the value for timePeriod, which is a whole number, while this can have a fraction: .rounded(.down), or {\"rounded\": […, \"down\"]}."
      ),
      (
        ["set": "timePeriod", "to": ["rounded": [["var": "name"], "down"]]],
        "/x-rules/0/to/rounded/0: Use a number instead of name, which is a string."
      ),
      (
        ["set": "name", "to": ["var": "token"]],
        "/x-rules/0/to: Mark name as secret, too, or derive it from something other than the secret token."
      ),
      (
        ["set": "pool.min", "to": ["-": [["var": "pool.min"], 1]]],
        "/x-rules/0/set: Derive pool.min from something other than itself."
      ),
      (
        ["when": ["==": [["var": "name"], "x"]], "set": "name", "to": "y"],
        "/x-rules/0/set: Derive name from something other than itself."
      ),
    ] as [(JSONValue, String)])
  func unfit(_ example: (rule: JSONValue, message: String)) {
    let error = #expect(throws: FormSchemaError.self) { try RuleForm.index(example.rule) }
    #expect(error?.description == example.message)
  }

  @Test("An exported form has no lines of the app's source")
  func exportedRules() throws {
    var rule = FormRule(.restrict(.hidden, [["name"]]), when: .setting(["proxy", "isUsed"]))
    rule.source = "AppSettings.swift:12"
    let form = FormSchema(root: RuleForm.root, rules: [rule])
    #expect(form.exported.rules.map(\.source) == [nil])
    rule.source = nil
    #expect(form.exported.rules == [rule])
  }

  @Test("A malformed pattern is an error with its position")
  func patterns() {
    let error = #expect(throws: FormSchemaError.self) {
      try RuleForm.index(["require": ["matches": [["var": "name"], "("]]])
    }
    #expect(error?.path == ["x-rules", "0", "require", "matches", "1"])
  }

  @Test("A cycle of derived defaults of any length is an error that names its members")
  func circles() {
    let error = #expect(throws: FormSchemaError.self) {
      try RuleForm.index(
        ["set": "name", "to": "fine"],
        ["set": "pool.max", "to": ["var": "proxy.port"], "source": "App.swift:9"],
        ["set": "timePeriod", "to": ["var": "pool.max"]],
        ["when": ["<": [["var": "timePeriod"], 3]], "set": "proxy.port", "to": 80, "source": "App.swift:11"])
    }
    #expect(
      error?.reason == .rule(.cycle([["timePeriod"], ["pool", "max"], ["proxy", "port"]]), source: nil))
    #expect(
      error?.message
        == "Break the cycle of derived defaults timePeriod ← pool.max ← proxy.port ← timePeriod.")
    #expect(error?.path == ["x-rules", "2", "set"])
  }

  @Test("A long cycle is found, and a long chain isn't one")
  func longChains() throws {
    let count = 20_000
    let items = (0..<count).map { number in
      FormItem.setting(
        FormSetting(key: "s\(number)", title: "S", kind: .integer(NumberLimits()), defaultValue: 0))
    }
    var rules = (1..<count).map {
      FormRule(.assign(["s\($0)"], .operation(.add, [.setting(["s\($0 - 1)"]), .value(1)])))
    }
    let root = FormSection(key: "", title: "", items: items)
    let index = FormIndex(FormSchema(root: root, rules: rules.reversed()))
    #expect(index.ruleError == nil)
    #expect(RuleForm.state(index).derivedValue(at: ["s\(count - 1)"]) == .number(JSONNumber(count - 1)))

    rules.append(FormRule(.assign(["s0"], .setting(["s\(count - 1)"]))))
    guard
      case .rule(.cycle(let members), _)? = FormIndex(FormSchema(root: root, rules: rules)).ruleError?.reason
    else {
      Issue.record("the circle was not found")
      return
    }
    #expect(members.count == count)
  }

  @Test("Constraints and visibility can read the settings that they are about")
  func selfReferences() throws {
    let index = try RuleForm.index(
      ["when": ["==": [["var": "name"], "x"]], "hide": ["name"]],
      ["require": ["<": [["var": "ratio"], ["var": "ratio"]]]])
    #expect(RuleForm.state(index, ["name": "x"]).isRestricted(["name"], restriction: .hidden, in: index))
  }

  @Test("A form with a faulty rule is refused when it is read, and its index has the error")
  func refusedForms() {
    let rules = [FormRule(.require(.setting(["none"])), source: "App.swift:3")]
    let form = FormSchema(root: RuleForm.root, rules: rules)
    #expect(throws: FormSchemaError.self) { try FormSchema(form.json) }
    #expect(FormIndex(form).ruleError?.description.hasPrefix("App.swift:3: ") == true)
  }

  @Test(
    "The specificity of a condition is the number of comparisons that must be true",
    arguments: [
      (true, 0), (["var": "proxy.isUsed"], 1), (["!": [["var": "proxy.isUsed"]]], 1),
      (["and": [["var": "a"], ["==": [["var": "b"], 1]], ["var": "c"]]], 3),
      (["or": [["and": [["var": "a"], ["var": "b"]]], ["var": "c"]]], 1),
      (["!": [["or": [["var": "a"], ["var": "b"]]]]], 2),
      (["!": [["and": [["var": "a"], ["var": "b"]]]]], 1),
    ] as [(JSONValue, Int)])
  func specificity(_ example: (condition: JSONValue, specificity: Int)) throws {
    var reader = RuleReader(at: [])
    #expect(try reader.expression(example.condition).specificity() == example.specificity)
  }
}
