/// A JSON Schema of any draft as a schema of 2020-12: what values are checked by if a form was read from such a schema.
package struct SourceSchema: Hashable, Sendable {
  /// The outermost schema.
  package var root: JSONSchema
  /// The schemas that references lead to, by name. They can refer to each other.
  package var definitions: [String: JSONSchema] = [:]

  package init(root: JSONSchema) {
    self.root = root
  }

  /// The definitions as JSON, sorted by name.
  var definitionsObject: JSONObject {
    let sorted = definitions.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return JSONObject(distinct: sorted.map { JSONObject.Member(key: $0.key, value: $0.value.json) })
  }
}
