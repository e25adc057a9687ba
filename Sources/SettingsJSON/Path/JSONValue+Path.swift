extension JSONValue {
  /// Returns the member of an object or the element of an array that a key of a path names; `nil` if the value has no such part.
  package func part(_ key: String) -> JSONValue? {
    switch self {
    case .object(let object): object[key]
    case .array(let elements):
      SettingPath.elementIndex(key).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
    case .null, .bool, .number, .string: nil
    }
  }

  /// Returns the value at a path; `nil` if the path leads nowhere.
  package func value(at path: SettingPath) -> JSONValue? {
    path.keys.reduce(self) { $0?.part($1) }
  }
}
