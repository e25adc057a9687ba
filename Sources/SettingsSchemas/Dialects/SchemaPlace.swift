/// The place of a schema: a document by its number, and the keys that lead to the schema.
struct SchemaPlace: Hashable {
  /// The document that the reading started with.
  static let first = 0

  var document: Int
  var keys: [String]
}
