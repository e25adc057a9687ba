/// The member that identifies the objects of a list.
///
/// It is the first of the members `id`, `uuid`, `key` and `name`, or else the first string of the form, or of the first object if the form
/// doesn't describe the members. It identifies the objects only if each has it, as a string or a number, no two objects of one list have
/// the same value, and it isn't secret. There is no second attempt with another member: members that happen to be distinct identify
/// nothing.
package struct ElementIdentity: Sendable {
  let key: String

  /// Finds the identity of objects; `nil` if a value isn't an object, or has no such member.
  ///
  /// - Parameter element: The form's description of the objects.
  init?(of values: [JSONValue], _ element: FormSetting) {
    guard case .object(let first)? = values.first else { return nil }
    let keys = element.keys(of: first)
    let usual = ["id", "uuid", "key", "name"].lazy.compactMap { name in keys.first { $0.lowercased() == name }
    }
    guard let key = usual.first ?? element.firstText(of: first) else { return nil }
    guard !element.part(key, of: .object(first)).holdsSecrets else { return nil }
    self.key = key
    guard values.allSatisfy({ value(of: $0) != nil }) else { return nil }
  }

  /// Returns the identity of an object.
  func value(of object: JSONValue) -> JSONValue? {
    switch object.member(key) {
    case .string(let text)?: .string(text)
    case .number(let number)?: .number(number)
    default: nil
    }
  }

  /// Returns the identity of an object as text.
  func text(of object: JSONValue) -> String? {
    value(of: object)?.plainText
  }

  /// Returns whether no two objects of a list have the same identity.
  fileprivate func isUnique(in list: [JSONValue]) -> Bool {
    Set(list.compactMap(value)).count == list.count
  }

  /// Returns whether no two objects of the same list have the same identity.
  func isUnique(in old: [JSONValue], _ new: [JSONValue]) -> Bool {
    isUnique(in: old) && isUnique(in: new)
  }
}

extension FormSetting {
  /// Returns what tells an element of a list apart from the others for people: its `name`, `title`, `label`, `id` or `key`, or else its
  /// first text; `nil` for an element that isn't an object, or whose name is secret.
  ///
  /// Unlike an ``ElementIdentity``, it identifies nothing, so elements may have the same name.
  package func nameOfElement(_ value: JSONValue) -> String? {
    guard case .object(let object) = value, let key = object.namingKey,
      !part(key, of: value).holdsSecrets, let name = object[key]
    else { return nil }
    let text = name.plainText
    return text.count > Self.longestName ? text.prefix(Self.longestName) + "…" : text
  }

  private static let longestName = 40
}

extension JSONObject {
  /// The key of the member that people would call the object by.
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

extension FormSetting {
  /// Returns the keys of the members that the form describes, or else those of an object.
  fileprivate func keys(of object: JSONObject) -> [String] {
    if case .object(let section) = kind, !section.items.isEmpty { return section.items.map(\.key) }
    return object.members.map(\.key)
  }

  /// Returns the key of the first string.
  fileprivate func firstText(of object: JSONObject) -> String? {
    if case .object(let section) = kind, !section.items.isEmpty {
      return section.items.lazy.compactMap { item -> String? in
        guard case .setting(let setting) = item, case .string = setting.kind else { return nil }
        return setting.key
      }.first
    }
    return object.members.first { if case .string = $0.value { true } else { false } }?.key
  }
}
