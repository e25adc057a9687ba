import Testing

@testable import SettingsEditing
@testable import SettingsForm
@testable import SettingsValidation

@Suite("The results of rules for a document")
struct RuleStateTests {
  // MARK: - Derived defaults

  @Test(
    "Of several derived defaults the highest priority wins, then the more specific condition, then the earlier one"
  )
  func preference() throws {
    let isExact: JSONValue = ["==": [["var": "mode"], "exact"]]
    let isLong: JSONValue = [">": [["var": "timePeriod"], 50]]
    let index = try RuleForm.index(
      ["set": "name", "to": "earlier"], ["set": "name", "to": "later"],
      ["when": isExact, "set": "name", "to": "specific"],
      ["when": ["and": [isExact, isLong]], "set": "name", "to": "more specific"],
      ["when": isExact, "set": "name", "to": "as specific, but later"],
      ["when": ["==": [["var": "ratio"], 0]], "set": "name", "to": "important", "priority": 1000],
      ["when": ["and": [isExact, isLong]], "set": "name", "to": "unimportant", "priority": -250])
    func name(_ document: JSONValue) -> JSONValue? {
      RuleForm.state(index, document).derivedValue(at: ["name"])
    }
    #expect(name([:]) == "earlier")
    #expect(name(["mode": "exact"]) == "specific")
    #expect(name(["mode": "exact", "timePeriod": 60]) == "more specific")
    #expect(name(["mode": "exact", "timePeriod": 60, "ratio": 0]) == "important")
  }

  @Test("A derived default is an input of another, and an explicit value overrides both")
  func feeding() throws {
    let index = try RuleForm.index(
      ["set": "pool.max", "to": ["*": [["var": "pool.min"], 2]]],
      ["set": "pool.min", "to": ["+": [["var": "timePeriod"], 1]]])
    #expect(RuleForm.state(index).derivedValue(at: ["pool", "max"]) == 16)
    #expect(RuleForm.state(index, ["timePeriod": 1]).derivedValue(at: ["pool", "max"]) == 4)
    #expect(RuleForm.state(index, ["pool": ["min": 5]]).derivedValue(at: ["pool", "max"]) == 10)
    let state = RuleForm.state(index, ["pool": ["max": 5]])
    #expect(state.value(at: try #require(index.position(of: ["pool", "max"])), explicit: { _ in 5 }) == 5)
  }

  @Test("A derived value that isn't valid for its setting is ignored, and the next rule applies")
  func unfitValues() throws {
    let index = try RuleForm.index(
      ["set": "timePeriod", "to": ["-": [["var": "pool.max"], 8]], "priority": 500],
      ["set": "timePeriod", "to": ["*": [["var": "pool.max"], 100]]], ["set": "timePeriod", "to": 9])
    #expect(RuleForm.state(index).derivedValue(at: ["timePeriod"]) == 9)
    #expect(RuleForm.state(index, ["pool": ["max": 9]]).derivedValue(at: ["timePeriod"]) == 1)
    #expect(RuleForm.state(index, ["pool": ["max": 1]]).derivedValue(at: ["timePeriod"]) == 100)
    let trace = RuleForm.state(index).trace(
      at: ["timePeriod"], in: index, isStaged: false, explicit: { _ in nil })
    #expect(trace.steps.map(\.verdict) == [.idle, .idle, .applies])
    #expect(trace.steps[1].reason == "its value does not fit: Use 100 or less instead of 800.")
  }

  @Test(
    "A number is rounded by the rule's way of rounding",
    arguments: [
      ("down", [7, 2, -3, 0]), ("up", [8, 3, -2, 1]), ("towardZero", [7, 2, -2, 0]),
      ("awayFromZero", [8, 3, -3, 1]), ("nearest", [8, 3, -3, 0]), ("nearestOrEven", [8, 2, -2, 0]),
    ])
  func rounding(name: String, expected: [Int]) throws {
    let index = try RuleForm.index(
      ["set": "timePeriod", "to": ["+": [["rounded": [["var": "$context.x"], .string(name)]], 50]]])
    let numbers = ["7.6", "2.5", "-2.5", "0.049"].map { JSONValue.number(JSONNumber($0)!) }
    #expect(
      numbers.map { RuleForm.state(index, context: ["x": $0]).derivedValue(at: ["timePeriod"]) }
        == expected.map { .number(JSONNumber($0 + 50)) })
    #expect(try FormSchema(written: index.form.json.bytes()).rules == index.form.rules)
  }

  @Test("An optional setting can be derived to have no value, and durations can be computed")
  func otherValues() throws {
    let index = try RuleForm.index(
      ["when": ["var": "proxy.isUsed"], "set": "nickname", "to": "x"],
      ["set": "nickname", "to": .null, "priority": -1],
      ["set": "timeout", "to": ["*": [["var": "$context.load"], 90]]])
    #expect(RuleForm.state(index).derivedValue(at: ["nickname"]) == .null)
    #expect(RuleForm.state(index, ["proxy": ["isUsed": true]]).derivedValue(at: ["nickname"]) == "x")
    #expect(RuleForm.state(index, context: ["load": 0.5]).derivedValue(at: ["timeout"]) == "PT45S")
    #expect(RuleForm.state(index).derivedValue(at: ["timeout"]) == nil)
  }

  // MARK: - Constraints

  @Test("A violated constraint is a problem of each of its settings, in the order of the form")
  func violations() throws {
    let index = try RuleForm.index(
      [
        "when": ["==": [["var": "mode"], "exact"]],
        "require": ["<=": [["var": "pool.min"], ["var": "pool.max"]]],
        "severity": "warning",
      ],
      ["require": ["<=": [["var": "timePeriod"], 30]], "message": "Too long."])
    let document: JSONValue = ["mode": "exact", "timePeriod": 31, "pool": ["min": 9]]
    let problems = FormValidator(index).problems(in: document)
    #expect(problems.map(\.path) == [["mode"], ["timePeriod"], ["pool", "min"], ["pool", "max"]])
    #expect(problems.map(\.severity) == [.warning, .error, .warning, .warning])
    #expect(problems[1].message == "Too long.")
    #expect(problems[2].message == "When Mode is Exact, Pool › Minimum must be at most Pool › Maximum.")
    #expect(FormValidator(index).problems(in: ["pool": ["min": 9]]).isEmpty)

    let text = try JSONDocument(parsing: Array("{\n  \"timePeriod\": 31\n}".utf8))
    #expect(
      FormValidator(index).problems(in: text).map(\.description) == ["2:17: error: timePeriod: Too long."])
    // A setting without a value has the position of the object that would contain it.
    let section = try JSONDocument(parsing: Array(#"{"mode": "exact", "pool": {"min": 9}}"#.utf8))
    #expect(
      FormValidator(index).problems(in: section).map(\.position?.column) == [10, 35, 27])
  }

  @Test("A rule with a missing operand does not apply")
  func missingOperands() throws {
    let index = try RuleForm.index(["require": ["<": [["var": "proxy.port"], 1024]]])
    #expect(FormValidator(index).problems(in: [:]).isEmpty)
    #expect(FormValidator(index).problems(in: ["proxy": ["port": .null]]).isEmpty)
    #expect(FormValidator(index).problems(in: ["proxy": ["port": 2000]]).count == 1)
    // A value of a wrong type is one problem, not two.
    #expect(FormValidator(index).problems(in: ["proxy": ["port": "x"]]).count == 1)
  }

  @Test("Rules read context values, and a rule without its context value doesn't apply")
  func contextValues() throws {
    let index = try RuleForm.index(
      [
        "when": ["==": [["var": "$context.platform"], "watch"]],
        "require": ["<=": [["var": "timePeriod"], 3]],
      ])
    #expect(FormValidator(index).problems(in: [:]).isEmpty)
    #expect(FormValidator(index, context: ["platform": "phone"]).problems(in: [:]).isEmpty)
    #expect(FormValidator(index, context: ["platform": "watch"]).problems(in: [:]).count == 1)
  }

  // MARK: - Visibility

  @Test("A hidden setting isn't checked by its limits or by constraints")
  func hiding() throws {
    let index = try RuleForm.index(
      ["when": ["!": [["var": "proxy.isUsed"]]], "hide": ["proxy.host", "pool"]],
      ["require": ["!=": [["var": "proxy.host"], ["var": "name"]]]],
      ["when": ["==": [["var": "pool.min"], 99]], "require": ["<": [["var": "ratio"], 0]]])
    let document: JSONValue = ["name": "x", "proxy": ["host": "x"], "pool": ["min": 99]]
    let state = RuleForm.state(index, document)
    #expect(state.isRestricted(["proxy", "host"], restriction: .hidden, in: index))
    #expect(state.isRestricted(["pool"], restriction: .hidden, in: index))
    #expect(state.isRestricted(["pool", "max"], restriction: .hidden, in: index))
    #expect(!state.isRestricted(["proxy"], restriction: .hidden, in: index))
    // Only the constraint without hidden settings is reported, and not at the hidden setting of its condition.
    #expect(FormValidator(index).problems(in: document).map(\.path) == [["ratio"]])
    #expect(FormValidator(index).problems(in: ["proxy": ["host": ""]]).isEmpty)
    let shown: JSONValue = ["name": "x", "proxy": ["host": "x", "isUsed": true]]
    #expect(FormValidator(index).problems(in: shown).map(\.path) == [["name"], ["proxy", "host"]])
  }

  @Test("Several rules can hide one setting; it is shown when none of them does")
  func hidingTwice() throws {
    let index = try RuleForm.index(
      ["when": ["==": [["var": "mode"], "exact"]], "hide": ["name"]],
      ["when": ["var": "proxy.isUsed"], "hide": ["name"]],
      ["when": ["var": "proxy.isUsed"], "disable": ["ratio"]],
      ["when": ["var": "proxy.isUsed"], "readOnly": ["tags"]])
    var document: JSONValue = ["mode": "exact", "proxy": ["isUsed": true]]
    var state = RuleForm.state(index, document)
    func change(_ value: JSONValue, _ path: SettingPath) {
      document = value
      state.update([index.position(of: path) ?? -1]) { document.value(at: index.settings[$0].path) }
    }
    #expect(state.isRestricted(["name"], restriction: .hidden, in: index))
    #expect(state.isRestricted(["ratio"], restriction: .disabled, in: index))
    #expect(state.isRestricted(["tags"], restriction: .readOnly, in: index))
    change(["proxy": ["isUsed": true]], ["mode"])
    #expect(state.isRestricted(["name"], restriction: .hidden, in: index))
    change([:], ["proxy", "isUsed"])
    #expect(!state.isRestricted(["name"], restriction: .hidden, in: index))
    #expect(!state.isRestricted(["ratio"], restriction: .disabled, in: index))
  }

  // MARK: - Groups

  @Test("Switching a group off disables its rules and no others")
  func groups() throws {
    let index = try RuleForm.index(
      ["hide": ["name"], "group": "a"], ["set": "ratio", "to": 3, "group": "a"],
      ["require": ["<": [["var": "ratio"], 2]], "group": "b"], ["set": "ratio", "to": 4, "priority": -1])
    let on = RuleForm.state(index)
    #expect(on.isRestricted(["name"], restriction: .hidden, in: index))
    #expect(on.derivedValue(at: ["ratio"]) == 3)
    #expect(on.problems(in: index).count == 1)
    let off = RuleForm.state(index, inactiveGroups: ["a"])
    #expect(!off.isRestricted(["name"], restriction: .hidden, in: index))
    #expect(off.derivedValue(at: ["ratio"]) == 4)
    #expect(RuleForm.state(index, inactiveGroups: ["a", "b"]).problems(in: index).isEmpty)
  }

  // MARK: - Cost

  @Test("After an edit, only the rules that depend on it run")
  func runCounts() throws {
    let count = 10_000
    let items = (0..<count).map { number in
      FormItem.setting(
        FormSetting(key: "s\(number)", title: "S", kind: .integer(NumberLimits()), defaultValue: 0))
    }
    var rules = (0..<count).map { number in
      FormRule(
        .require(
          .operation(.lessOrEqual, [.setting(["s\(number)"]), .setting(["s\((number + 1) % count)"])])))
    }
    rules.append(
      FormRule(.assign(["s7"], .setting(["s3"])), when: .operation(.greater, [.setting(["s3"]), .value(1)])))
    let index = FormIndex(FormSchema(root: FormSection(key: "", title: "", items: items), rules: rules))
    var values: [Int: JSONValue] = [:]
    var state = RuleState(index.rules, conditions: RuleConditions()) { values[$0] }
    func runs(_ position: Int, _ value: JSONValue) -> Int {
      let before = state.runCount
      values[position] = value
      state.update([position]) { values[$0] }
      return state.runCount - before
    }
    #expect(state.runCount == count + 1)
    #expect(runs(5_000, 3) == 2)
    #expect(state.problems(in: index).map(\.position) == [5_000, 5_001])
    // Two rules read the setting, one derives another setting, and two read that.
    #expect(runs(3, 5) == 5)
    // The same derived value has no further effect.
    #expect(runs(3, 5) == 3)
    #expect(runs(7, 1) == 2)
    // An explicit value isn't derived.
    #expect(runs(3, 6) == 3)
  }

  @Test(
    "A number that is out of the range of the arithmetic is a problem, in a constraint and in its condition",
    arguments: [
      ["require": ["<=": [["+": [["var": "ratio"], 1]], 3]]],
      ["require": [">=": [["+": [["var": "ratio"], 1]], 3]]],
      ["require": ["<=": [["*": [["var": "ratio"], ["var": "ratio"]]], 3]], "message": "Keep it small"],
      ["when": [">": [["-": [["var": "ratio"], 1]], 3]], "require": ["==": [["var": "name"], "x"]]],
    ] as [JSONValue])
  func outOfRange(_ rule: JSONValue) throws {
    let index = try RuleForm.index(rule)
    let ratio = try #require(index.position(of: ["ratio"]))
    var state = RuleForm.state(index, ["ratio": .number(JSONNumber(checked: "1e999999"))])
    let messages = state.problems(in: index).map(\.problem.message)
    #expect(!messages.isEmpty)
    for message in messages {
      #expect(message.hasPrefix("Use numbers between 1e-6144 and 1e6144, so that a rule can be checked: "))
    }
    let trace = state.trace(at: ["ratio"], in: index, isStaged: false) { _ in nil }
    #expect(trace.steps.map(\.verdict) == [.violated])
    #expect(trace.steps.map(\.reason) == ["a number is too large or too small"])
    let changes = state.update([ratio]) { $0 == ratio ? 0.5 : nil }
    #expect(changes.constraints == [0])
    let isShort = state.problems(in: index).allSatisfy { !$0.problem.message.hasPrefix("Use numbers") }
    #expect(isShort)
  }
}
