extension FormSetting {
  /// Returns what tells an element of a list apart from the others for people: its `name`, `title`, `label`, `id` or `key`, or else its
  /// first text that isn't secret; `nil` for an element that isn't an object, or that has none of these.
  ///
  /// Unlike an ``ElementIdentity``, it identifies nothing, so elements can have the same name. It is cut to 40
  /// characters.
  package func nameOfElement(_ value: JSONValue) -> String? {
    guard case .object(var object) = value else { return nil }
    // A server can have its password before its host, and is called by the host.
    var key = object.namingKey
    while let secret = key, part(secret, of: value).holdsSecrets {
      object[secret] = nil
      key = object.namingKey
    }
    guard let name = key.flatMap({ object[$0] }) else { return nil }
    let text = name.plainText
    return text.count > Self.longestName ? text.prefix(Self.longestName) + "…" : text
  }

  /// The number of characters of a name that a row has space for.
  private static let longestName = 40
}

extension JSONObject {
  /// The key of the member that people would call the object by; `nil` if it has none. A name has text on one line, or
  /// a number. A UUID names an object only if it has nothing else.
  package var namingKey: String? {
    let isName = { (value: JSONValue?) -> Bool in
      switch value {
      case .string(let text)?: !text.isEmpty && !text.contains(where: \.isNewline)
      case .number?: true
      default: false
      }
    }
    let usual = ["name", "title", "label", "id", "key", "uuid", "guid"].lazy
      .compactMap { name in self.members.first { $0.key.lowercased() == name && isName($0.value) }?.key }
    if let key = usual.first(where: { !["uuid", "guid"].contains($0.lowercased()) }) { return key }
    let text = members.first {
      if case .string(let text) = $0.value { !text.isEmpty && $0.key.lowercased() != "guid" } else { false }
    }
    return text?.key ?? usual.first
  }
}
