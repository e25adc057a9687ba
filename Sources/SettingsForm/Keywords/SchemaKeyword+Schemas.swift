extension SchemaKeyword {
  /// All schemas directly inside the keyword.
  package var schemas: [JSONSchema] {
    switch self {
    case .properties(let schemas), .patternProperties(let schemas): schemas.map(\.schema)
    case .prefixItems(let schemas): schemas
    case .items(let schema), .unevaluatedItems(let schema), .contains(let schema),
      .additionalProperties(let schema), .unevaluatedProperties(let schema), .propertyNames(let schema):
      [schema]
    default: schemasInPlace
    }
  }

  /// The schemas of the keyword that describe the same value as the schema around them, a negated one included.
  package var schemasInPlace: [JSONSchema] {
    switch self {
    case .allOf(let schemas), .anyOf(let schemas), .oneOf(let schemas): schemas
    case .not(let schema), .if(let schema), .then(let schema), .else(let schema): [schema]
    case .dependentSchemas(let schemas): schemas.map(\.schema)
    default: []
    }
  }

  /// The keyword with each of these schemas replaced.
  package func mappingInPlace(_ transform: (JSONSchema) -> JSONSchema) -> SchemaKeyword {
    switch self {
    case .allOf(let schemas): .allOf(schemas.map(transform))
    case .anyOf(let schemas): .anyOf(schemas.map(transform))
    case .oneOf(let schemas): .oneOf(schemas.map(transform))
    case .not(let schema): .not(transform(schema))
    case .if(let schema): .if(transform(schema))
    case .then(let schema): .then(transform(schema))
    case .else(let schema): .else(transform(schema))
    case .dependentSchemas(let schemas):
      .dependentSchemas(schemas.map { Named(name: $0.name, schema: transform($0.schema)) })
    default: self
    }
  }
}
