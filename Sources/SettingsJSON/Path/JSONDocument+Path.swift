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
