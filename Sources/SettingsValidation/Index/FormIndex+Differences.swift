extension FormIndex {
  /// Returns the positions of the settings whose text differs between two documents, in form order. Equal values can
  /// have different text.
  ///
  /// It answers "what could have changed?" after another program has stored the file, in the time that it takes to
  /// compare the bytes. A difference in white space or comments inside a value counts, since whoever needs the values
  /// compares them afterward.
  ///
  /// For `{"a": 1, "b": {"c": 2}}` and `{"a": 1.0, "b": {"c": 2}}`, it is the position of `a`, although its value is
  /// the same.
  ///
  /// Cost: a comparison of bytes; only sections that differ are searched.
  package func settings(differingBetween old: JSONDocument, and new: JSONDocument) -> [Int] {
    if form.rootSetting != nil { return JSONNode.haveSameText(old.root, new.root) ? [] : [0] }
    var differing: [Int] = []
    collect(differingBetween: old.root, and: new.root, section: 0, into: &differing)
    return differing
  }

  /// Adds the settings of a section that differ. A section that only one document has differs in each setting that it
  /// sets.
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
      case .section where item.comesWhole(pair): break
      case .section(let inner):
        collect(differingBetween: pair.old, and: pair.new, section: inner, into: &differing)
      case .setting(let setting):
        if !JSONNode.haveSameText(pair.old, pair.new) { differing.append(setting) }
      }
    }
  }
}

// MARK: - Members that the form doesn't describe

extension FormIndex {
  /// A value that no setting of the form describes, in two documents: the value of an unknown key, or a value in place
  /// of a section. Without these, a change of the file that no setting shows would go unmentioned in a review.
  package struct OtherDifference {
    package let path: SettingPath
    /// The secrecy of the value. Its key is never secret.
    package let secrecy: Secrecy
    /// The value in the old document; `nil` if it doesn't have one.
    package let old: JSONNode?
    /// The value in the new document; `nil` if it doesn't have one.
    package let new: JSONNode?
  }

  /// Returns the values that no setting describes and that differ between two documents, section by section, in the
  /// order of the old document; values that only the new one has come last.
  ///
  /// Objects that both documents have are compared member by member, so each difference has the longest path. Keys that
  /// can be secret have no difference of their own: the path of the secret value around them stands for them.
  ///
  /// For `{"x": {"y": 1, "z": 2}}` and `{"x": {"y": 3, "z": 2}}`, where the form has no `x`, the only difference is at
  /// `x.y`.
  ///
  /// Cost: a comparison of bytes; only sections that differ are searched.
  package func othersDiffering(between old: JSONDocument, and new: JSONDocument) -> [OtherDifference] {
    guard form.rootSetting == nil else { return [] }
    var differing: [OtherDifference] = []
    var misspelled = MisspelledSecrets()
    collectOthers(
      differingBetween: old.root, and: new.root, section: 0, misspelled: &misspelled, into: &differing)
    return differing
  }

  /// Adds the differences in a section. If one of the documents has no object there, the whole value is the difference.
  private func collectOthers(
    differingBetween old: JSONNode?, and new: JSONNode?, section position: Int,
    misspelled: inout MisspelledSecrets, into differing: inout [OtherDifference]
  ) {
    guard !JSONNode.haveSameText(old, new) else { return }
    let path = nodes[position].path
    func addWhole() {
      differing.append(
        OtherDifference(path: path, secrecy: self.secrecy(ofSection: position), old: old, new: new))
    }
    // A string in place of a section has no members to compare.
    guard [old, new].allSatisfy({ $0.map { $0.kind == .object } ?? true }) else { return addWhole() }
    let keys = nodes[position].keys
    var pairs = [(old: JSONNode?, new: JSONNode?)](repeating: (nil, nil), count: keys.items.count)
    var others = MemberPairs()
    old?.forEachMember(of: keys.table) { place, key, value in
      if let place { pairs[place].old = value } else { others.addOld(value, key: key.text) }
    }
    new?.forEachMember(of: keys.table) { place, key, value in
      if let place { pairs[place].new = value } else { others.addNew(value, key: key.text) }
    }
    for (item, pair) in zip(keys.items, pairs) {
      guard case .section(let inner) = item.target else { continue }
      if item.comesWhole(pair) {
        let section = nodes[inner]
        differing.append(
          OtherDifference(
            path: section.path, secrecy: secrecy(ofSection: inner), old: pair.old, new: pair.new))
        continue
      }
      collectOthers(
        differingBetween: pair.old, and: pair.new, section: inner, misspelled: &misspelled, into: &differing)
    }
    let secrecy = nodes[position].secrecy
    // Inside a secret section, not even the key of what differs is told.
    if secrecy.hides(.object) {
      if others.all.contains(where: { !JSONNode.haveSameText($0.old, $0.new) }) { addWhole() }
      return
    }
    for pair in others.all {
      collectOther(
        pair, at: path.appending(pair.key), inherited: secrecy.member(pair.key), misspelled: &misspelled,
        into: &differing)
    }
  }

  /// Adds the differences in a member that no setting describes. Text that differs only in its spelling, such as `1`
  /// and `1.0`, is no difference here.
  private func collectOther(
    _ pair: MemberPairs.Pair, at path: SettingPath, inherited: Secrecy,
    misspelled: inout MisspelledSecrets, into differing: inout [OtherDifference]
  ) {
    guard !JSONNode.haveSameText(pair.old, pair.new) else { return }
    let secrecy =
      formerSecrecy(at: path) ?? misspelled.secrecy(at: path, inherited: inherited, in: self)
    let areObjects = [pair.old, pair.new].allSatisfy { $0?.kind == .object }
    if areObjects, !secrecy.hides(.object) {
      var members = MemberPairs()
      pair.old?.forEachMember { key, value in members.addOld(value, key: key.text) }
      pair.new?.forEachMember { key, value in members.addNew(value, key: key.text) }
      for member in members.all {
        collectOther(
          member, at: path.appending(member.key), inherited: secrecy.member(member.key),
          misspelled: &misspelled, into: &differing)
      }
      // Only now are the values decoded, because their text differs.
    } else if pair.old?.value != pair.new?.value {
      differing.append(OtherDifference(path: path, secrecy: secrecy, old: pair.old, new: pair.new))
    }
  }
}

extension SectionKeys.Item {
  /// Whether only one document has a section that no form describes. It comes or goes as a whole then, as when a person removes it, whether
  /// or not its members are listed.
  fileprivate func comesWhole(_ pair: (old: JSONNode?, new: JSONNode?)) -> Bool {
    isUndescribed && (pair.old == nil) != (pair.new == nil)
  }
}

/// The members of two objects, by their keys: the members of the first object in its order, then the members that only
/// the second has.
private struct MemberPairs {
  struct Pair {
    let key: String
    var old: JSONNode?
    var new: JSONNode?
  }

  /// The pairs in the order in which their keys were first seen.
  private(set) var all: [Pair] = []
  private var places: [ExactText: Int] = [:]

  /// Adds a member of the old document; the pair is made if the key is new.
  mutating func addOld(_ node: JSONNode, key: String) { all[place(of: key)].old = node }
  mutating func addNew(_ node: JSONNode, key: String) { all[place(of: key)].new = node }

  private mutating func place(of key: String) -> Int {
    if let place = places[ExactText(key)] { return place }
    places[ExactText(key)] = all.count
    all.append(Pair(key: key))
    return all.count - 1
  }
}

extension JSONNode {
  /// Whether two values have the same text, or both are missing. Numbers of entries can't be compared, because they
  /// come from two indexes; bytes can.
  fileprivate static func haveSameText(_ left: JSONNode?, _ right: JSONNode?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    let (leftRange, rightRange) = (left.byteRange, right.byteRange)
    guard leftRange.count == rightRange.count else { return false }
    return left.storage.bytes.withUnsafeBufferPointer { leftBytes in
      right.storage.bytes.withUnsafeBufferPointer { rightBytes in
        JSONBytes.areEqual(
          leftBytes, at: leftRange.lowerBound, text: UnsafeBufferPointer(rebasing: rightBytes[rightRange]))
      }
    }
  }
}
