import TestSupport
import Testing

@testable import SettingsEditing
@testable import SettingsForm
@testable import SettingsValidation

@Suite("Random rules")
struct RulePropertyTests {
  @Test(
    "An incremental update has the same result as running all rules",
    arguments: SeededRandom.testSeeds(40))
  func incremental(_ seed: UInt64) throws {
    var maker = RandomRules(seed: seed)
    let index = maker.index()
    let conditions = RuleConditions(context: ["flag": true, "number": 3], inactiveGroups: ["off"])
    var values: [Int: JSONValue] = [:]
    var state = RuleState(index.rules, conditions: conditions) { values[$0] }
    for step in 0..<60 {
      let changed = (0..<Int.random(in: 1...3, using: &maker.random)).map { _ in
        Int.random(in: index.settings.indices, using: &maker.random)
      }
      for position in changed { values[position] = maker.random.once(in: 3) ? nil : maker.value(position) }
      state.update(changed) { values[$0] }
      let fresh = RuleState(index.rules, conditions: conditions) { values[$0] }
      let note: Comment = "SETTINGS_SEED=\(seed), step \(step)"
      #expect(state.outcomes == fresh.outcomes, note)
      #expect(state.derived.mapValues(\.value) == fresh.derived.mapValues(\.value), note)
      #expect(state.derived.mapValues(\.rule) == fresh.derived.mapValues(\.rule), note)
      #expect(state.violated == fresh.violated, note)
      #expect(state.counts.filter { !$0.value.isEmpty } == fresh.counts.filter { !$0.value.isEmpty }, note)
      #expect(
        state.problems(in: index).map(\.problem.description)
          == fresh.problems(in: index).map(\.problem.description),
        note)
    }
  }

  @Test("A form read from its own x-rules gives the same verdicts on 2 000 random documents")
  func roundTrip() throws {
    let context: [String: JSONValue] = ["flag": true, "number": 3]
    var (broken, held) = (0, 0)
    for seed in SeededRandom.testSeeds(20) {
      var maker = RandomRules(seed: seed)
      let index = maker.index()
      let copy = FormIndex(try FormSchema(written: index.form.bytes))
      #expect(copy.form == index.form, "SETTINGS_SEED=\(seed)")
      let (first, second) = (FormValidator(index, context: context), FormValidator(copy, context: context))
      for _ in 0..<100 {
        let document = maker.document(index)
        let problems = first.problems(in: document)
        if problems.contains(where: { if case .message = $0.reason { true } else { false } }) {
          broken += 1
        } else {
          held += 1
        }
        #expect(problems == second.problems(in: document), "SETTINGS_SEED=\(seed), \(document)")
        let text = try JSONDocument(parsing: document.bytes())
        #expect(
          second.problems(in: text).map(\.message) == problems.map(\.message),
          "SETTINGS_SEED=\(seed), \(document)")
      }
    }
    #expect(broken > 100 && held > 100, "\(broken) documents broke a rule, \(held) broke none")
  }
}

/// Creates forms with rules of all kinds, and values for them.
struct RandomRules {
  var random: SeededRandom
  private let numbers = 6
  private let texts = 3
  private let flags = 3

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  /// A form with valid rules: those that form a cycle are left out.
  mutating func index() -> FormIndex {
    var items: [FormItem] = []
    for number in 0..<numbers {
      items.append(
        .setting(
          FormSetting(
            key: "n\(number)", title: "N\(number)",
            kind: number == 0
              ? .integer(NumberLimits(lower: .inclusive(-5), upper: .inclusive(5))) : .number(NumberLimits()),
            isOptional: number == 1, defaultValue: number == 1 ? .null : .number(JSONNumber(number)))))
    }
    for number in 0..<texts {
      items.append(
        .setting(FormSetting(key: "t\(number)", title: "T", kind: .string(TextLimits()), defaultValue: "a")))
    }
    let inner = (0..<flags).map { number in
      FormItem.setting(
        FormSetting(key: "b\(number)", title: "B", kind: .boolean, defaultValue: .bool(number == 0)))
    }
    items.append(.section(FormSection(key: "in", title: "In", items: inner)))
    let root = FormSection(key: "", title: "", items: items)
    var rules: [FormRule] = []
    for _ in 0..<Int.random(in: 3...14, using: &random) {
      let more = rules + [rule()]
      if FormIndex(FormSchema(root: root, rules: more)).ruleError == nil { rules = more }
    }
    return FormIndex(FormSchema(root: root, rules: rules))
  }

  mutating func document(_ index: FormIndex) -> JSONValue {
    var root = JSONObject()
    var inner = JSONObject()
    for (position, entry) in index.settings.enumerated() where random.once(in: 2) {
      if entry.path.keys.count == 1 {
        root[entry.setting.key] = value(position)
      } else {
        inner[entry.setting.key] = value(position)
      }
    }
    if !inner.members.isEmpty { root["in"] = .object(inner) }
    return .object(root)
  }

  mutating func value(_ position: Int) -> JSONValue {
    if random.once(in: 25) { return random.pick(["wrong", 3, .null, true]) }
    if position < numbers { return random.pick([-7, -1, 0, 1, 2, 2.5, 1e300, 0.1]) }
    if position < numbers + texts { return random.pick(["", "a", "ab", "caf\u{e9}", "cafe\u{301}"]) }
    return .bool(random.once(in: 2))
  }

  /// A value with one random change.
  mutating func damaged(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(var object) where !object.members.isEmpty && !random.once(in: 8):
      let member = random.pick(object.members)
      if random.once(in: 6) { object[member.key] = nil }
      let key = random.once(in: 6) ? random.pick(["", "var", "in", "require", "if", "é"]) : member.key
      object[key] = damaged(member.value)
      return .object(object)
    case .array(var elements) where !elements.isEmpty && !random.once(in: 8):
      let place = Int.random(in: elements.indices, using: &random)
      if random.once(in: 6) { elements.remove(at: place) } else { elements[place] = damaged(elements[place]) }
      return .array(elements)
    default:
      let values: [JSONValue] = [
        .null, true, 1e300, "", "a..b", "$context.", "\"", [], [:], ["var": "n0"], [1, ["a": 2]],
      ]
      return random.pick(values)
    }
  }

  private mutating func rule() -> FormRule {
    let effect: RuleEffect =
      switch Int.random(in: 0..<8, using: &random) {
      case 0...2: .require(condition(2))
      case 3: .restrict(.hidden, [target()])
      case 4:
        random.once(in: 2) ? .restrict(.disabled, [target()]) : .restrict(.readOnly, [target(), target()])
      case 5: .assign(["t\(Int.random(in: 0..<texts, using: &random))"], text())
      default: .assign(["n\(Int.random(in: 0..<numbers, using: &random))"], number(2))
      }
    return FormRule(
      effect, when: random.once(in: 3) ? nil : condition(2), message: random.once(in: 4) ? "A message." : nil,
      severity: random.once(in: 3) ? .warning : .error, priority: random.pick([.normal, .normal, .high, -3]),
      group: random.pick([nil, nil, nil, "on", "off"]), source: random.once(in: 4) ? "App.swift:1" : nil)
  }

  private mutating func target() -> SettingPath {
    random.pick([["n0"], ["n1"], ["t0"], ["in"], ["in", "b0"], ["in", "b1"]])
  }

  private mutating func condition(_ depth: Int) -> RuleExpression {
    switch Int.random(in: depth > 0 ? 0..<9 : 3..<9, using: &random) {
    case 0: .operation(.all, [condition(depth - 1), condition(depth - 1)])
    case 1: .operation(.any, [condition(depth - 1), condition(depth - 1)])
    case 2: .operation(.not, [condition(depth - 1)])
    case 3: .setting(["in", "b\(Int.random(in: 0..<flags, using: &random))"])
    case 4: .context("flag")
    case 5: .operation(random.pick([.equal, .less]), [text(), text()])
    case 6: .operation(.matches, [text(), .value("^a")])
    case 7: .operation(random.pick([.equal, .notEqual]), [.setting(["n1"]), .value(.null)])
    default: .operation(random.pick(RuleForm.comparisons), [number(depth), number(depth)])
    }
  }

  private mutating func number(_ depth: Int) -> RuleExpression {
    switch Int.random(in: depth > 0 ? 0..<9 : 5..<9, using: &random) {
    case 0, 1: .operation(random.pick(RuleForm.arithmetic), [number(depth - 1), number(depth - 1)])
    case 2: .operation(.minimum, [number(depth - 1), number(depth - 1)])
    case 3: .operation(.fallback, [.setting(["n1"]), number(depth - 1)])
    case 4: .operation(.conditional, [condition(depth - 1), number(depth - 1), number(depth - 1)])
    case 5: .value(.number(random.pick([0, 1, 2, 3])))
    case 6: .context("number")
    default: .setting(["n\(Int.random(in: 0..<numbers, using: &random))"])
    }
  }

  private mutating func text() -> RuleExpression {
    random.once(in: 3)
      ? .value(.string(random.pick(["a", "caf\u{e9}"])))
      : .setting(["t\(Int.random(in: 0..<texts, using: &random))"])
  }
}
