/// Reads the bytes of an input as decisions, so that each input is a well-formed form with a document. A mutation of a byte changes one
/// decision; libFuzzer finds by coverage which decisions matter.
struct FormGrammar {
  private var bytes: ArraySlice<UInt8>
  private var depth = 0
  /// The number of values that may still be made.
  private var budget = 400
  private var hasRepeated = false

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  private mutating func byte() -> Int { Int(bytes.popFirst() ?? 0) }

  private mutating func below(_ count: Int) -> Int { byte() % count }

  private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  private mutating func some<Element>(_ count: Int, _ make: (inout FormGrammar) -> Element) -> [Element] {
    (0..<below(count + 1)).map { _ in make(&self) }
  }

  /// Returns a list that repeats one value up to a thousand times. It is the only such list of the form or document: lists of lists would
  /// grow beyond every limit.
  private mutating func repeating(_ make: (inout FormGrammar) -> JSONValue) -> [JSONValue] {
    guard !hasRepeated else { return [make(&self)] }
    hasRepeated = true
    return Array(repeating: make(&self), count: byte() * 4)
  }

  private static let names = [
    "a", "b", "c", "key", "x-y", "", "$schema", "é", "a.b", "0", "-", "~1", "longer name",
  ]
  private static let patterns = [
    "^a", "b$", "", ".*", "^(a|b)+$", "(a*)*b", "[a-z]{1,20}", "\\p{L}", "(?=a)b", "(?<!a)b", "^key[0-9]+$",
    "(a?){30}a{30}",
    "[", "\\1", "^$", "\\w+\\b", "a{0,999}", "x",
  ]
  private static let numbers = [
    "0", "1", "-1", "2", "10", "0.1", "1e400", "-0", "1e-400", "9223372036854775807", "18446744073709551616",
    "1.5", "1e1000000000000",
    "123456789012345678901234567890", "0.30000000000000004", "1e2", "3",
  ]
  private static let types = ["string", "integer", "number", "boolean", "null", "array", "object"]
  private static let formats = [
    "date", "time", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "uri", "uri-reference",
    "uuid", "json-pointer",
    "regex", "idn-hostname", "iri",
  ]
  private static let paths = [
    "a", "b", "c", "a.b", "key", "a.a", "b.c", "0", "\"a.b\"", "$context.x", "", "x",
  ]
  private static let operators = [
    "var", "==", "===", "!=", "!==", "<", "<=", ">", ">=", "+", "-", "*", "/", "min", "max", "and", "or", "!",
    "in", "if", "?:",
    "matches", "count", "isEmpty", "??", "literal", "other",
  ]

  mutating func name() -> String { pick(Self.names) }

  mutating func number() -> JSONValue {
    switch below(4) {
    case 0: .number(JSONNumber(byte()))
    case 1: JSONNumber(String(repeating: "7", count: 1 + byte() * 16)).map(JSONValue.number) ?? 1
    default: JSONNumber(pick(Self.numbers)).map(JSONValue.number) ?? 0
    }
  }

  mutating func text() -> String {
    switch below(4) {
    case 0: name()
    case 1: String(repeating: pick(["a", "b", "é", "\u{202e}", "\n", "aab", "0"]), count: byte())
    case 2:
      pick([
        "2024-02-29", "PT1H", "P1Y", "23:59:60Z", "2024-01-01T00:00:00Z", "a@b.c", "::1", "http://a/b",
        "/a/~1",
      ])
    default: String(decoding: (0..<below(8)).map { _ in UInt8(byte()) }, as: UTF8.self)
    }
  }

  /// A value of any type.
  mutating func value() -> JSONValue {
    depth += 1
    budget -= 1
    defer { depth -= 1 }
    switch below(depth > 6 || budget < 0 ? 5 : 8) {
    case 0: return .null
    case 1: return .bool(below(2) == 0)
    case 2: return number()
    case 3, 4: return .string(text())
    case 5: return .array(some(4) { $0.value() })
    case 6: return .array(repeating { $0.value() })
    default: return object(some(4) { ($0.name(), $0.value()) })
    }
  }

  private func object(_ members: [(String, JSONValue)]) -> JSONValue {
    var object = JSONObject()
    for (key, value) in members { object[key] = value }
    return .object(object)
  }

  private mutating func schemas() -> JSONValue { .array(some(4) { $0.schema() }) }

  private mutating func named(_ name: (inout FormGrammar) -> String) -> JSONValue {
    object(some(4) { (name(&$0), $0.schema()) })
  }

  mutating func schema() -> JSONValue {
    depth += 1
    budget -= 1
    defer { depth -= 1 }
    guard depth < 8, budget > 0 else { return .bool(true) }
    var members: [(String, JSONValue)] = []
    for _ in 0...below(5) { members.append(keyword()) }
    return object(members)
  }

  private mutating func keyword() -> (String, JSONValue) {
    switch below(40) {
    case 0, 1: ("type", .string(pick(Self.types)))
    case 2: ("type", .array(some(3) { .string($0.pick(Self.types)) }))
    case 3, 4, 5: ("properties", named { $0.name() })
    case 6: ("patternProperties", named { $0.pick(Self.patterns) })
    case 7: ("additionalProperties", schema())
    case 8: ("items", schema())
    case 9: ("prefixItems", schemas())
    case 10: ("contains", schema())
    case 11: ("allOf", schemas())
    case 12: ("anyOf", schemas())
    case 13: ("oneOf", schemas())
    case 14: ("not", schema())
    case 15: ("if", schema())
    case 16: ("then", schema())
    case 17: ("else", schema())
    case 18:
      (
        "$ref",
        .string(
          pick(["#/$defs/a", "#/$defs/b", "#", "#/properties/a", "#x", "other.json", "#/$defs/key/items"]))
      )
    case 19: ("enum", .array(some(60) { $0.value() }))
    case 20: ("const", value())
    case 21: (pick(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]), number())
    case 22:
      (
        pick([
          "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains",
        ]), number()
      )
    case 23: ("pattern", .string(pick(Self.patterns)))
    case 24: ("format", .string(pick(Self.formats)))
    case 25: ("default", value())
    case 26: (pick(["readOnly", "writeOnly", "deprecated", "uniqueItems"]), .bool(below(4) != 0))
    case 27: (pick(["title", "description", "markdownDescription", "errorMessage"]), .string(text()))
    case 28: ("required", .array(some(3) { .string($0.name()) }))
    case 29: ("dependentSchemas", named { $0.name() })
    case 30: ("propertyNames", schema())
    case 31: (pick(["unevaluatedProperties", "unevaluatedItems"]), schema())
    case 32: ("$defs", object([("a", schema()), ("b", schema()), ("key", schema())]))
    case 33: ("x-setting", object([(pick(["step", "unit", "was", "flags", "order", "advanced"]), value())]))
    case 34: ("$id", .string(pick(["a", "http://x/y", "#", "other.json"])))
    case 35: (pick(["$anchor", "$dynamicAnchor"]), .string("x"))
    case 36:
      ("oneOf", .array(some(60) { $0.object([("const", $0.value()), ("title", .string($0.text()))]) }))
    case 37: ("dependencies", named { $0.name() })
    case 38: ("examples", .array(some(3) { $0.value() }))
    default: (pick(["definitions", "additionalItems", "id", "nullable", "unknown"]), value())
    }
  }

  private mutating func expression() -> JSONValue {
    depth += 1
    budget -= 1
    defer { depth -= 1 }
    guard depth < 40, budget > 0 else { return number() }
    switch below(6) {
    case 0: return value()
    case 1: return ["var": .string(pick(Self.paths))]
    case 2: return object([(pick(Self.operators), .array(repeating { $0.expression() }))])
    default: return object([(pick(Self.operators), .array(some(3) { $0.expression() }))])
    }
  }

  private mutating func rule() -> JSONValue {
    var members: [(String, JSONValue)] = []
    if below(2) == 0 { members.append(("when", expression())) }
    switch below(5) {
    case 0: members.append(("hide", [.string(pick(Self.paths))]))
    case 1: members += [("set", .string(pick(Self.paths))), ("to", expression())]
    case 2: members.append((pick(["disable", "readOnly"]), [.string(pick(Self.paths))]))
    default: members.append(("require", expression()))
    }
    if below(8) == 0 {
      members.append((pick(["message", "group", "source", "severity", "priority"]), value()))
    }
    return object(members)
  }

  /// A form: of this library, or any schema.
  mutating func form() -> JSONValue {
    guard case .object(var root) = schema() else { return .bool(true) }
    root["$schema"] = .string(
      pick([
        "https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema#",
        "http://json-schema.org/draft-04/schema#", "https://json-schema.org/draft/2019-09/schema",
      ]))
    if below(2) == 0 { root["x-rules"] = .array(some(4) { $0.rule() }) }
    budget = 400
    return .object(root)
  }
}
