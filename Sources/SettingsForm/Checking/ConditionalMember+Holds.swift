extension ConditionalMember {
  /// Whether one of the conditions holds for an object.
  ///
  /// - Parameter library: The definitions to which the schemas of the conditions refer.
  package func holds(for object: JSONObject, _ library: SchemaLibrary) -> Bool {
    conditions.contains { condition in
      switch condition {
      case .meets(let schema): object.meets(schema, library)
      case .violates(let schema): !object.meets(schema, library)
      case .hasKey(let key): object[key] != nil
      }
    }
  }
}

extension JSONObject {
  fileprivate func meets(_ schema: JSONSchema, _ library: SchemaLibrary) -> Bool {
    var checker = SchemaChecker.probe
    return checker.meets(JSONValue.object(self), CompiledSchema(schema, library))
  }
}
