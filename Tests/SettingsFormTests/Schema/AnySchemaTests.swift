import TestSupport
import Testing

@testable import SettingsForm
@testable import SettingsSchemas
@testable import SettingsValidation

@Suite("Opening any JSON Schema as a form")
struct AnySchemaTests {
  private func index(
    _ text: String, at address: String = "", _ others: [String: String] = [:]
  ) throws -> FormIndex {
    try FormIndex(
      parsingSchema: Array(text.utf8), at: address, SchemaDocuments { others[$0].map { Array($0.utf8) } })
  }

  private func problems(_ index: FormIndex, _ value: JSONValue) -> [String] {
    FormValidator(index).problems(in: value).map(\.description)
  }

  @Test(
    "A schema without a title has one for people to read",
    arguments: [
      #"{"type": "object", "properties": {"a": {"type": "boolean"}}}"#,
      #"{"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"a": {"type": ["string", "number"]}}}"#,
    ])
  func untitled(_ schema: String) throws {
    #expect(try index(schema).form.root.title == "Settings")
  }

  // MARK: - Merged schemas

  @Test(
    "A schema for other members stays when another schema names members, and a ban on them doesn't",
    arguments: [
      (
        #"{"additionalProperties": {"type": "integer"}, "allOf": [{"properties": {"b": {"const": 1}}}]}"#,
        false
      ),
      (
        #"{"allOf": [{"additionalProperties": {"type": "integer"}}, {"properties": {"b": {"const": 1}}}]}"#,
        false
      ),
      (#"{"additionalProperties": false, "allOf": [{"properties": {"b": {"const": 1}}}]}"#, true),
    ])
  func otherMembers(_ example: (schema: String, isSection: Bool)) throws {
    let own = #""type": "object", "properties": {"a": {"type": "boolean"}}, "#
    let index = try index(#"{"properties": {"t": {"# + own + example.schema.dropFirst() + "}}")
    #expect((index.section(at: ["t"]) != nil) == example.isSection)
    #expect((index[["t"]] != nil) != example.isSection)
  }

  // MARK: - Parts that can't be used

  @Test(
    "A part that can't be used is one warning with its place, and takes no type along",
    arguments: [
      (#"{"properties": {"a": {"type": "number", "minimum": "3"}}}"#, "/properties/a/minimum", 1, 52),
      ("{\"properties\": {\n \"a\": {\"type\": \"text\"}}}", "/properties/a/type", 2, 16),
      (#"{"properties": {"a": {"oneOf": []}}}"#, "/properties/a/oneOf", 1, 32),
      (#"{"properties": {"a": {"enum": []}}}"#, "/properties/a/enum", 1, 31),
      (
        #"{"properties": {"a": {"type": "integer", "maximum": 3, "default": 4}}}"#, "/properties/a/default",
        1, 67
      ),
      (
        #"{"properties": {"a": {"type": "integer", "maximum": 3, "minimum": 4}}}"#, "/properties/a/maximum",
        1, 53
      ),
      (#"{"properties": {"a": {"type": "string", "pattern": "("}}}"#, "/properties/a/pattern", 1, 52),
      (#"{"properties": {"a": {"type": "string", "minLength": -1}}}"#, "/properties/a/minLength", 1, 54),
      (##"{"properties": {"a": {"$ref": "#/$defs/b"}}}"##, "/properties/a/$ref", 1, 31),
      (#"{"properties": {"a": {"$ref": "other.json"}}}"#, "/properties/a/$ref", 1, 31),
      (
        #"{"properties": {"a": {"patternProperties": {"(": {}}}}}"#, "/properties/a/patternProperties/(", 1,
        50
      ),
      (#"{"properties": {"a": {"items": 3}}}"#, "/properties/a/items", 1, 32),
      (
        #"{"properties": {"a": {"type": "boolean", "x-setting": {"unitt": "s"}}}}"#,
        "/properties/a/x-setting/unitt", 1, 65
      ),
    ])
  func warnings(_ example: (text: String, pointer: String, line: Int, column: Int)) throws {
    let index = try index(example.text)
    #expect(index.form.warnings.map(\.path.pointer) == [example.pointer])
    #expect(index.form.warnings.first?.position == SourcePosition(line: example.line, column: example.column))
    #expect(index.form.warnings.first?.message.hasSuffix(".") == true)
    // Between these limits, there is no number. Entries by a pattern are those of an object, also without the pattern.
    let hasType =
      example.text.contains(#""type": "#) && !example.text.contains(#""text""#)
      || example.text.contains("patternProperties")
    let keepsKind = hasType && !example.pointer.hasSuffix("/maximum")
    let kind = try #require(index[["a"]]).setting.kind
    let ofNothing = try self.index(#"{"properties": {"a": {}}}"#)[["a"]]?.setting.kind
    #expect((kind == .json || kind == ofNothing) != keepsKind, "\(kind)")
  }

  @Test(
    "A former name that another setting has today is a warning",
    arguments: [
      #""a": {"type": "integer"}, "b": {"type": "integer", "x-setting": {"was": "a"}}"#,
      #""s": {"properties": {"b": {"type": "integer", "x-setting": {"was": "/a"}}}}, "a": {"type": "integer"}"#,
      #""a": {"properties": {"c": {}}}, "b": {"properties": {"c": {}}, "x-setting": {"was": "a"}}"#,
    ])
  func takenName(properties: String) throws {
    for mark in ["", #""x-form": 1, "type": "object", "#] {
      let index = try index(#"{\#(mark)"properties": {\#(properties)}}"#)
      #expect(index.form.warnings.map(\.path.keys.last) == ["was"])
    }
  }

  @Test("A bad default takes nothing with it", arguments: ["null", "4", #""c""#, "{}"])
  func badDefault(value: String) throws {
    for kind in [
      #""type": "string", "enum": ["a", "b"]"#, #""enum": ["a", "b"]"#,
      #""oneOf": [{"const": "a"}, {"const": "b"}]"#,
    ] {
      let index = try index(#"{"properties": {"a": {\#(kind), "default": \#(value)}, "b": {\#(kind)}}}"#)
      let (with, without) = (try #require(index[["a"]]).setting, try #require(index[["b"]]).setting)
      #expect(with.kind == without.kind && with.defaultValue == nil)
      #expect(index.form.warnings.map(\.path.pointer) == ["/properties/a/default"])
    }
  }

  @Test(
    "References into the definitions of a metaschema are checked",
    arguments: [
      "http://json-schema.org/draft-07/schema#/definitions/nonNegativeInteger",
      "http://json-schema.org/draft-04/schema#/definitions/positiveInteger",
      "https://json-schema.org/draft/2020-12/meta/validation#/$defs/nonNegativeInteger",
      "https://json-schema.org/draft/2019-09/meta/validation#/$defs/nonNegativeIntegerDefault0",
    ])
  func metaschemaDefinitions(reference: String) throws {
    let index = try index(#"{"properties": {"a": {"$ref": "\#(reference)"}}}"#)
    #expect(index.form.warnings == [])
    #expect(problems(index, ["a": 0]) == [])
    #expect(problems(index, ["a": -1]).count == 1 && problems(index, ["a": "x"]).count == 1)
  }

  @Test("The metaschema of a vocabulary checks the keywords of that vocabulary")
  func vocabulary() throws {
    let address = "https://json-schema.org/draft/2020-12/meta/validation"
    let index = try index(#"{"properties": {"a": {"$ref": "\#(address)"}}}"#)
    #expect(problems(index, ["a": ["minimum": "x"]]).count == 1)
    #expect(problems(index, ["a": ["title": 5, "items": 5]]).allSatisfy { $0.hasPrefix("warning: ") })
  }

  @Test("A schema of another draft inside a schema is read by its own draft")
  func innerDraft() throws {
    let index = try index(
      ##"""
      {"$schema": "http://json-schema.org/draft-04/schema#", "properties": {"a": {"$ref": "new#/$defs/b"}},
       "definitions": {"n": {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "new",
         "$defs": {"b": {"prefixItems": [{"type": "string"}]}}}}}
      """##)
    #expect(index.form.warnings == [])
    #expect(problems(index, ["a": [5]]).count == 1)
  }

  @Test("Text that isn't JSON is refused with its position")
  func notJSON() {
    let error = #expect(throws: FormSchemaError.self) { try FormSchema(parsingSchema: Array("{".utf8)) }
    #expect(error?.position == SourcePosition(line: 1, column: 2))
  }

  @Test("The rest of a part that can't be used is checked")
  func restOfPart() throws {
    let index = try index(#"{"properties": {"a": {"type": "string", "pattern": "(", "maxLength": 2}}}"#)
    #expect(problems(index, ["a": "xy"]) == [])
    #expect(problems(index, ["a": "xyz"]).count == 1)
    #expect(problems(index, ["a": 1]).count == 1)
  }

  @Test("A default that violates its limits isn't in the warning if it is secret")
  func secretDefault() throws {
    let index = try index(
      #"{"properties": {"a": {"type": "string", "writeOnly": true, "maxLength": 2, "default": "hunter2"}}}"#)
    #expect(index.form.warnings.count == 1)
    #expect(index.form.warnings.first.map { $0.warning.contains("hunter2") } == false)
    #expect(index[["a"]]?.setting.isSecret == true)
  }

  // MARK: - Sections and settings

  @Test("References and allOf, with what is beside them, become sections and settings")
  func merging() throws {
    let index = try index(
      ##"""
      {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "App", "type": "object", "$ref": "#/definitions/app",
        "allOf": [{"properties": {"extra": {"type": "boolean"}}}, {"required": ["extra"]}],
        "definitions": {
          "app": {"properties": {
            "pool": {"description": "The pool.", "allOf": [{"$ref": "#/definitions/pool"}, {"properties": {"max": {"maximum": 9}}}]},
            "name": {"title": "Name", "$ref": "#/definitions/name", "minLength": 2}
          }},
          "pool": {"type": "object", "properties": {"max": {"type": "integer", "minimum": 1}}},
          "name": {"type": "string", "minLength": 1, "description": "A name."}
        }
      }
      """##)
    #expect(index.form.warnings == [])
    #expect(index.form.root.title == "App")
    #expect(index.settings.map(\.path) == [["pool", "max"], ["name"], ["extra"]])
    #expect(
      index[["pool", "max"]]?.setting.kind
        == .integer(NumberLimits(lower: .inclusive(1), upper: .inclusive(9))))
    #expect(index.section(at: ["pool"])?.help == "The pool.")
    #expect(index[["name"]]?.setting.kind == .string(TextLimits(minLength: 2)))
    #expect(index[["name"]]?.setting.help == "A name.")
    #expect(problems(index, ["extra": true, "pool": ["max": 10]]).count == 1)
    #expect(problems(index, ["pool": ["max": 5]]).count == 1)
    #expect(problems(index, ["extra": true, "pool": ["max": 5], "name": "ab"]) == [])
  }

  @Test("Elements have the steps and bits that the form's own keyword gives them")
  func ownKeywordInside() throws {
    let index = try index(
      #"""
      {"properties": {"rows": {"type": "array", "items": {"type": "object", "properties": {
        "gain": {"anyOf": [{"type": "number", "x-setting": {"step": 0.5}}, {"type": "boolean"}]},
        "edges": {"anyOf": [{"type": "boolean"}, {"type": "array", "items": {"oneOf": [{"const": "top"}, {"const": "left"}]},
          "x-setting": {"flags": true, "bits": [1, 4]}}]}
      }}}}}
      """#)
    #expect(index.form.warnings == [])
    guard case .list(.object(let row), _)? = index[["rows"]]?.setting.kind else {
      Issue.record("\(String(describing: index[["rows"]]?.setting.kind))")
      return
    }
    let kinds = row.items.compactMap { item -> [FormKind]? in
      guard case .setting(let setting) = item, case .variants(let variants) = setting.kind else { return nil }
      return variants.map(\.kind)
    }
    #expect(kinds.first?.first == .number(NumberLimits(step: JSONNumber(0.5))))
    guard case .flags(let choices)? = kinds.last?.last else {
      Issue.record("\(kinds)")
      return
    }
    #expect(choices.map(\.bit) == [1, 4])
  }

  @Test("A recursive part has the kind of its definition at each level, and is checked completely")
  func recursion() throws {
    let index = try index(
      ##"""
      {"properties": {"tree": {"$ref": "#/$defs/node"}}, "$defs": {"node": {
        "type": "object", "properties": {"name": {"type": "string"}, "left": {"$ref": "#/$defs/node"}}}}}
      """##)
    #expect(index.form.warnings == [])
    #expect(index.settings.map(\.path) == [["tree", "name"], ["tree", "left"]])
    guard case .object(let left)? = index[["tree", "left"]]?.setting.kind,
      case .setting(let inner)? = left.items.last, case .object(let innermost) = inner.kind
    else {
      Issue.record("not an object inside an object")
      return
    }
    #expect(innermost.items.map(\.key) == ["name", "left"])
    let wrong: JSONValue = ["tree": ["left": ["left": ["left": ["name": 3]]]]]
    #expect(problems(index, wrong) == ["error: tree.left.left.left.name: Use text instead of 3."])
    let validator = FormValidator(index)
    #expect(validator.problems(of: ["left": ["name": 3]], at: ["tree", "left"]).count == 1)
    #expect(try FormSchema(parsingSchema: index.form.bytes).source == index.form.source)
  }

  @Test("A reference that leads back to itself is a warning, and the check of a value ends")
  func cycle() throws {
    let index = try index(
      ##"{"$ref": "#/$defs/a", "$defs": {"a": {"not": {"$ref": "#/$defs/b"}}, "b": {"anyOf": [{"$ref": "#/$defs/a"}]}}}"##
    )
    #expect(index.form.warnings.count == 1)
    _ = problems(index, ["x": 1])
  }

  @Test("References that double at each step don't make the form large, and values are checked completely")
  func bomb() throws {
    var definitions = JSONObject()
    for level in 0..<60 {
      let next: JSONValue = .object(["$ref": .string("#/definitions/d\(level + 1)")])
      definitions["d\(level)"] = .object(["properties": .object(["a": next, "b": next])])
    }
    definitions["d60"] = .object(["type": "integer"])
    let schema: JSONValue = [
      "$schema": "http://json-schema.org/draft-04/schema#", "definitions": .object(definitions),
      "properties": ["it": ["$ref": "#/definitions/d0"]],
    ]
    let index = try index(schema.description)
    #expect(index.settings.count < 30_000)
    var value: JSONValue = "x"
    for _ in 0..<60 { value = .object(["b": value]) }
    #expect(problems(index, ["it": value]).count == 1)
  }

  @Test("A value that is as deep as a document may be is checked by a recursive schema")
  func depth() throws {
    let index = try index(##"{"properties": {"a": {"$ref": "#"}}, "additionalProperties": false}"##)
    let depth = 500
    let text =
      String(repeating: #"{"a": "#, count: depth) + #"{"b": 1}"# + String(repeating: "}", count: depth)
    let problems = FormValidator(index).problems(in: try JSONDocument(parsing: Array(text.utf8)))
    #expect(problems.map(\.path.keys.count) == [depth + 1])
  }

  // MARK: - Documents

  @Test("References lead to other documents, anchors and embedded schemas")
  func documents() throws {
    let index = try index(
      ##"""
      {"properties": {
        "a": {"$ref": "types.json#/$defs/port"}, "b": {"$ref": "types.json#name"},
        "c": {"$ref": "https://example.com/inner#x"}, "d": {"$id": "https://example.com/inner", "$defs": {"x": {"$anchor": "x", "type": "boolean"}}}
      }}
      """##,
      at: "forms/app.json",
      [
        "forms/types.json":
          ##"{"$defs": {"port": {"type": "integer"}, "name": {"$anchor": "name", "$ref": "other.json"}}}"##,
        "forms/other.json":
          #"{"$schema": "http://json-schema.org/draft-04/schema#", "type": "number", "minimum": 1, "exclusiveMinimum": true}"#,
      ])
    #expect(index.form.warnings == [])
    #expect(index[["a"]]?.setting.kind == .integer(NumberLimits()))
    #expect(index[["b"]]?.setting.kind == .number(NumberLimits(lower: .exclusive(1))))
    #expect(index[["c"]]?.setting.kind == .boolean)
  }

  @Test("A warning about another document names it")
  func otherDocument() throws {
    let index = try index(
      #"{"properties": {"a": {"$ref": "types.json"}}}"#,
      ["types.json": #"{"type": "integer", "minimum": []}"#])
    #expect(
      index.form.warnings.map(\.warning) == [#"types.json: warning: /minimum: Give "minimum" a number."#])
  }

  @Test(
    "A reference to a metaschema leads to it",
    arguments: ["http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"])
  func metaschema(_ address: String) throws {
    let index = try index(##"{"properties": {"schema": {"$ref": "\##(address)"}}}"##)
    #expect(index.form.warnings == [])
    #expect(problems(index, ["schema": ["properties": ["a": ["items": ["type": "text"]]]]]).count == 1)
    #expect(problems(index, ["schema": ["properties": ["a": ["items": ["type": "string"]]]]]) == [])
  }

  // MARK: - Warnings about values

  @Test(
    "A failed format is a warning in a schema of another author",
    arguments: [
      #"{"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"a": {FORMAT}}}"#,
      #"{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties": {"a": {FORMAT}}}"#,
      #"{"type": "object", "title": "T", "properties": {"a": {FORMAT, "description": "D"}}}"#,
      #"{"type": "object", "properties": {"b": {"title": "B", FORMAT}, "a": {FORMAT}}}"#,
      #"{"type": "object", "properties": {"a": {"title": "A", FORMAT}}}"#,
      #"{"x-form": 1, "type": "object", "properties": {"a": {FORMAT}}}"#,
    ], ["email", "date", "uri", "duration"])
  func format(schema: String, format: String) throws {
    let isOurs = schema.contains("x-form") && ["uri", "duration"].contains(format)
    let index = try index(schema.replacing("FORMAT", with: #""type": "string", "format": "\#(format)""#))
    let problems = problems(index, ["a": "x y"])
    #expect(problems.map { $0.prefix { $0 != ":" } } == [isOurs ? "error" : "warning"], "\(problems)")
  }

  @Test(
    "A form of this library that says more is read as another author's, with a warning where it does",
    arguments: [
      (#""b": {"type": "string", "format": "email"}"#, "/properties/b"),
      (
        #""b": {"type": "object", "properties": {"c": {"anyOf": [{"type": "string"}]}}}"#,
        "/properties/b/properties/c"
      ),
      (#""b": {"type": "integer", "minimum": "1"}"#, "/properties/b/minimum"),
      (#""b": {"type": "integer", "x-setting": {"unti": "s"}}"#, "/properties/b/x-setting/unti"),
    ])
  func foreignKeyword(property: String, place: String) throws {
    let form = { (mark: String) in
      try index(#"{\#(mark)"type": "object", "properties": {"a": {"type": "integer"}, \#(property)}}"#).form
    }
    let notice = try form(#""x-form": 1, "#).warnings.filter { $0.reason == .readAsOther }
    #expect(notice.map(\.path.pointer) == [place] && notice.allSatisfy { $0.position != nil })
    #expect(try !form("").warnings.contains { $0.reason == .readAsOther })
  }

  @Test("A failed format inside a setting is a warning")
  func innerFormat() throws {
    let format = #"{"type": "string", "format": "ipv4"}"#
    let index = try index(
      #"""
      {"type": "object", "properties": {"a": {"title": "A", "type": "array", "items": \#(format)},
       "b": {"title": "B", "type": "object", "additionalProperties": \#(format)}}}
      """#)
    #expect(
      problems(index, ["a": ["x"], "b": ["c": "x"]]).map { $0.prefix(11) } == ["warning: a.", "warning: b."])
  }

  @Test("A duration with years is valid in a schema of another author")
  func years() throws {
    let index = try index(
      #"{"type": "object", "properties": {"a": {"type": "string", "format": "duration"}}}"#)
    #expect(problems(index, ["a": "P1Y"]).isEmpty)
  }

  @Test("Only a key that no schema for the object names is unknown")
  func unknownKeys() throws {
    let index = try index(
      ##"""
      {"properties": {"a": {}}, "$ref": "#/$defs/b", "allOf": [{"properties": {"c": {}}}],
       "anyOf": [{"properties": {"d": {}}}, {"required": ["e"]}], "if": {"properties": {"f": {}}},
       "then": {"properties": {"g": {}}}, "dependentSchemas": {"h": {"properties": {"i": {}}}},
       "patternProperties": {"^x-": {}}, "$defs": {"b": {"properties": {"b": {}}}}}
      """##)
    let known = "abcdefghi".map { JSONObject.Member(key: String($0), value: 1) }
    var value = JSONObject(distinct: known)
    value["x-y"] = 1
    value["$schema"] = "form.json"
    #expect(problems(index, .object(value)) == [])
    value["bb"] = 1
    #expect(problems(index, .object(value)).count == 1)
    #expect(problems(index, .object(value))[0].contains(#"the key "bb""#))
  }

  @Test("What other members a key may have isn't known if a reference leads nowhere")
  func missingSchema() throws {
    let index = try index(#"{"properties": {"a": {}}, "allOf": [{"$ref": "missing.json"}]}"#)
    #expect(problems(index, ["b": 1]) == [])
  }

  @Test(
    "A value isn't refused because of a part that can't be used, also where the part would refuse by being met",
    arguments: [
      #"{"not": {"$ref": "missing.json"}}"#, #"{"not": {"type": "strnig"}}"#, #"{"not": {"minimum": "3"}}"#,
      #"{"not": {"properties": {"b": {"pattern": "("}}, "required": ["b"]}}"#,
      #"{"not": {"not": {"$ref": "missing.json"}}}"#,
      #"{"oneOf": [{"type": "object"}, {"$ref": "missing.json"}]}"#,
      #"{"oneOf": [{"properties": {"b": {"pattern": "("}}}, {"required": ["b"]}]}"#,
      #"{"if": {"$ref": "missing.json"}, "then": {"required": ["c"]}, "else": {"required": ["c"]}}"#,
      #"{"properties": {"l": {"contains": {"$ref": "missing.json"}, "maxContains": 1}}}"#,
      #"{"$ref": "missing.json", "unevaluatedProperties": false}"#,
      #"{"anyOf": [{"$ref": "missing.json"}], "unevaluatedProperties": false}"#,
      #"{"properties": {"l": {"prefixItems": 1, "items": false}}}"#,
      #"{"properties": 1, "additionalProperties": false}"#,
      #"{"properties": {"b": 1, "l": true}, "additionalProperties": false}"#,
      #"{"patternProperties": 1, "additionalProperties": false}"#,
      ##"{"not": {"$ref": "#/$defs/a"}, "$defs": {"a": {"allOf": [{"$ref": "#/$defs/a"}]}}}"##,
    ])
  func unusablePart(schema: String) throws {
    let found = FormValidator(try index(schema)).problems(in: ["b": "x", "l": ["y", "z"]] as JSONValue)
    #expect(found.allSatisfy { $0.severity == .warning })
  }

  @Test("What a part that can't be used has no effect on is still an error")
  func certainError() throws {
    let excluding = try index(#"{"not": {"anyOf": [{"$ref": "missing.json"}, {"required": ["b"]}]}}"#)
    let several = try index(
      #"{"oneOf": [{"required": ["b"]}, {"properties": {"b": {}}}, {"$ref": "missing.json"}]}"#)
    let other = try index(#"{"oneOf": [{"required": ["c"]}, {"$ref": "missing.json", "required": ["c"]}]}"#)
    let deep = try index(
      #"{"properties": {"b": {"$ref": "missing.json"}}, "unevaluatedProperties": false}"#)
    #expect(problems(several, ["b": 1]).count == 1)
    #expect(problems(other, ["b": 1]).count == 1)
    #expect(problems(deep, ["b": 1, "x": 1]).count == 1)
    #expect(problems(excluding, ["b": 1]).count == 1)
  }

  // MARK: - Secrets

  @Test("Secrets in recursive parts are masked")
  func secrets() throws {
    let index = try index(
      ##"""
      {"properties": {"tree": {"$ref": "#/$defs/node"}, "plain": {"type": "string"}}, "$defs": {"node": {
        "type": "object",
        "properties": {"password": {"type": "string", "writeOnly": true}, "name": {"type": "string"},
          "children": {"type": "array", "items": {"$ref": "#/$defs/node"}}}}}}
      """##)
    let value: JSONValue = [
      "name": "a", "password": "hunter2",
      "children": [["name": "b", "password": "hunter2", "children": [["password": "hunter2"]]]],
    ]
    let masked = index.secrecy(at: ["tree"]).masked(value)
    #expect(!masked.description.contains("hunter2"))
    #expect(masked.description.contains(#""b""#))
    #expect(index[["tree", "password"]]?.setting.isSecret == true)
    #expect(index[["tree", "children"]]?.setting.holdsSecrets == true)
    #expect(index[["plain"]]?.setting.holdsSecrets == false)
    let wrong: JSONValue = ["tree": ["children": [["children": [["password": ["hunter2"]]]]]]]
    #expect(problems(index, wrong).count == 1)
    #expect(!problems(index, wrong)[0].contains("hunter2"))
  }
}
