import TestSupport
import Testing

@testable import SettingsForm

@Suite("The first sight of a value")
struct PlainFitTests {
  @Test("never calls a value fine in which the check by the schema finds something", arguments: 0..<40)
  func agreement(seed: UInt64) throws {
    // The arguments are the seeds.
    let patterns = PatternCache()
    var maker = RandomForm(random: SeededRandom(seed: 7_000 + seed))
    var counts = (fine: 0, plain: 0)
    for _ in 0..<60 {
      let setting = maker.setting(key: "a", depth: 1)
      var values = RandomDocument(random: maker.random, faultRarity: 6)
      for _ in 0..<12 {
        let value = values.value(for: setting)
        let node = try JSONDocument(parsing: value.bytes(.compact)).root
        var checker = SchemaChecker(patterns: patterns)
        checker.check(value, setting.checks)
        let isPlain = setting.plainlyAllows(value, patterns: patterns)
        #expect(
          !isPlain || checker.problems.isEmpty, "seed \(seed): \(value) for \(setting): \(checker.problems)")
        #expect(setting.plainlyAllows(node, patterns: patterns) == isPlain, "seed \(seed): \(value)")
        if checker.problems.isEmpty { counts.fine += 1 }
        if isPlain { counts.plain += 1 }
      }
      maker.random = values.random
    }
    // What is fine is mostly seen to be fine, or else there is no point in looking.
    #expect(counts.plain * 2 > counts.fine, "seed \(seed): \(counts)")
  }

  @Test(
    "holds at limits that differ in spelling, digits and exponent only",
    arguments: [
      "1", "1.0", "10e-1", "0.99999999999999999999", "1.00000000000000000001", "100e-2", "-1", "1e400",
    ])
  func limits(spelling: String) throws {
    let number = try #require(JSONNumber(spelling))
    for limit in ["1", "1.000", "1e0", "1.00000000000000000001", "1e300"].compactMap(JSONNumber.init(_:)) {
      for limits in [
        NumberLimits(lower: .inclusive(limit)), NumberLimits(lower: .exclusive(limit)),
        NumberLimits(upper: .inclusive(limit)), NumberLimits(upper: .exclusive(limit)),
        NumberLimits(lower: .inclusive(limit), step: 3), NumberLimits(step: limit),
      ] {
        let setting = FormSetting(key: "a", title: "A", kind: .number(limits))
        var checker = SchemaChecker(patterns: PatternCache())
        checker.check(JSONValue.number(number), setting.checks)
        let isPlain = setting.plainlyAllows(JSONValue.number(number), patterns: PatternCache())
        #expect(!isPlain || checker.problems.isEmpty, "\(number) by \(limits)")
        if limits.step == nil { #expect(isPlain == checker.problems.isEmpty, "\(number) by \(limits)") }
      }
    }
  }

  @Test("of keys in another order than the form's finds the same problems")
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

  @Test("tells keys apart that look alike but differ in their scalars")
  func scalars() throws {
    let form = FormSchema(
      root: FormSection(
        key: "", title: "", items: [.setting(FormSetting(key: "\u{e9}", title: "", kind: .boolean))]))
    let document = try JSONDocument(parsing: Array("{\"e\u{301}\": 3}".utf8))
    #expect(FormValidator(FormIndex(form)).problems(in: document).map(\.severity) == [.warning])
  }
}
