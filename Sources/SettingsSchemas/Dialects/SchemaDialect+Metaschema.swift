/// The schemas that schemas themselves are checked by. Schemas that contain other schemas refer to them.
extension SchemaDialect {
  /// The schema of the dialect's schemas.
  var metaschema: JSONValue {
    var schema = JSONObject()
    schema["$schema"] = .string(address + (self < .draft2019 ? "#" : ""))
    schema[self == .draft4 ? "id" : "$id"] = schema["$schema"]
    if self == .draft2019 { schema["$recursiveAnchor"] = true }
    if self == .draft2020 { schema["$dynamicAnchor"] = "meta" }
    schema["type"] = self == .draft4 ? "object" : ["object", "boolean"]
    var properties = JSONObject()
    for (keywords, first, last, form) in Self.keywords where first <= self && self <= last {
      for keyword in keywords.split(separator: " ") { properties[String(keyword)] = json(form) }
    }
    schema["properties"] = .object(properties)
    if self == .draft4 {
      schema["dependencies"] = ["exclusiveMaximum": ["maximum"], "exclusiveMinimum": ["minimum"]]
    }
    return .object(schema)
  }

  /// The form of a keyword's value.
  private enum Form {
    case any, boolean, string, number, positive, count, strings, types, schema, schemas, schemaOrSchemas
    case table, stringsTable, dependencies, list
  }

  private static let keywords: [(String, from: SchemaDialect, to: SchemaDialect, Form)] = [
    ("$ref $schema title description format pattern", .draft4, .draft2020, .string),
    ("id", .draft4, .draft4, .string),
    ("$id", .draft6, .draft2020, .string),
    ("$comment contentMediaType contentEncoding", .draft7, .draft2020, .string),
    ("$anchor", .draft2019, .draft2020, .string),
    ("$recursiveRef", .draft2019, .draft2019, .string),
    ("$recursiveAnchor", .draft2019, .draft2019, .boolean),
    ("$dynamicRef $dynamicAnchor", .draft2020, .draft2020, .string),
    ("default", .draft4, .draft2020, .any),
    ("const", .draft6, .draft2020, .any),
    ("uniqueItems", .draft4, .draft2020, .boolean),
    ("readOnly writeOnly", .draft7, .draft2020, .boolean),
    ("deprecated", .draft2019, .draft2020, .boolean),
    ("minimum maximum", .draft4, .draft2020, .number),
    ("exclusiveMinimum exclusiveMaximum", .draft4, .draft4, .boolean),
    ("exclusiveMinimum exclusiveMaximum", .draft6, .draft2020, .number),
    ("multipleOf", .draft4, .draft2020, .positive),
    (
      "minLength maxLength minItems maxItems minProperties maxProperties", .draft4, .draft2020, .count
    ),
    ("minContains maxContains", .draft2019, .draft2020, .count),
    ("required", .draft4, .draft2020, .strings),
    ("type", .draft4, .draft2020, .types),
    ("enum examples", .draft4, .draft2020, .list),
    ("additionalItems", .draft4, .draft2019, .schema),
    ("additionalProperties not", .draft4, .draft2020, .schema),
    ("contains propertyNames", .draft6, .draft2020, .schema),
    ("if then else", .draft7, .draft2020, .schema),
    ("unevaluatedItems unevaluatedProperties contentSchema", .draft2019, .draft2020, .schema),
    ("items", .draft4, .draft2019, .schemaOrSchemas),
    ("items", .draft2020, .draft2020, .schema),
    ("prefixItems", .draft2020, .draft2020, .schemas),
    ("allOf anyOf oneOf", .draft4, .draft2020, .schemas),
    ("definitions properties patternProperties", .draft4, .draft2020, .table),
    ("$defs dependentSchemas", .draft2019, .draft2020, .table),
    ("dependencies", .draft4, .draft2020, .dependencies),
    ("dependentRequired", .draft2019, .draft2020, .stringsTable),
  ]

  private func json(_ form: Form) -> JSONValue {
    switch form {
    case .any: [:]
    case .boolean: ["type": "boolean"]
    case .string: ["type": "string"]
    case .number: ["type": "number"]
    case .positive where self == .draft4: ["type": "number", "minimum": 0, "exclusiveMinimum": true]
    case .positive: ["type": "number", "exclusiveMinimum": 0]
    case .count: ["type": "integer", "minimum": 0]
    case .strings where self == .draft4:
      ["type": "array", "items": ["type": "string"], "uniqueItems": true, "minItems": 1]
    case .strings: ["type": "array", "items": ["type": "string"], "uniqueItems": true]
    case .types:
      ["anyOf": [type, ["type": "array", "items": type, "uniqueItems": true, "minItems": 1]]]
    case .schema:
      switch self {
      case .draft4: ["anyOf": [["type": "boolean"], ["$ref": "#"]]]
      case .draft6, .draft7: ["$ref": "#"]
      case .draft2019: ["$recursiveRef": "#"]
      case .draft2020: ["$dynamicRef": "#meta"]
      }
    case .schemas: ["type": "array", "items": json(.schema), "minItems": 1]
    case .schemaOrSchemas: ["anyOf": [json(.schema), json(.schemas)]]
    case .table: ["type": "object", "additionalProperties": json(.schema)]
    case .stringsTable: ["type": "object", "additionalProperties": json(.strings)]
    case .dependencies:
      ["type": "object", "additionalProperties": ["anyOf": [json(.schema), json(.strings)]]]
    case .list: ["type": "array"]
    }
  }

  private var type: JSONValue { ["enum": .array(JSONType.allCases.map { .string($0.rawValue) })] }
}
