import SettingsEditing
import SettingsSchemas
import Testing

@testable import SettingsTUI

@Suite("Stepping numbers")
struct NumberStepTests {
  private func number(_ text: String) throws -> JSONNumber {
    try #require(JSONNumber(text))
  }

  @Test(
    "Decimals are counted exactly",
    arguments: [("0.2", "0.1", "0.3"), ("0.7", "0.1", "0.8"), ("1", "0.25", "1.25"), ("-0.1", "0.1", "0.0")])
  func decimals(_ value: String, _ step: String, _ expected: String) throws {
    let kind = FormKind.number(NumberLimits(step: try number(step)))
    #expect(
      NumberStep.next(.number(try number(value)), up: true, kind: kind) == .number(try number(expected)))
  }

  @Test("Whole numbers step onto the grid and stop at the limits and at the ends of 64 bits")
  func integers() throws {
    let limits = NumberLimits(
      lower: .inclusive(JSONNumber(1)), upper: .inclusive(JSONNumber(11)), step: JSONNumber(5))
    let kind = FormKind.integer(limits)
    func next(_ value: Int64, _ up: Bool) -> JSONValue? {
      NumberStep.next(.number(JSONNumber(value)), up: up, kind: kind)
    }
    #expect(next(1, true) == .number(JSONNumber(6)))
    #expect(next(3, true) == .number(JSONNumber(6)))
    #expect(next(3, false) == .number(JSONNumber(1)))
    if let beyond = next(11, true) { Issue.record("\(beyond)") }
    if let beyond = next(1, false) { Issue.record("\(beyond)") }
    if let beyond = NumberStep.next(.number(JSONNumber(Int64.max)), up: true, kind: .integer(NumberLimits()))
    {
      Issue.record("\(beyond)")
    }
  }

  @Test(
    "A step of a foreign schema counts from zero, whatever the lower end is",
    arguments: [
      (#"{"type": "number", "minimum": 0, "maximum": 1, "multipleOf": 0.05}"#, "0.5", "0.55", "0.45"),
      (#"{"type": "number", "minimum": 0.02, "multipleOf": 0.05}"#, "0.52", "0.55", "0.50"),
      (#"{"type": "integer", "minimum": 1, "multipleOf": 5}"#, "10", "15", "5"),
      (#"{"type": "integer", "minimum": 1, "multipleOf": 5}"#, "7", "10", "5"),
    ])
  func multiples(_ schema: String, _ value: String, _ up: String, _ down: String) throws {
    let form = try FormSchema(parsingSchema: Array(#"{"properties": {"a": \#(schema)}}"#.utf8))
    let setting = try #require(FormIndex(form)[["a"]]).setting
    for (isUp, expected) in [(true, up), (false, down)] {
      let next = NumberStep.next(.number(try number(value)), up: isUp, kind: setting.kind)
      #expect(next == .number(try number(expected)))
      #expect(try FormValidator(FormIndex(form)).problems(of: #require(next), at: ["a"]).isEmpty)
    }
    #expect(setting.otherKeywords["multipleOf"] == nil)
  }

  @Test("A step below the lower end that counts from zero is none")
  func belowLowerEnd() throws {
    let limits = NumberLimits(lower: .inclusive(1), step: 5, stepsFromZero: true)
    #expect(NumberStep.next(5, up: false, kind: .integer(limits)) == nil)
    #expect(KindSummary.text(.integer(limits)) == "Whole number of at least 1, a multiple of 5")
  }
}
