import Testing

@testable import SettingsForm
@testable import SettingsSchemas
@testable import SettingsValidation

@Suite("The nearest alternative")
struct NearestAlternativeTests {
  private func index(_ schema: String) throws -> FormIndex {
    try FormIndex(parsingSchema: Array(#"{"properties": {"a": \#(schema)}}"#.utf8))
  }

  private func problems(of value: String, _ schema: String) throws -> [String] {
    let document = try JSONDocument(parsing: Array(#"{"a": \#(value)}"#.utf8))
    return FormValidator(try index(schema)).problems(in: document).map(\.message)
  }

  private static let severity =
    #"{"oneOf": [{"type": "integer", "minimum": 0, "maximum": 2}, {"enum": ["off", "warn", "error"]}, {"type": "array"}]}"#

  @Test(
    "Given a number, a choice or a list, typed text is one of them exactly, or refused with the nearest choice"
  )
  func text() throws {
    let setting = try #require(try index(Self.severity)[["a"]]).setting
    #expect(try setting.value(parsing: "error") == "error")
    #expect(try setting.value(parsing: "2") == 2)
    #expect(try setting.value(parsing: #"["error", {}]"#) == ["error", [:]])
    for (text, nearest) in [("eror", "error"), ("on", nil), ("of", "off"), ("5.5.5", nil)]
      as [(String, String?)]
    {
      let error = #expect(throws: ValueTextError.self) { try setting.value(parsing: text) }
      guard case .notAnAlternative(let names, let found)? = error else {
        Issue.record("\(text) \(String(describing: error))")
        continue
      }
      #expect(names.prefix(3) == ["off", "warn", "error"])
      #expect(found == nearest)
    }
    #expect(
      #expect(throws: ValueTextError.self) { try setting.value(parsing: "eror") }?.description
        == "Use off, warn, error or a whole number, or a value in JSON; perhaps you mean error.")
  }

  @Test("A list reads text if it is the one alternative for it")
  func lists() throws {
    func value(_ text: String, _ schema: String) throws -> JSONValue {
      try #require(try index(schema)[["a"]]).setting.value(parsing: text)
    }
    let strings = #"{"type": "array", "items": {"type": "string"}}"#
    #expect(try value("x", #"{"oneOf": [{"type": "boolean"}, \#(strings)]}"#) == ["x"])
    #expect(
      try value(
        "x, y", #"{"oneOf": [{"enum": ["x", "y"]}, {"type": "array", "items": {"enum": ["x", "y"]}}]}"#) == [
          "x", "y",
        ])
    #expect(try value("x", #"{"oneOf": [{"type": "object"}, \#(strings)]}"#) == ["x"])
    #expect(try value("x", #"{"oneOf": [{"type": "string"}, \#(strings)]}"#) == "x")
  }

  @Test("A value that resembles a choice is answered with the choice, beside any other alternatives")
  func choices() throws {
    let modules =
      #"{"anyOf": [{"enum": ["disk", "memory"]}, {"type": "object", "properties": {"type": {"const": "disk"}}}, {"type": "object", "required": ["b"]}]}"#
    #expect(
      try problems(of: #""disc""#, modules) == [
        #"Use one of "disk", "memory" instead of "disc"; perhaps you mean "disk"."#
      ])
    #expect(try problems(of: #""fan""#, modules) == [#"Use one of "disk", "memory" instead of "fan"."#])
    #expect(try problems(of: "5", modules) == ["Use an object or text instead of 5."])
    let nested = #"{"anyOf": [\#(Self.severity), {"type": "object"}]}"#
    #expect(try problems(of: #""eror""#, nested).first?.contains(#"perhaps you mean "error""#) == true)
  }

  @Test("A failed format in an alternative is a warning, unless another alternative has no warning")
  func formats() throws {
    let url = #"{"type": "string", "format": "uri"}"#
    for schema in [
      #"{"anyOf": [\#(url), {"type": "integer"}]}"#,
      #"{"oneOf": [\#(url), {"type": "array", "items": \#(url)}]}"#,
      #"{"anyOf": [{"anyOf": [\#(url), {"type": "null"}]}, {"type": "integer"}]}"#,
    ] {
      #expect(try problems(of: #""no url""#, schema).count == 1, "\(schema)")
      #expect(try problems(of: #""https://example.com/""#, schema).isEmpty)
    }
    #expect(
      try problems(of: #"["no url"]"#, #"{"oneOf": [\#(url), {"type": "array", "items": \#(url)}]}"#).count
        == 1)
    #expect(try problems(of: #""no url""#, #"{"anyOf": [\#(url), {"type": "string"}]}"#).isEmpty)
  }

  @Test("A value of another type than text with a format is answered with an example")
  func examples() throws {
    #expect(
      try problems(of: "5", #"{"type": "string", "format": "duration"}"#) == [
        #"Use a duration such as "PT90S" instead of 5."#
      ])
  }
}
