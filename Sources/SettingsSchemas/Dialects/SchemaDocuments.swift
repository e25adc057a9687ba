/// The documents that references of a schema can lead to.
///
/// Nothing is fetched from a network: an address that isn't local has no document.
package struct SchemaDocuments: Sendable {
  private let find: @Sendable (_ address: String) -> [UInt8]?

  /// Creates documents that are found by their address, without a fragment.
  package init(_ find: @escaping @Sendable (_ address: String) -> [UInt8]?) {
    self.find = find
  }

  /// No documents.
  package static let none = SchemaDocuments { _ in nil }

  /// Returns the document at an address, or the metaschema with this address; `nil` if neither exists.
  func document(at address: String) -> JSONValue? {
    if let bytes = find(address), let document = try? JSONDocument(parsing: bytes) {
      return document.root.value
    }
    guard let dialect = SchemaDialect(address: address), address.hasSuffix("/schema") else { return nil }
    return dialect.metaschema
  }
}
