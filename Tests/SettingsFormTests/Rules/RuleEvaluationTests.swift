import Testing

@testable import SettingsForm
@testable import SettingsValidation

@Suite("The results of expressions")
struct RuleEvaluationTests {
  @Test(
    "Values are computed from settings, context and constants",
    arguments: [
      (["var": "pool.min"], 2), (["+": [["var": "pool.min"], ["var": "ratio"]]], 2.5),
      (["min": [3, ["var": "pool.min"], 2.5]], 2), (["max": [3, ["var": "ratio"]]], 3),
      (["<=": [["+": [["var": "pool.min"], 6]], ["var": "pool.max"]]], true),
      (["==": [["+": [0.1, 0.2]], 0.3]], true), (["==": [1, 1.0]], true),
      (["in": ["sat", ["literal": ["sat", "sun"]]]], true), (["in": ["tre", ["var": "name"]]], true),
      (["in": ["a", ["literal": ["a": 1, "b": 2]]]], true), (["count": [["var": "name"]]], 5),
      (["count": [["literal": [1, 2, 3]]]], 3), (["isEmpty": [["var": "tags"]]], true),
      (["matches": [["var": "name"], "^tr.*d$"]], true), (["var": "$context.platform"], "watch"),
      (["??": [["var": "nickname"], "none"]], "none"), (["if": [["var": "proxy.isUsed"], 1, 2]], 2),
      (["==": [["var": "$context.platform"], "watch"]], true),
      (["!=": [["var": "$context.platform"], 3]], true),
      (["==": [["var": "nickname"], .null]], true), (["!=": [.null, ["var": "name"]]], true),
      (["==": [["var": "$context.other"], .null]], true), (["==": [["var": "tags"], ["literal": []]]], true),
    ] as [(JSONValue, JSONValue)])
  func values(_ example: (logic: JSONValue, value: JSONValue)) throws {
    let result = try RuleForm.result(of: example.logic, context: ["platform": "watch"])
    #expect(result == .success(example.value))
  }

  @Test(
    "An expression over a missing value has no value, and the reason is known",
    arguments: [
      (["==": [["var": "nickname"], "x"]], .notSet(4)),
      (["var": "$context.platform"], .noContext("platform")),
      (["/": [1, ["-": [2, 2]]]], .divisionByZero),
      (["*": [.number(JSONNumber(checked: "1e4000")), .number(JSONNumber(checked: "1e4000"))]], .outOfRange),
      (["!": [["==": [["var": "nickname"], "x"]]]], .notSet(4)),
      (["count": [["var": "nickname"]]], .notSet(4)),
      (["min": [1, ["var": "proxy.port"]]], .notSet(15)), (["if": [true, .null, 3]], .null),
      (["and": [true, ["==": [["var": "nickname"], "x"]]]], .notSet(4)),
      (["or": [["==": [["var": "nickname"], "x"]], false]], .notSet(4)),
      (["<": [["var": "name"], ["var": "$context.number"]]], .type(expected: .text)),
      (["+": [1, ["var": "$context.text"]]], .type(expected: .number)),
      (["and": [["var": "$context.number"], true]], .type(expected: .boolean)),
    ] as [(JSONValue, RuleGap)])
  func gaps(_ example: (logic: JSONValue, gap: RuleGap)) throws {
    #expect(
      try RuleForm.result(of: example.logic, context: ["number": 3, "text": "3"]) == .failure(example.gap))
  }

  @Test("One false decides `and`, and one true decides `or`, even if other operands are missing")
  func decided() throws {
    let missing: JSONValue = ["==": [["var": "nickname"], "x"]]
    #expect(try RuleForm.result(of: ["and": [missing, false]]) == .success(false))
    #expect(try RuleForm.result(of: ["or": [missing, true]]) == .success(true))
    #expect(try RuleForm.result(of: ["and": []]) == .success(true))
    #expect(try RuleForm.result(of: ["or": []]) == .success(false))
  }

  @Test("A value of a wrong type counts as missing, as it is already a problem")
  func wrongTypes() throws {
    #expect(
      try RuleForm.result(of: ["==": [["var": "name"], "x"]], in: ["name": 3]) == .failure(.unfit(3)))
    #expect(
      try RuleForm.result(of: ["<": [["var": "timeout"], "PT1H"]], in: ["timeout": "soon"])
        == .failure(.unfit(8)))
  }

  @Test("Strings are equal when they are canonically equivalent, and ordered by scalars in normal form C")
  func texts() throws {
    let composed: JSONValue = "caf\u{e9}"
    let decomposed: JSONValue = "cafe\u{301}"
    #expect(
      try RuleForm.result(of: ["==": [["var": "name"], composed]], in: ["name": decomposed]) == .success(true)
    )
    #expect(
      try RuleForm.result(of: ["in": [composed, ["literal": [decomposed]]]]) == .success(true))
    #expect(try RuleForm.result(of: ["<=": [decomposed, composed]]) == .success(true))
    #expect(try RuleForm.result(of: ["<": [composed, decomposed]]) == .success(false))
    #expect(try RuleForm.result(of: ["<": ["Z", "a"]]) == .success(true))
    #expect(try RuleForm.result(of: ["in": ["e", composed]]) == .success(false))
    #expect(try RuleForm.result(of: ["in": ["e", decomposed]]) == .success(false))
    // A character is a grapheme cluster.
    #expect(try RuleForm.result(of: ["count": [decomposed]]) == .success(4))
    #expect(try RuleForm.result(of: ["count": ["👩‍👩‍👧"]]) == .success(1))
  }

  @Test("Whole numbers of 64 bits, doubles and decimals mix without loss")
  func mixedNumbers() throws {
    let large = try JSONValue(parsing: "9007199254740993")
    let double = try JSONValue(parsing: "9007199254740992.0")
    #expect(try RuleForm.result(of: [">": [large, double]]) == .success(true))
    #expect(try RuleForm.result(of: ["==": [["+": [double, 1]], large]]) == .success(true))
    let precise = try JSONValue(parsing: "0.10000000000000000001")
    #expect(try RuleForm.result(of: [">": [precise, 0.1]]) == .success(true))
  }

  @Test(
    "Durations and dates are compared by value",
    arguments: [
      (["==": [["var": "timeout"], "PT1M"]], true), (["<": [["var": "timeout"], "PT1M0.5S"]], true),
      ([">": [["var": "timeout"], 59.5]], true),
      (["==": [["*": [["var": "timeout"], 60]], ["*": [1, 3600]]]], true),
      (["==": [["var": "since"], "2025-01-01T01:00:00+01:00"]], true),
      (["<": [["var": "since"], "2025-01-01T00:00:00.001Z"]], true),
      ([">": [["var": "since"], "1969-12-31T23:59:59.25Z"]], true),
    ] as [(JSONValue, Bool)])
  func quantities(_ example: (logic: JSONValue, value: Bool)) throws {
    #expect(try RuleForm.result(of: example.logic) == .success(.bool(example.value)))
  }

  @Test(
    "A date is a number of seconds from 1970",
    arguments: [
      ("1970-01-01T00:00:00Z", "0"), ("2025-01-01T00:00:00Z", "1735689600"),
      ("2000-02-29T12:00:00Z", "951825600"),
      ("1969-12-31T23:59:59.25Z", "-0.75"), ("0001-01-01T00:00:00Z", "-62135596800"),
      ("2024-12-31T23:59:59.5-00:30", "1735691399.5"),
    ])
  func dates(_ example: (text: String, seconds: String)) {
    #expect(RuleType.dateTime.seconds(of: example.text) == JSONNumber(example.seconds))
  }

  @Test("A duration of years or months has no fixed length")
  func durations() {
    #expect(RuleType.duration.seconds(of: "P1Y") == nil)
    #expect(RuleType.duration.seconds(of: "P2M") == nil)
    #expect(RuleType.duration.seconds(of: "P1W") == 604_800)
    #expect(RuleType.duration.seconds(of: "-P1DT2H3M4.5S") == JSONNumber("-93784.5"))
  }
}
