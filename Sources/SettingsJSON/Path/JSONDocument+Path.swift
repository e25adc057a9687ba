extension JSONDocument {
  /// Returns the value at a path; `nil` if the path leads nowhere.
  ///
  /// Cost: constant for each key, and one step for each element before the requested one.
  package func node(at path: SettingPath) -> JSONNode? {
    var node = root
    for key in path.keys {
      let child = node.kind == .array ? SettingPath.elementIndex(key).flatMap { node[$0] } : node[key]
      guard let child else { return nil }
      node = child
    }
    return node
  }
}

extension SettingPath {
  /// Returns the index of the array element that a key of a path names: digits without leading zeros; `nil` if it names none.
  package static func elementIndex(_ key: String) -> Int? {
    guard key.utf8.allSatisfy(\.isASCIIDigit), !key.hasPrefix("0") || key == "0" else { return nil }
    return Int(key)
  }
}
