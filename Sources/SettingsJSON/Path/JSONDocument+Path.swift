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

extension JSONDocument {
  /// A key that an object has more than once.
  package struct DuplicateKey: Hashable, Sendable {
    package let path: SettingPath
    /// The position of the first key.
    package let first: SourcePosition
    /// The position of the last key, whose value counts.
    package let last: SourcePosition
  }

  /// The keys that objects have more than once, in the order of the last ones; inside values that don't count, none.
  ///
  /// Cost: constant for a document without such keys, otherwise quadratic in the number of members of an object at worst.
  package var duplicateKeys: [DuplicateKey] {
    guard storage.duplicateKeys == .lastWins else { return [] }
    var found: [DuplicateKey] = []
    root.addDuplicateKeys(at: .root, to: &found)
    return found
  }
}

extension JSONNode {
  fileprivate func addDuplicateKeys(at path: SettingPath, to found: inout [JSONDocument.DuplicateKey]) {
    for (index, element) in elements.enumerated() where kind == .array {
      element.addDuplicateKeys(at: path.appending(index), to: &found)
    }
    guard kind == .object else { return }
    var firsts: [ExactText: JSONNode] = [:]
    for (key, value) in allMembers where firsts[ExactText(key)] == nil { firsts[ExactText(key)] = value }
    for (key, value) in members {
      let path = path.appending(key)
      if let first = firsts[ExactText(key)], first.entry != value.entry, let position = first.keyPosition,
        let last = value.keyPosition
      {
        found.append(JSONDocument.DuplicateKey(path: path, first: position, last: last))
      }
      value.addDuplicateKeys(at: path, to: &found)
    }
  }
}
