extension FormVariant {
  /// Returns a new value of this alternative that keeps the members of another alternative's value that are valid here, too.
  package func value(_ new: JSONValue, keeping old: JSONValue, of other: FormVariant) -> JSONValue {
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
