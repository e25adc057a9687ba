import Testing

@testable import SettingsForm
@testable import SettingsSchemas
@testable import SettingsValidation

@Suite("Settings that a foreign schema adds while a condition holds")
struct ConditionalSettingTests {
  private func hidden(_ schema: String, _ document: JSONValue) throws -> [String] {
    let index = try FormIndex(parsingSchema: Array(schema.utf8))
    let state = RuleState(index.rules, conditions: RuleConditions(context: [:])) { position in
      document.value(at: index.settings[position].path)
    }
    return index.settings.map(\.path).filter { state.isRestricted($0, restriction: .hidden, in: index) }.map(
      \.description)
  }

  private static let kinds = #"""
    {"properties": {"kind": {"enum": ["file", "http"]}, "isFast": {"type": "boolean"}},
     "allOf": [
       {"if": {"properties": {"kind": {"const": "file"}}, "required": ["kind"]},
        "then": {"properties": {"path": {"type": "string"}, "mode": {"type": "integer"}}}},
       {"if": {"properties": {"kind": {"enum": ["http"]}}, "required": ["kind"]},
        "then": {"properties": {"url": {"type": "string"}, "mode": {"type": "integer"}}},
        "else": {"properties": {"local": {"type": "boolean"}}}}],
     "dependentSchemas": {"isFast": {"properties": {"speed": {"type": "number"}}}}}
    """#

  @Test(
    "A setting is shown while one of its conditions holds",
    arguments: [
      ([:], ["path", "mode", "url", "speed"]), (["kind": "file"], ["url", "speed"]),
      (["kind": "http"], ["path", "local", "speed"]),
      (["kind": "http", "isFast": false], ["path", "local"]),
    ] as [(JSONValue, [String])])
  func conditions(document: JSONValue, expected: [String]) throws {
    #expect(Set(try hidden(Self.kinds, document)) == Set(expected))
  }

  @Test("Without `required`, a condition about a missing member holds")
  func missingMember() throws {
    let schema = #"""
      {"properties": {"kind": {"type": "string"}}, "if": {"properties": {"kind": {"pattern": "^f"}}},
       "then": {"properties": {"path": {"type": "string"}}}}
      """#
    #expect(try hidden(schema, [:]) == [])
    #expect(try hidden(schema, ["kind": "file"]) == [])
    #expect(try hidden(schema, ["kind": "http"]) == ["path"])
  }

  @Test(
    "A setting whose condition no rule can express is always shown",
    arguments: [
      #"{"minProperties": 2}"#, #"{"properties": {"servers": {"minItems": 1}}}"#,
      #"{"properties": {"kind": {"const": 3}}}"#, "true",
    ])
  func inexpressible(condition: String) throws {
    let schema = #"""
      {"properties": {"kind": {"type": "string"}, "servers": {"type": "array", "items": {"type": "string"}}},
       "if": \#(condition), "then": {"properties": {"path": {"type": "string"}}}}
      """#
    #expect(try hidden(schema, ["kind": "x"]) == [])
  }

  @Test("Given a hidden setting, its errors are still found, because the schema judges the document")
  func errorsOfHiddenSettings() throws {
    let schema = #"""
      {"properties": {"kind": {"type": "string"}},
       "if": {"properties": {"kind": {"const": "a"}}, "required": ["kind"]}, "then": {"properties": {"path": {"type": "string"}}},
       "else": {"properties": {"path": {"type": "integer"}}},
       "additionalProperties": {"maxLength": 1}}
      """#
    let index = try FormIndex(parsingSchema: Array(schema.utf8))
    let problems = FormValidator(index).problems(in: ["kind": "b", "path": "long"])
    #expect(!problems.filter { $0.path == ["path"] && $0.severity == .error }.isEmpty)
  }
}
