import Settings
import Testing

@testable import SettingsTUI

@Suite("Stepping numbers")
struct NumberStepTests {
  private func number(_ text: String) throws -> JSONNumber {
    try #require(JSONNumber(text))
  }

  @Test(
    "Decimals are counted exactly",
    arguments: [("0.1", "0.2", "0.3"), ("0.7", "0.1", "0.8"), ("1", "0.25", "1.25"), ("-0.1", "0.1", "0.0")])
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
}
