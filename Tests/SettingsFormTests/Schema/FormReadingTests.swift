import TestSupport
import Testing

@testable import SettingsForm
@testable import SettingsValidation

@Suite("Reading any JSON Schema")
struct FormReadingTests {
  private func setting(_ schema: String) throws -> FormSetting {
    let form = try FormSchema(written: Array(#"{"properties": {"it": \#(schema)}}"#.utf8))
    guard case .setting(let setting)? = form.root.items.first else {
      Issue.record("no setting: \(schema)")
      return FormSetting(key: "", title: "", kind: .json)
    }
    let again = try FormSchema(form.json)
    #expect(again == form)
    return setting
  }

  @Test("A property without a title has its key as title")
  func title() throws {
    #expect(try setting(#"{"type": "boolean"}"#) == FormSetting(key: "it", title: "it", kind: .boolean))
  }

  @Test(
    "Kinds are determined by type and keywords",
    arguments: [
      (#"{"type": "integer", "exclusiveMinimum": 3}"#, FormKind.integer(NumberLimits(lower: .exclusive(3)))),
      (#"{"type": ["integer", "number"]}"#, .number(NumberLimits())),
      (#"{"type": "number", "multipleOf": 0.5}"#, .number(NumberLimits(step: JSONNumber("0.5")))),
      (#"{"type": "string", "contentEncoding": "base64"}"#, .string(TextLimits(format: .base64))),
      (#"{"type": "array"}"#, .list(.json, ListLimits())),
      (#"{"type": "array", "items": {"type": "string"}}"#, .list(.string(TextLimits()), ListLimits())),
      (#"{"type": "object"}"#, .dictionary(.json)),
      (#"{"type": "object", "additionalProperties": {"type": "boolean"}}"#, .dictionary(.boolean)),
      (
        #"{"enum": ["a", 1]}"#,
        .choice([FormChoice(value: "a", title: "a"), FormChoice(value: 1, title: "1")])
      ),
      (#"{"type": "string", "const": "a"}"#, .choice([FormChoice(value: "a", title: "a")])),
      (
        #"{"type": "string", "oneOf": [{"const": "a", "title": "A", "deprecated": true}]}"#,
        .choice([FormChoice(value: "a", title: "A", isDeprecated: true)])
      ),
      (#"{}"#, .json), (#"true"#, .json),
    ])
  func kinds(_ example: (schema: String, kind: FormKind)) throws {
    let setting = try setting(example.schema)
    #expect(setting.kind == example.kind)
    #expect(setting.otherKeywords.keywords == [])
  }

  @Test(
    "Null beside the values makes a setting optional",
    arguments: [
      #"{"type": ["null", "string"]}"#, #"{"enum": [null, "a"]}"#,
      #"{"type": ["string", "null"], "enum": ["a", null]}"#,
      #"{"oneOf": [{"const": "a"}, {"type": "null"}]}"#, #"{"type": ["object", "null"], "properties": {}}"#,
    ])
  func optional(_ schema: String) throws {
    let setting = try setting(schema)
    #expect(setting.isOptional)
    #expect(setting.kind != .json)
  }

  @Test(
    "A schema that no kind describes is a JSON setting that is checked by the schema",
    arguments: [
      #"{"type": ["string", "integer"], "minimum": 3}"#, #"{"anyOf": [{"type": "string"}, {"minimum": 3}]}"#,
      #"{"allOf": [{"type": ["integer", "string"], "minimum": 3}]}"#,
      #"{"not": {"type": "integer", "maximum": 2}}"#,
      #"{"enum": [5, "x"], "oneOf": [true]}"#, #"{"if": {"type": "integer"}, "then": {"minimum": 3}}"#,
    ])
  func kept(_ schema: String) throws {
    let setting = try setting(schema)
    #expect(setting.kind == .json)
    #expect(setting.otherKeywords.json == (try JSONValue(parsing: schema)))
    let form = FormSchema(root: FormSection(key: "", title: "", items: [.setting(setting)]))
    let validator = FormValidator(FormIndex(form))
    #expect(validator.problems(of: 2, at: ["it"]).count == 1)
    #expect(validator.problems(of: 5, at: ["it"]) == [])
  }

  @Test("Keywords that a kind doesn't write are kept beside it, and values are checked by them")
  func leftOver() throws {
    let setting = try setting(
      #"{"type": "array", "items": {"type": "string", "examples": ["x"], "minLength": 2}, "contains": {"const": "ab"}}"#
    )
    #expect(setting.kind == .list(.string(TextLimits(minLength: 2)), ListLimits()))
    #expect(setting.otherKeywords.keywords.map(\.name) == ["items", "contains"])
    let form = FormSchema(root: FormSection(key: "", title: "", items: [.setting(setting)]))
    let validator = FormValidator(FormIndex(form))
    #expect(validator.problems(of: ["ab", "c"], at: ["it"]).map(\.path) == [["it", "1"]])
    #expect(validator.problems(of: ["cd"], at: ["it"]).map(\.reason) == [.keyword("contains")])
  }

  @Test("Both ends of a range and a step from another origin are kept")
  func doubleLimits() throws {
    let setting = try setting(#"{"type": "integer", "minimum": 1, "exclusiveMinimum": 2, "multipleOf": 5}"#)
    #expect(setting.kind == .integer(NumberLimits(lower: .exclusive(2), step: 5, stepsFromZero: true)))
    #expect(setting.otherKeywords.keywords == [.limit(.minimum, 1)])
  }

  @Test("References inside the document are followed")
  func references() throws {
    let form = try FormSchema(
      written: Array(
        ##"""
        {
          "$defs": {"mode": {"enum": ["a", "b"], "title": "Mode"}, "pool": {"type": "object", "properties": {
            "mode": {"$ref": "#/$defs/mode"}}}},
          "type": "object", "properties": {
            "pool": {"$ref": "#/$defs/pool"},
            "mode": {"$ref": "#/$defs/mode", "title": "Another Mode", "default": "b"},
            "both": {"$ref": "#/$defs/mode", "enum": ["b", "c"]}
          }
        }
        """##.utf8))
    let index = FormIndex(form)
    #expect(index.settings.map(\.path) == [["pool", "mode"], ["mode"], ["both"]])
    #expect(index.settings.map(\.setting.title) == ["Mode", "Another Mode", "both"])
    #expect(index[["mode"]]?.setting.defaultValue == "b")
    let validator = FormValidator(index)
    #expect(validator.problems(of: "c", at: ["both"]).count == 1)
    #expect(validator.problems(of: "b", at: ["both"]) == [])
    #expect(try FormSchema(form.json) == form)
  }

  @Test("Only the definitions that are in use are written, with references wherever a schema equals one")
  func definitions() throws {
    let mode: JSONValue = [
      "type": "string", "oneOf": [["const": "a", "title": "a"], ["const": "b", "title": "b"]],
    ]
    let form = try FormSchema([
      "$defs": [
        "mode/1": mode, "unused": ["oneOf": [["const": 1, "title": "1"]]], "plain": ["type": "integer"],
        "pool": ["type": "object", "properties": ["mode": ["title": "Mode", "$ref": "#/$defs/mode~11"]]],
      ],
      "properties": [
        "pool": ["title": "P", "$ref": "#/$defs/pool"],
        "list": ["title": "L", "type": "array", "items": mode],
        "count": ["title": "C", "$ref": "#/$defs/plain"],
      ],
    ])
    guard case .object(let json) = form.json else {
      Issue.record("The value has another type.")
      return
    }
    #expect(
      json["properties"] == [
        "pool": ["title": "P", "$ref": "#/$defs/pool"],
        "list": ["title": "L", "type": "array", "items": ["$ref": "#/$defs/mode~11"]],
        "count": ["title": "C", "type": "integer"],
      ])
    #expect(json["$defs"].map { "\($0)".contains("unused") } == false)
    #expect(json["$defs"]?.member("mode/1") == mode)
    #expect(try FormSchema(form.json).json == form.json)
  }

  @Test("A schema inside with an address of its own, to which references would be relative, isn't read")
  func relativeReference() {
    let error = #expect(throws: FormSchemaError.self) {
      try FormSchema([
        "$defs": ["a": ["type": "integer"]],
        "properties": ["s": ["$id": "other", "type": "object", "properties": ["x": ["$ref": "#/$defs/a"]]]],
      ])
    }
    #expect(error?.reason == .unsupported)
    #expect(error?.path == ["properties", "s", "$id"])
  }

  @Test(
    "An error has its place and what to do",
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
      (#"{"properties": {"a": {"type": "number", "multipleOf": 0}}}"#, "/properties/a/multipleOf", 1, 55),
      (#"{"properties": {"a": {"type": "string", "minLength": -1}}}"#, "/properties/a/minLength", 1, 54),
      (#"{"properties": {"a": {"x-setting": {"unitt": "s"}}}}"#, "/properties/a/x-setting/unitt", 1, 46),
      (
        #"{"properties": {"a": {"x-setting": {"was": ["b", 3]}}}}"#, "/properties/a/x-setting/was", 1, 44
      ),
      (
        #"{"properties": {"s": {"properties": {}, "x-setting": {"was": {"a": 1}}}}}"#,
        "/properties/s/x-setting/was", 1, 62
      ),
      (
        #"{"properties": {"a": {"x-setting": {"presets": [{"title": "T"}]}}}}"#,
        "/properties/a/x-setting/presets/0", 1, 49
      ),
      (
        #"{"properties": {"a": {"x-setting": {"details": [{"title": "T"}]}}}}"#,
        "/properties/a/x-setting/details/0", 1, 49
      ),
      (
        #"{"properties": {"a": {"type": "boolean", "x-setting": {"step": 2}}}}"#,
        "/properties/a/x-setting/step", 1,
        64
      ),
      (
        #"{"properties": {"a": {"properties": {}, "x-setting": {"advanced": true}}}}"#,
        "/properties/a/x-setting/advanced", 1, 67
      ),
      (##"{"properties": {"a": {"$ref": "#/$defs/b"}}}"##, "/properties/a/$ref", 1, 31),
      (#"{"properties": {"a": {"$ref": "other.json"}}}"#, "/properties/a/$ref", 1, 31),
      (##"{"properties": {"a": {"$ref": "#"}}}"##, "/properties/a/$ref", 1, 31),
      (#"{"properties": {"a": {"unevaluatedItems": false}}}"#, "/properties/a/unevaluatedItems", 1, 43),
      (#"{"properties": {"a": {"oneOf": [{"const": 1}, {"const": 1.0}]}}}"#, "/properties/a/oneOf", 1, 32),
      (#"{"properties": {"a": 3}}"#, "/properties/a", 1, 22),
      (#"{"$schema": "http://json-schema.org/draft-07/schema#"}"#, "/$schema", 1, 13),
      (#"{"x-rules": {}}"#, "/x-rules", 1, 13), (#"{"type": "array"}"#, "/type", 1, 10), ("[]", "", 1, 1),
      ("{", "", 1, 2),
    ])
  func faults(_ example: (text: String, pointer: String, line: Int, column: Int)) {
    let error = #expect(throws: FormSchemaError.self) { try FormSchema(written: Array(example.text.utf8)) }
    #expect(error?.path.pointer == example.pointer)
    #expect(error?.position == SourcePosition(line: example.line, column: example.column))
    #expect(error?.message.hasSuffix(".") == true)
  }

  @Test("A secret default that violates its limits isn't in the error")
  func secretDefault() {
    let text =
      #"{"properties": {"a": {"type": "string", "writeOnly": true, "maxLength": 2, "default": "hunter2"}}}"#
    let error = #expect(throws: FormSchemaError.self) { try FormSchema(written: Array(text.utf8)) }
    #expect(error.map { String(describing: $0).contains("hunter2") } == false)
  }

  @Test("References that double at each step are refused")
  func bomb() {
    var definitions = JSONObject()
    for level in 0..<60 {
      let next: JSONValue = .object(["$ref": .string("#/$defs/d\(level + 1)")])
      definitions["d\(level)"] = .object(["properties": .object(["a": next, "b": next])])
    }
    definitions["d60"] = .object(["type": "integer"])
    let json: JSONValue = .object([
      "$defs": .object(definitions), "properties": .object(["it": .object(["$ref": "#/$defs/d0"])]),
    ])
    let error = #expect(throws: FormSchemaError.self) { try FormSchema(json) }
    #expect(error?.reason == .tooLarge)
  }

  @Test("A form that is nested too deeply is refused")
  func tooDeep() {
    var schema: JSONValue = .object(["type": "integer"])
    for _ in 0..<2_000 { schema = .object(["properties": .object(["a": schema])]) }
    let error = #expect(throws: FormSchemaError.self) { try FormSchema(schema) }
    #expect(error?.reason == .tooLarge)
  }

  @Test("Reading a schema as a form changes no result, and the written form reads as the same form")
  func meaning() throws {
    var maker = RandomSchema(random: SeededRandom(seed: 20_250_201))
    var counts = (read: 0, refused: 0, valid: 0, invalid: 0)
    for number in 0..<1_500 {
      let json = maker.document()
      var reader = SchemaReader(patterns: PatternCache())
      let form: FormSchema
      do throws(FormSchemaError) {
        form = try FormSchema(json)
      } catch {
        #expect(error.message.hasSuffix("."), "\(json)")
        counts.refused += 1
        continue
      }
      counts.read += 1
      #expect(try FormSchema(form.json) == form, "number \(number): \(json)")
      let schema = CompiledSchema(try reader.schema(json), library: SchemaLibrary())
      let validator = FormValidator(FormIndex(form))
      for _ in 0..<8 {
        let instance = maker.documentInstance()
        let isValid = schema.problems(of: instance).errorsExceptFormats.isEmpty
        let errors = validator.problems(in: instance).errorsExceptFormats
        #expect(errors.isEmpty == isValid, "number \(number): \(json)\n\(instance)\n\(errors)\n\(form.json)")
        if isValid { counts.valid += 1 } else { counts.invalid += 1 }
      }
    }
    #expect(
      counts.read > 375 && counts.refused > 50 && counts.valid > 150 && counts.invalid > 150, "\(counts)")
  }
}

extension [FormProblem] {
  /// The errors, except for those about formats, which JSON Schema doesn't require to be checked.
  fileprivate var errorsExceptFormats: [FormProblem] {
    filter { problem in
      if case .format = problem.reason { return false }
      return problem.severity == .error
    }
  }
}
