extension CompiledSchema.Check {
  /// Compiles a schema with `unevaluatedProperties` or `unevaluatedItems`; returns `nil` for a schema without them.
  ///
  /// Both keywords (JSON Schema Core, section 11) depend on which members and elements the other keywords evaluate, also through
  /// references and alternatives that the value meets. So the other keywords become a schema of their own, which is checked first.
  init?(unevaluatedIn schema: JSONSchema, _ context: SchemaContext) {
    var others = JSONSchema(keywords: [])
    var properties: JSONSchema?
    var items: JSONSchema?
    for keyword in schema.keywords {
      switch keyword {
      case .unevaluatedProperties(let schema): properties = schema
      case .unevaluatedItems(let schema): items = schema
      default: others.keywords.append(keyword)
      }
    }
    guard properties != nil || items != nil else { return nil }
    self = .unevaluated(
      after: CompiledSchema(others, context),
      properties: properties.map { CompiledSchema($0, context) },
      items: items.map { CompiledSchema($0, context) })
  }
}
