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
      guard case .notAnAlternative(let names, _)? = error else {
        Issue.record("\(text) \(String(describing: error))")
        continue
      }
      #expect(names.prefix(3) == ["off", "warn", "error"])
      let advice = nearest.map { "; perhaps you mean \($0)." } ?? ", or a value in JSON."
      #expect(error?.description.hasSuffix(advice) == true, "\(text) \(String(describing: error))")
    }
    #expect(
      #expect(throws: ValueTextError.self) { try setting.value(parsing: "eror") }?.description
        == "Use off, warn, error or a whole number, or a value in JSON; perhaps you mean error.")
  }

  /// An object with a member that tells alternatives apart.
  private static func either(_ keys: [String]) -> String {
    let alternatives = keys.map {
      #"{"properties": {"k": \#($0), "x": {"type": "number"}}, "required": ["k"]}"#
    }
    return #"{"oneOf": [\#(alternatives.joined(separator: ", "))]}"#
  }

  private static let inAlternatives =
    #"{"oneOf": [\#(either([#"{"const": "a"}"#, #"{"const": "b"}"#])), \#(either([#"{"const": "c"}"#, #"{"const": "d"}"#]))]}"#
  private static let ofChoices = either([#"{"enum": ["e", "f"]}"#, #"{"enum": ["g", "h"]}"#])

  @Test(
    "Of alternatives in alternatives, the problem is about the one that was meant, or names the constants of all",
    arguments: [
      (#"{"k": "d", "x": "t"}"#, inAlternatives, #"Use a number instead of "t"."#),
      (#"{"k": "z", "x": 1}"#, inAlternatives, #"Use one of "a", "b", "c", "d" instead of "z"."#),
      (#"{"k": "g", "x": "t"}"#, ofChoices, #"Use a number instead of "t"."#),
    ])
  func nested(value: String, schema: String, problem: String) throws {
    #expect(try problems(of: value, schema) == [problem])
  }

  @Test(
    "Of many choices, the few that are nearest to the text are named, and where all are",
    arguments: [
      ("Area/City_59O", "Area/City_590, Area/City_591"), ("CITY_1", "Area/City_100, Area/City_101"),
      ("x", "Area/City_000, Area/City_001"),
    ])
  func manyChoices(text: String, few: String) throws {
    let names = (0..<600).map { number in "\"Area/City_\(String(1000 + number).dropFirst())\"" }
    let schema = #"{"enum": [\#(names.joined(separator: ", "))]}"#
    let setting = try #require(try index(schema)[["a"]]).setting
    let typed = #expect(throws: ValueTextError.self) { try setting.value(parsing: text) }
    #expect(typed?.description.hasPrefix("Use \(few), ") == true, "\(String(describing: typed))")
    #expect(typed?.description.contains("600 choices (describe lists all)") == true)
    #expect(typed?.description.contains("perhaps") == false)
    let stored = try #require(try problems(of: "\"\(text)\"", schema).first)
    let quoted = few.split(separator: ", ").map { "\"\($0)\"" }.joined(separator: ", ")
    #expect(stored.hasPrefix("Use \(quoted), ") && stored.contains("describe lists all"), "\(stored)")
    #expect(stored.count < 400)
  }

  @Test(
    "What isn't allowed is said with the key or the element to remove",
    arguments: [
      (
        #"{"x": 1}"#, #"{"properties": {"x": false}}"#,
        #"Remove the key "x", because the form allows no value here."#
      ),
      (
        #"["a", "b"]"#, #"{"prefixItems": [{}], "items": false}"#,
        "Remove the 2nd element, because the form allows no value here."
      ),
      (
        #"{"x": 1}"#, #"{"not": {"required": ["x"]}}"#,
        #"Remove the key "x", which the form doesn't allow here."#
      ),
      (
        #"{"x": 1, "y": 1}"#, #"{"not": {"required": ["x", "y"]}}"#,
        #"Remove one of the keys "x" and "y", which the form doesn't allow together."#
      ),
      (
        #"{"x": 1}"#, #"{"not": {"anyOf": [{"required": ["x"]}, {"required": ["y"]}]}}"#,
        #"Remove the key "x", which the form doesn't allow here."#
      ),
      (
        #"{"x": 1}"#, #"{"not": {"required": ["x"], "properties": {"x": {"const": 1}}}}"#,
        #"Change or remove the key "x", which the form doesn't allow here as it is."#
      ),
      (
        #"{"x": 1}"#, #"{"if": {"required": ["x"]}, "then": false}"#,
        #"Remove the key "x", which the form doesn't allow here."#
      ),
      (#"{}"#, #"{"if": {"required": ["x"]}, "else": false}"#, #"Add the key "x", which is missing."#),
      (
        #"{"x": 1}"#, #"{"dependentSchemas": {"x": false}}"#,
        #"Remove the key "x", which the form doesn't allow here."#
      ),
      (#""p""#, #"{"not": {"enum": ["p"]}}"#, #"Use a value that the form doesn't exclude instead of "p"."#),
      ("1", #"{"not": {}}"#, #"Remove the key "a", because the form allows no value here."#),
    ])
  func excluded(value: String, schema: String, problem: String) throws {
    #expect(try problems(of: value, schema) == [problem])
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
