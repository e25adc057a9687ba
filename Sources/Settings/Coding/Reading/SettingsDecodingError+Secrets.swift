import SettingsForm

extension SettingsDecodingError {
  /// The error without the reason if that would tell a secret.
  ///
  /// The reason may come from the app or from the standard library, which quote values: “invalid String value …”.
  func hidingSecrets(of document: JSONDocument, in index: FormIndex) -> SettingsDecodingError {
    let root = index.secrecy(at: .root)
    guard root.holdsSecrets else { return self }
    var told = SettingPath.root
    for key in path.keys {
      if index.secrecy(at: told).isWhole { break }
      told = told.appending(key)
    }
    let isTold =
      !index.secrecy(at: told).isWhole
      && !root.texts(in: document.root.value).contains { reason.contains($0) }
    return SettingsDecodingError(
      path: told, position: position, reason: isTold ? reason : "has a secret value that the app refuses.")
  }
}

extension Secrecy {
  /// The secrets in a value as they may stand in a message; none of them is empty.
  fileprivate func texts(in value: JSONValue) -> [String] {
    guard hidesPart(of: value) else { return [] }
    switch value {
    case .array(let elements):
      return elements.enumerated().flatMap { element($0.offset).texts(in: $0.element) }
    case .object(let object): return object.members.flatMap { member($0.key).texts(in: $0.value) }
    case .string(let text): return [text, String(String(reflecting: text).dropFirst().dropLast())]
    case .number: return [value.description]
    case .null, .bool: return []
    }
  }
}
