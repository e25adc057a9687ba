extension SchemaKeyword {
  /// The keyword's value as JSON; `nil` if there is nothing to write.
  package var json: JSONValue? {
    switch self {
    case .title(let text), .description(let text), .pattern(let text), .format(let text),
      .contentEncoding(let text):
      .string(text)
    case .defaultValue(let value), .const(let value), .other(_, let value): value
    case .readOnly(let value), .writeOnly(let value), .deprecated(let value), .uniqueItems(let value):
      .bool(value)
    case .setting(let setting): setting.isEmpty ? nil : .object(setting.json)
    case .valueDescriptions, .conditionalMembers: nil
    case .never: .object([:])
    case .type(let types): Self.json(types)
    case .enumeration(let values): .array(values)
    case .minimum(let number), .maximum(let number), .exclusiveMinimum(let number),
      .exclusiveMaximum(let number), .multipleOf(let number):
      .number(number)
    case .minLength(let count), .maxLength(let count), .minItems(let count), .maxItems(let count),
      .minContains(let count), .maxContains(let count), .minProperties(let count),
      .maxProperties(let count):
      .number(JSONNumber(count))
    case .prefixItems(let schemas), .allOf(let schemas), .anyOf(let schemas), .oneOf(let schemas):
      .array(schemas.map(\.json))
    case .reference(let name): .string(DefinitionReference.text(to: name))
    case .items(let schema), .contains(let schema), .additionalProperties(let schema),
      .unevaluatedItems(let schema), .unevaluatedProperties(let schema), .propertyNames(let schema),
      .not(let schema), .if(let schema), .then(let schema), .else(let schema):
      schema.json
    case .properties(let schemas), .patternProperties(let schemas), .dependentSchemas(let schemas):
      .object(
        JSONObject(distinct: schemas.map { JSONObject.Member(key: $0.name, value: $0.schema.json) }))
    case .required(let keys): .array(keys.map(JSONValue.string))
    case .dependentRequired(let dependencies):
      .object(
        JSONObject(
          distinct: dependencies.map {
            JSONObject.Member(key: $0.key, value: .array($0.required.map(JSONValue.string)))
          }))
    }
  }

  private static func json(_ types: [JSONType]) -> JSONValue {
    if types.count == 1, let only = types.first { return .string(only.rawValue) }
    return .array(types.map { .string($0.rawValue) })
  }
}
