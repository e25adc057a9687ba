extension FormIndex {
  /// Returns the positions of the settings whose text differs between two documents, in form order. Equal values can have
  /// different text.
  ///
  /// A value at a former path belongs to the setting. Cost: a comparison of bytes; only sections that differ are searched.
  package func settings(differingBetween old: JSONDocument, and new: JSONDocument) -> [Int] {
    if form.rootSetting != nil { return JSONNode.haveSameText(old.root, new.root) ? [] : [0] }
    var differing: [Int] = []
    collect(differingBetween: old.root, and: new.root, section: 0, into: &differing)
    let moved = renamed.filter { position in
      settings[position].formerPaths.contains { !JSONNode.haveSameText(old.node(at: $0), new.node(at: $0)) }
    }
    return moved.isEmpty ? differing : Set(differing + moved).sorted()
  }

  private func collect(
    differingBetween old: JSONNode?, and new: JSONNode?, section position: Int, into differing: inout [Int]
  ) {
    guard !JSONNode.haveSameText(old, new) else { return }
    let keys = nodes[position].keys
    var pairs = [(old: JSONNode?, new: JSONNode?)](repeating: (nil, nil), count: keys.items.count)
    old?.forEachMember(of: keys.table) { place, _, value in if let place { pairs[place].old = value } }
    new?.forEachMember(of: keys.table) { place, _, value in if let place { pairs[place].new = value } }
    for (item, pair) in zip(keys.items, pairs) {
      switch item.target {
      case .section(let inner):
        collect(differingBetween: pair.old, and: pair.new, section: inner, into: &differing)
      case .setting(let setting):
        if !JSONNode.haveSameText(pair.old, pair.new) { differing.append(setting) }
      }
    }
  }
}

extension JSONNode {
  /// Whether two values have the same text, or both are missing.
  fileprivate static func haveSameText(_ left: JSONNode?, _ right: JSONNode?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    let (leftRange, rightRange) = (left.byteRange, right.byteRange)
    guard leftRange.count == rightRange.count else { return false }
    return left.storage.bytes.withUnsafeBufferPointer { leftBytes in
      right.storage.bytes.withUnsafeBufferPointer { rightBytes in
        JSONBytes.areEqual(
          leftBytes, at: leftRange.lowerBound, UnsafeBufferPointer(rebasing: rightBytes[rightRange]))
      }
    }
  }
}
