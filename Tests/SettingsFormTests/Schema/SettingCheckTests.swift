import TestSupport
import Testing

@testable import SettingsForm
@testable import SettingsValidation

@Suite("The check of a setting's value")
struct SettingCheckTests {
  @Test(
    "A value and its node in a document have the same problems, with and without a path",
    arguments: SeededRandom.testSeeds(7_000..<7_040))
  func agreement(seed: UInt64) throws {
    let library = SchemaLibrary()
    var maker = RandomForm(random: SeededRandom(seed: seed))
    var probe = SchemaChecker.probe
    var counts = (valid: 0, invalid: 0)
    for _ in 0..<60 {
      let setting = maker.setting(key: "a", depth: 1)
      let checks = setting.shape.compiledChecks(library)
      var values = RandomDocument(random: maker.random, faultRarity: 6)
      for _ in 0..<12 {
        let value = values.value(for: setting)
        let node = try JSONDocument(parsing: value.bytes(.compact)).root
        let problems = checks.problems(of: value, at: ["a"], secrecy: setting.secrecy)
        let nodeProblems = checks.problems(of: node, at: ["a"], secrecy: setting.secrecy)
        #expect(
          problems.map(\.description) == nodeProblems.map(\.withoutPosition.description),
          "SETTINGS_SEED=\(seed): \(value)")
        let isInvalid = !problems.isEmpty
        #expect(
          probe.hasProblems(value, schema: checks) == isInvalid,
          "SETTINGS_SEED=\(seed): \(value) for \(setting)")
        #expect(
          probe.hasProblems(node, schema: checks) == isInvalid,
          "SETTINGS_SEED=\(seed): \(value) for \(setting)")
        if problems.isEmpty { counts.valid += 1 } else { counts.invalid += 1 }
      }
      maker.random = values.random
    }
    #expect(counts.valid > 100 && counts.invalid > 20, "SETTINGS_SEED=\(seed): \(counts)")
  }

  @Test(
    "Limits are exact for numbers that differ in spelling, digits and exponent only",
    arguments: [
      "1", "1.0", "10e-1", "0.99999999999999999999", "1.00000000000000000001", "100e-2", "-1", "1e400",
    ])
  func limits(spelling: String) throws {
    let number = try #require(JSONNumber(spelling))
    for limit in ["1", "1.000", "1e0", "1.00000000000000000001", "1e300"].compactMap(JSONNumber.init(_:)) {
      let expectations: [(limits: NumberLimits, isValid: Bool)] = [
        (NumberLimits(lower: .inclusive(limit)), number >= limit),
        (NumberLimits(lower: .exclusive(limit)), number > limit),
        (NumberLimits(upper: .inclusive(limit)), number <= limit),
        (NumberLimits(upper: .exclusive(limit)), number < limit),
        (NumberLimits(step: limit), number.isMultiple(of: limit)),
      ]
      for (limits, isValid) in expectations {
        let setting = FormSetting(key: "a", title: "A", kind: .number(limits))
        let problems = setting.problems(of: JSONValue.number(number), SchemaLibrary())
        #expect(problems.isEmpty == isValid, "\(number) by \(limits)")
      }
    }
  }

  @Test(
    "Steps are counted from the lower limit, with numbers of any size",
    arguments: [
      ("7", "1", "3", true), ("8", "1", "3", false), ("-5", "-8", "3", true), ("1e17", "0", "5", true),
      ("999999999999999999", "-999999999999999999", "2", true),
      ("1000000000000000000000", "1", "3", true), ("0.7", "0.1", "0.3", true), ("0.8", "0.1", "0.3", false),
      ("1000000000000000000000000000000000000000000000000.3", "0.1", "0.3", true),
      ("1000000000000000000000000000000000000000000000000.2", "0.1", "0.3", false),
      ("1e300", "-2e-300", "3e-300", true), ("1e300", "-3e-300", "3e-300", false),
    ])
  func steps(_ example: (value: String, lower: String, step: String, isValid: Bool)) throws {
    let value = try #require(JSONNumber(example.value))
    let limits = NumberLimits(
      lower: .inclusive(try #require(JSONNumber(example.lower))), step: JSONNumber(example.step)
    )
    let setting = FormSetting(key: "a", title: "A", kind: .number(limits))
    let problems = setting.problems(of: JSONValue.number(value), SchemaLibrary())
    #expect(problems.isEmpty == example.isValid)
  }

  @Test("Keys in another order than the form's have the same problems")
  func order() throws {
    let items = (0..<40).map { number in
      FormItem.setting(
        FormSetting(
          key: "k\(number)", title: "K",
          kind: .integer(NumberLimits(lower: .inclusive(0), upper: .inclusive(9)))))
    }
    let validator = FormValidator(
      FormIndex(FormSchema(root: FormSection(key: "", title: "", items: items))))
    var members = (0..<40).map { "\"k\($0)\": \($0 % 3 == 0 ? 10 : 5)" } + ["\"other\": 1"]
    let inOrder = try JSONDocument(parsing: Array("{\(members.joined(separator: ", "))}".utf8))
    var random = SeededRandom(seed: 11)
    members.shuffle(using: &random)
    let shuffled = try JSONDocument(parsing: Array("{\(members.joined(separator: ", "))}".utf8))
    #expect(validator.problems(in: shuffled).map(\.path) == validator.problems(in: inOrder).map(\.path))
    #expect(validator.problems(in: shuffled).count == 15)
  }

  @Test("A problem with the name of a key has the key's position")
  func keyPosition() throws {
    let form = try FormSchema(
      written: Array(
        #"""
        {"type": "object", "properties": {"keys": {"type": "object", "propertyNames": {"pattern": "^..$"},
          "additionalProperties": {"type": "integer"}}}}
        """#.utf8))
    let document = try JSONDocument(parsing: Array("{\"keys\": {\"ab\": 1,\n  \"abc\": 2}}".utf8))
    #expect(
      FormValidator(FormIndex(form)).problems(in: document).map(\.description) == [
        #"2:3: error: keys.abc: Use text that matches ^..$ instead of "abc"."#
      ])
  }

  @Test("A choice among no values is refused in a whole sentence")
  func noChoices() {
    let problem = FormProblem(path: ["a"], reason: .noChoice([], nearest: nil), found: "1")
    #expect(problem.message == "Remove the value, because the form allows none.")
  }

  @Test("Keys that look alike but differ in their scalars are different keys")
  func scalars() throws {
    let form = FormSchema(
      root: FormSection(
        key: "", title: "", items: [.setting(FormSetting(key: "\u{e9}", title: "", kind: .boolean))]))
    let document = try JSONDocument(parsing: Array("{\"e\u{301}\": 3}".utf8))
    #expect(FormValidator(FormIndex(form)).problems(in: document).map(\.severity) == [.warning])
  }
}

extension FormProblem {
  fileprivate var withoutPosition: FormProblem {
    var problem = self
    problem.position = nil
    return problem
  }
}
