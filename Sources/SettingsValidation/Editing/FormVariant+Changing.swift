extension FormVariant {
  /// Returns a new value of this alternative that keeps what fits of another alternative's value: the value as the only element of a
  /// list, the first element of a list, or the members that are valid here, too.
  package func value(_ new: JSONValue, keeping old: JSONValue, of other: FormVariant) -> JSONValue {
    switch (kind.resolved, old) {
    case (.list(let element, _), _) where element.distance(to: old) == 0 && !old.isEmptyText:
      return .array([old])
    case (_, .array(let elements)) where mark == .kind:
      if let first = elements.first, kind.distance(to: first) == 0 { return first }
    default: break
    }
    guard let (keys, section) = members, let otherKeys = other.members?.keys else { return new }
    let library = SchemaLibrary()
    let kept = section.items.reduce(into: JSONObject()) { kept, item in
      guard let value = old.member(at: otherKeys + [item.key]) else { return }
      let checks =
        switch item {
        case .setting(let setting): setting.checks
        case .section(let section): section.schema
        }
      let problems = CompiledSchema(checks, library).problems(of: value)
      if !problems.contains(where: { $0.severity == .error }) { kept[item.key] = value }
    }
    return new.replacing(kept, inObjectAt: keys[...])
  }
}

extension JSONValue {
  fileprivate var isEmptyText: Bool { self == .string("") }

  /// Returns the value under the keys of nested objects.
  package func member(at keys: [String]) -> JSONValue? {
    keys.reduce(Optional(self)) { (value: JSONValue?, key: String) in value?.member(key) }
  }

  fileprivate func replacing(_ members: JSONObject, inObjectAt keys: ArraySlice<String>) -> JSONValue {
    guard case .object(var object) = self else { return self }
    if let key = keys.first {
      object[key] = object[key]?.replacing(members, inObjectAt: keys.dropFirst())
    } else {
      for member in members.members { object[member.key] = member.value }
    }
    return .object(object)
  }
}
