/// A JSON Schema of any draft with the documents that it refers to, as one schema of 2020-12.
struct SchemaBundle {
  var source: SourceSchema
  /// The parts that can't be used, in the order in which they were found.
  var warnings: [FormSchemaError] = []
  /// The places of the definitions, by name.
  var origins: [String: SchemaPlace] = [:]
  /// The places of the schemas with a keyword that can't be used.
  var faultyPlaces: Set<SchemaPlace> = []
}
