import TestSupport

@testable import SettingsForm
@testable import SettingsValidation

/// Creates arbitrary JSON Schemas: any keyword beside any other, sometimes with a malformed value.
///
/// They are what others could have written. Reading one as a form must either be refused with a sentence or change nothing about which
/// documents are valid.
struct RandomSchema {
  var random: SeededRandom

  mutating func document() -> JSONValue {
    var properties = JSONObject()
    for key in ["a", "b", "c"] { properties[key] = schema(depth: 0) }
    var object: JSONObject = ["$schema": .string(FormSchema.dialect), "properties": .object(properties)]
    if random.once(in: 4) { object["required"] = ["a"] }
    if random.once(in: 6) { object["additionalProperties"] = false }
    if random.once(in: 6) { object["minProperties"] = 2 }
    return .object(object)
  }

  mutating func schema(depth: Int) -> JSONValue {
    if random.once(in: 15) { return .bool(!random.once(in: 5)) }
    var object = JSONObject()
    if !random.once(in: 4) { object["type"] = type() }
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let name = random.pick(Self.names)
      object[name] = value(of: name, depth: depth + 1)
    }
    // A property with properties is a section, which is an object even without a type.
    if depth == 0, object["properties"] != nil, object["type"] == nil { object["type"] = "object" }
    return .object(object)
  }

  private mutating func type() -> JSONValue {
    let names: [JSONValue] = ["boolean", "integer", "number", "string", "array", "object", "null"]
    if !random.once(in: 4) { return random.pick(names) }
    return .array([random.pick(names), "null"])
  }

  private static let names = [
    "title", "default", "readOnly", "writeOnly", "deprecated", "const", "enum", "minimum", "maximum",
    "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern", "format",
    "minItems", "maxItems", "uniqueItems", "prefixItems", "items", "contains", "minContains", "properties",
    "patternProperties", "additionalProperties", "propertyNames", "minProperties", "required", "allOf",
    "anyOf",
    "oneOf", "not", "if", "then", "else", "examples", "dependentRequired", "dependentSchemas", "x-other",
  ]

  private mutating func value(of name: String, depth: Int) -> JSONValue {
    if random.once(in: 150) { return "wrong" }
    switch name {
    case "title", "format", "x-other": return random.pick(["x", "uri", ""])
    case "default", "const": return scalar()
    case "readOnly", "writeOnly", "deprecated", "uniqueItems": return .bool(random.once(in: 2))
    case "enum", "examples": return .array([scalar(), scalar()])
    case "minimum", "exclusiveMinimum": return random.pick([0, 1, 2.0])
    case "maximum", "exclusiveMaximum": return random.pick([2, 3, 4.5])
    case "multipleOf": return random.pick([1, 0.5, 2])
    case "minLength", "minItems", "minContains", "minProperties": return random.pick([0, 1])
    case "maxLength", "maxItems": return random.pick([1, 2])
    case "pattern": return "^a"
    case "required": return ["a"]
    case "dependentRequired": return ["a": ["b"]]
    case "prefixItems", "allOf", "anyOf", "oneOf":
      return .array((0...Int.random(in: 0...1, using: &random)).map { _ in inner(depth) })
    case "properties", "patternProperties", "dependentSchemas":
      return .object(["a": inner(depth), "b": inner(depth)])
    default: return inner(depth)
    }
  }

  private mutating func inner(_ depth: Int) -> JSONValue {
    depth > 2 ? ["type": "string"] : schema(depth: depth)
  }

  mutating func scalar() -> JSONValue {
    random.pick([.null, true, false, 0, 1, 2, 3, 2.5, "", "a", "ab", "uri", [1], ["a": 1], [], [:]])
  }

  mutating func instance(depth: Int = 0) -> JSONValue {
    if depth > 2 || random.once(in: 2) { return scalar() }
    if random.once(in: 3) { return .array((0..<3).map { _ in instance(depth: depth + 1) }) }
    var object = JSONObject()
    for key in ["a", "b", "c"] where !random.once(in: 4) { object[key] = instance(depth: depth + 1) }
    return .object(object)
  }

  /// An object, as most documents are.
  mutating func documentInstance() -> JSONValue {
    var object = JSONObject()
    for key in ["a", "b", "c", "d"] where !random.once(in: 5) { object[key] = instance(depth: 1) }
    return .object(object)
  }
}
