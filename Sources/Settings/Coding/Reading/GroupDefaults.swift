/// The defaults of groups that the defaults of the root know nothing of, such as the elements of a list: each type's
/// are encoded once for all values that a decoding meets.
final class GroupDefaults {
  private var documents: [ObjectIdentifier: JSONDocument] = [:]

  /// The encoded defaults of a group.
  func document(of group: any SettingsGroup.Type) throws -> JSONDocument {
    if let known = documents[ObjectIdentifier(group)] { return known }
    let json = try SettingsEncoder().encode(group.init())
    let document = try JSONDocument(parsing: Array(json.description.utf8))
    documents[ObjectIdentifier(group)] = document
    return document
  }
}
