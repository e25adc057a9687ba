extension [SchemaKeyword] {
  /// The schemas that apply to a value while a condition holds, and the names of their keywords.
  var conditionalSchemas: [(keyword: String, schema: JSONSchema, condition: MemberCondition)] {
    var condition: JSONSchema?
    for case .if(let schema) in self { condition = schema }
    return flatMap { keyword -> [(keyword: String, schema: JSONSchema, condition: MemberCondition)] in
      switch (keyword, condition) {
      case (.then(let schema), let condition?): [(keyword.name, schema, .meets(condition))]
      case (.else(let schema), let condition?): [(keyword.name, schema, .violates(condition))]
      case (.dependentSchemas(let schemas), _):
        schemas.map { (keyword.name, $0.schema, .hasKey($0.name)) }
      default: []
      }
    }
  }
}
