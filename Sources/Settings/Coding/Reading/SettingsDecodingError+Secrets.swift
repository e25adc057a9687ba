import SettingsForm

extension SettingsDecodingError {
  /// Removes the reason if it contains a secret.
  ///
  /// The reason may come from the app or from the standard library, which quote values: “invalid String value …”.
  func hidingSecrets(of document: JSONDocument, in index: FormIndex) -> SettingsDecodingError {
    let root = index.secrecy(at: .root)
    guard root.holdsSecrets else { return self }
    var shown = SettingPath.root
    for key in path.keys {
      if index.secrecy(at: shown).isWhole { break }
      shown = shown.appending(key)
    }
    let isSafe =
      !index.secrecy(at: shown).isWhole
      && !root.secrets(in: document.root.value).contains { reason.contains($0) }
    return SettingsDecodingError(
      path: shown, position: position, reason: isSafe ? reason : "has a secret value that the app refuses.",
      storedPath: shown == path ? storedPath : nil)
  }
}

extension Secrecy {
  /// Returns the secrets in a value, each in the forms in which a message may contain it. Empty strings are left out.
  fileprivate func secrets(in value: JSONValue) -> [String] {
    guard hidesPart(of: value) else { return [] }
    switch value {
    case .array(let elements):
      return elements.enumerated().flatMap { element($0.offset).secrets(in: $0.element) }
    case .object(let object): return object.members.flatMap { member($0.key).secrets(in: $0.value) }
    case .string(let text): return [text, String(String(reflecting: text).dropFirst().dropLast())]
    case .number: return [value.description]
    case .null, .bool: return []
    }
  }
}
