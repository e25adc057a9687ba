/// The defaults of groups that the defaults of the root don't contain, such as the elements of a list. Each type's defaults
/// are encoded once per decoding.
final class GroupDefaults {
  /// Whether the document has to have all keys, so that no default is needed.
  let areUnneeded: Bool
  /// Whether a key had neither a value nor a default. A type's own decoding may handle that without an error, so it is noted here.
  var haveBeenMissed = false
  private var documents: [ObjectIdentifier: JSONDocument] = [:]

  init(areUnneeded: Bool = false) {
    self.areUnneeded = areUnneeded
  }

  /// Returns the encoded defaults of a group.
  func document(of group: any SettingsGroup.Type) throws -> JSONDocument {
    if let known = documents[ObjectIdentifier(group)] { return known }
    let json = try SettingsEncoder().encode(group.init())
    let document = try JSONDocument(parsing: json.bytes())
    documents[ObjectIdentifier(group)] = document
    return document
  }
}
