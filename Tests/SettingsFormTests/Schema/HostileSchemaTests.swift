import TestSupport
import Testing

@testable import SettingsForm
@testable import SettingsSchemas
@testable import SettingsValidation

/// Schemas that make a careless reader overflow the stack, or take quadratic or exponential time.
@Suite("Hostile schemas", .timeLimit(.minutes(1)))
struct HostileSchemaTests {
  private static let many = 1_000

  private func index(_ schema: JSONValue) throws -> FormIndex {
    try FormIndex(parsingSchema: schema.bytes(.compact))
  }

  private func problems(_ index: FormIndex, _ value: JSONValue) -> [FormProblem] {
    FormValidator(index).problems(in: value)
  }

  /// Returns an object with a member for each number.
  private func members(
    _ count: Int = many, named prefix: String, _ value: (Int) -> JSONValue
  ) -> JSONValue {
    .object(
      JSONObject(distinct: (0..<count).map { JSONObject.Member(key: "\(prefix)\($0)", value: value($0)) }))
  }

  /// Returns a schema whose definitions each contain references to the next one.
  private func chain(_ count: Int = many, _ link: (JSONValue) -> JSONValue) -> JSONValue {
    let definitions = members(count + 1, named: "d") { number in
      number == count ? ["type": "integer"] : link(["$ref": .string("#/$defs/d\(number + 1)")])
    }
    return ["properties": ["a": ["$ref": "#/$defs/d0"]], "$defs": definitions]
  }

  // MARK: - Chains of references

  @Test(
    "A long chain of references for one value is one warning, and values are checked",
    arguments: ["$ref", "allOf", "anyOf", "oneOf", "not", "if", "then", "dependentSchemas"])
  func chainInPlace(_ keyword: String) throws {
    let schema = chain { next in
      switch keyword {
      case "$ref": next
      case "not", "if": .object([keyword: next])
      case "then": ["if": true, "then": next]
      case "dependentSchemas": ["dependentSchemas": ["x": next]]
      default: .object([keyword: [next]])
      }
    }
    let index = try index(schema)
    #expect(index.form.warnings.map(\.reason) == [.tooLarge])
    #expect(index.form.warnings.first?.path.keys.first == "$defs")
    #expect(index.settings.map(\.path) == [["a"]])
    _ = problems(index, ["a": ["x": 1]])
  }

  @Test("The chain's start is still obeyed")
  func startOfChain() throws {
    let index = try index(chain { next in ["allOf": [next], "type": "integer"] })
    #expect(problems(index, ["a": 1]) == [])
    #expect(problems(index, ["a": "x"]).contains { $0.severity == .error })
  }

  @Test(
    "A chain of references into values doesn't make the form deep, and values are checked completely",
    arguments: ["properties", "items", "additionalProperties", "patternProperties", "prefixItems"])
  func chainIntoValue(_ keyword: String) throws {
    let schema = chain { next in
      switch keyword {
      case "properties": ["properties": ["a": next]]
      case "patternProperties": ["patternProperties": ["^a": next]]
      case "prefixItems": ["prefixItems": [next]]
      default: .object([keyword: next])
      }
    }
    let index = try index(schema)
    #expect(index.form.warnings == [])
    #expect(index.settings.count == 1)
    _ = problems(index, ["a": ["a": [["a": 1]]]])
  }

  @Test("A value is checked beyond the depth of the form")
  func deepValue() throws {
    let index = try index(chain(200) { ["properties": ["a": $0]] })
    var value: JSONValue = "x"
    for _ in 0...200 { value = .object(["a": value]) }
    #expect(problems(index, value).map(\.path.keys.count) == [201])
  }

  // MARK: - Growth by references

  @Test(
    "References that double at each step for one value don't take exponential time",
    arguments: ["allOf", "anyOf", "oneOf"], [false, true])
  func doubling(_ keyword: String, isSecret: Bool) throws {
    var schema = chain(60) { .object([keyword: [$0, $0]]) }
    if isSecret, case .object(var root) = schema, case .object(var definitions)? = root["$defs"] {
      definitions["d60"] = ["type": "string", "writeOnly": true]
      root["$defs"] = .object(definitions)
      schema = .object(root)
    }
    let index = try index(schema)
    #expect(index.form.warnings.map(\.reason) == [.tooLarge])
    _ = problems(index, ["a": 1])
  }

  @Test("A value whose check would take exponential time is a warning")
  func doublingWithValue() throws {
    let next: JSONValue = ["properties": ["a": ["$ref": "#/$defs/n"]]]
    let index = try index(["$ref": "#/$defs/n", "$defs": ["n": ["allOf": [next, next]]]])
    var value: JSONValue = 1
    for _ in 0..<40 { value = .object(["a": value]) }
    #expect(problems(index, value).map(\.reason) == [.tooComplex])
    #expect(problems(index, value).map(\.severity) == [.warning])
    #expect(problems(index, ["a": ["a": 1]]) == [])
  }

  @Test("A value whose check would be nested too deeply is a warning")
  func deepCheck() throws {
    var link: JSONValue = ["properties": ["a": ["$ref": "#/$defs/n"]]]
    for _ in 0..<60 { link = ["allOf": [link]] }
    let index = try index(["$ref": "#/$defs/n", "$defs": ["n": link]])
    var value: JSONValue = 1
    for _ in 0..<500 { value = .object(["a": value]) }
    #expect(problems(index, value).map(\.reason) == [.tooComplex])
  }

  @Test("Definitions that all refer to each other are one warning each at most")
  func dense() throws {
    let count = 60
    let references = (0..<count).map { number -> JSONValue in ["$ref": .string("#/$defs/d\(number)")] }
    let index = try index([
      "properties": ["a": ["$ref": "#/$defs/d0"]],
      "$defs": members(count, named: "d") { _ in .object(["anyOf": .array(references)]) },
    ])
    #expect(index.form.warnings.count <= count + 1)
    _ = problems(index, ["a": 1])
  }

  @Test("Sections that all contain each other make a form of limited size")
  func denseSections() throws {
    let count = 60
    let properties = members(count, named: "p") { ["$ref": .string("#/$defs/d\($0)")] }
    let index = try index([
      "$ref": "#/$defs/d0",
      "$defs": members(count, named: "d") { _ in ["type": "object", "properties": properties] },
    ])
    #expect(index.settings.count < 60_000)
    #expect(index.form.warnings.map(\.reason) == [.tooLarge])
    #expect(problems(index, ["p1": ["p2": ["p3": ["p4": 1]]]]).count == 1)
  }

  @Test("A form of any number of settings that somebody has written is read in full")
  func manySettings() throws {
    let properties = members(100, named: "k") { ["type": "integer", "default": .number(JSONNumber($0))] }
    let index = try index([
      "type": "object",
      "properties": members(600, named: "s") { _ in ["type": "object", "properties": properties] },
    ])
    #expect(index.settings.count == 60_000 && index.form.warnings.isEmpty)
    #expect(index[["s599", "k52"]]?.setting.defaultValue == 52)
  }

  @Test("Many conditional schemas for one property take linear time")
  func manyConditions() throws {
    let index = try index([
      "properties": [
        "a": [
          "properties": ["b": [:]],
          "dependentSchemas": members(5_000, named: "k") {
            ["properties": ["c": .object(["minimum": .number(JSONNumber($0))])]]
          },
        ]
      ]
    ])
    #expect(problems(index, ["a": ["k7": true, "c": 6]]).count == 1)
  }

  @Test("Dynamic references that could be reached through too many combinations of schemas are a warning")
  func dynamicCombinations() throws {
    let count = 20
    let properties = members(count, named: "p") { ["$ref": .string("b\($0)")] }
    let index = try index([
      "$id": "http://example.com/", "$ref": "b0",
      "$defs": members(count, named: "b") { number in
        [
          "$id": .string("b\(number)"), "$dynamicAnchor": .string("n\(number)"), "properties": properties,
        ]
      },
    ])
    #expect(index.form.warnings.count { $0.reason == .tooLarge } == 1)
  }

  @Test("Dynamic references that lead back to themselves are warnings")
  func dynamicCycle() throws {
    let index = try index([
      "$id": "http://example.com/", "$dynamicAnchor": "n", "allOf": [["$dynamicRef": "#n"]],
      "properties": ["a": ["$dynamicRef": "#n"]],
    ])
    #expect(!index.form.warnings.isEmpty)
    _ = problems(index, ["a": ["a": 1]])
  }

  // MARK: - Large numbers

  @Test("Many warnings are each found once, in linear time", arguments: ["$ref", "type"])
  func manyWarnings(_ keyword: String) throws {
    let count = 5_000
    let index = try index([
      "properties": members(count, named: "p") { number in
        keyword == "$ref" ? ["$ref": .string("#/$defs/missing\(number)")] : ["type": "text"]
      }
    ])
    #expect(index.form.warnings.count == count)
    #expect(Set(index.form.warnings).count == count)
    #expect(index.form.warnings.last?.position != nil)
  }

  @Test("Many definitions with the same last key have different names")
  func sameLastKey() throws {
    let index = try index([
      "properties": members(named: "p") { ["$ref": .string("#/$defs/g\($0)/$defs/x"), "minLength": 1] },
      "$defs": members(named: "g") { ["$defs": ["x": .object(["maxLength": .number(JSONNumber($0 + 1))])]] },
      "unevaluatedProperties": false,
    ])
    #expect(index.form.source?.definitions.count == Self.many)
    #expect(problems(index, ["p0": "xy"]).count == 1)
    #expect(problems(index, ["p1": "xy"]) == [])
  }

  @Test("Many anchors are found", arguments: ["$anchor", "$dynamicAnchor"])
  func anchors(_ keyword: String) throws {
    let reference = keyword == "$anchor" ? "$ref" : "$dynamicRef"
    let index = try index([
      "properties": members(named: "p") { .object([reference: .string("#b\($0)")]) },
      "$defs": members(named: "b") { .object([keyword: .string("b\($0)"), "type": "integer"]) },
    ])
    #expect(index.form.warnings == [])
    #expect(index[["p99"]]?.setting.kind == .integer(NumberLimits()))
  }

  @Test("Of many schemas with the same address, the first is used")
  func repeatedAddress() throws {
    let index = try index([
      "$id": "http://example.com/",
      "$defs": members(named: "b") { .object(["$id": "same", "maximum": .number(JSONNumber($0))]) },
      "properties": members(named: "p") { _ in ["$ref": "same"] },
    ])
    #expect(index.form.warnings == [])
    #expect(problems(index, ["p9": 1]).count == 1)
  }

  @Test("A huge enum is a choice")
  func hugeEnum() throws {
    let values = (0..<20_000).map { JSONValue.number(JSONNumber($0)) }
    let index = try index(["properties": ["a": .object(["enum": .array(values)])]])
    guard case .choice(let choices)? = index[["a"]]?.setting.kind else {
      Issue.record("not a choice")
      return
    }
    #expect(choices.count == values.count)
    #expect(problems(index, ["a": 19_999]) == [])
    #expect(problems(index, ["a": 20_000]).count == 1)
  }

  // MARK: - Depth

  @Test(
    "A schema that is as deep as a document may be is at most one warning",
    arguments: [
      "items", "not", "if", "additionalProperties", "contains", "allOf", "anyOf", "oneOf", "prefixItems",
      "properties", "patternProperties", "$defs", "const", "default", "x-other",
    ])
  func nesting(_ keyword: String) throws {
    var schema: JSONValue = ["type": "integer"]
    // The document, its properties and the lists and tables are levels, too.
    for _ in 0..<254 {
      schema =
        switch keyword {
        case "allOf", "anyOf", "oneOf", "prefixItems": .object([keyword: [schema]])
        case "properties", "patternProperties", "$defs": .object([keyword: ["a": schema]])
        default: .object([keyword: .object([keyword: schema])])
        }
    }
    let index = try index(["properties": ["a": schema]])
    #expect(index.form.warnings.filter { $0.reason != .tooLarge } == [])
    #expect(index.form.warnings.count <= 1)
    var value: JSONValue = 1
    for _ in 0..<500 { value = .object(["a": value]) }
    _ = problems(index, value)
    var list: JSONValue = 1
    for _ in 0..<500 { list = .array([list]) }
    _ = problems(index, ["a": list])
  }
}
