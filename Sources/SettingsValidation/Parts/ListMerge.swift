/// The merge of what two people have changed in one list.
///
/// Changes of different elements are merged if it is certain which element is which: all are objects with an identity, or all are scalars,
/// and no two of one list are the same. Anything else is left to a person:
///
/// | mine | theirs | result |
/// |---|---|---|
/// | the port of `a` | the port of `b` | both |
/// | `a` is removed | the port of `b` | both |
/// | `x` is inserted after `a` | `b` is removed | both |
/// | `x` is appended | `y` is appended | `y`, then `x`, as if mine had come later |
/// | the port of `a` | `a` is removed, or its host | `nil`: a conflict |
/// | `x` is inserted after `a` | `y` is inserted after `a` | `nil`, because the order isn't known |
/// | the elements have another order | `y` is inserted, or they have a third order | `nil` |
///
/// Nothing is merged inside an element: only a person can tell whether its members fit together.
struct ListMerge {
  private typealias Name = JSONValue

  /// One of the three lists, by the names of its elements.
  private struct List {
    let names: [Name]
    let values: [Name: JSONValue]

    /// Returns `nil` if two elements have the same name.
    init?(_ elements: [JSONValue], identity: ElementIdentity?) {
      guard let names = elements.mapAll({ $0.isScalar ? $0 : identity?.value(of: $0) }) else { return nil }
      self.names = names
      values = Dictionary(zip(names, elements)) { first, _ in first }
      guard values.count == elements.count else { return nil }
    }
  }

  private let base: List
  private let mine: List
  private let theirs: List

  /// Returns `nil` if it isn't certain which element is which.
  init?(_ mine: [JSONValue], _ theirs: [JSONValue], since base: [JSONValue], setting: FormSetting) {
    let all = base + mine + theirs
    let identity = ElementDescriptions(of: setting)[0].identity(of: all)
    // A scalar could be another element's identity.
    guard identity != nil || all.allSatisfy(\.isScalar), let base = List(base, identity: identity),
      let mine = List(mine, identity: identity), let theirs = List(theirs, identity: identity)
    else { return nil }
    (self.base, self.mine, self.theirs) = (base, mine, theirs)
  }

  /// Returns the elements with both changes; `nil` for a conflict.
  func merged() -> [JSONValue]? {
    guard let order = order(), let values = order.mapAll(value) else { return nil }
    return values.compactMap(\.self)
  }

  /// Returns the merged value of an element: an inner `nil` for a removed one, an outer `nil` for a conflict.
  private func value(of name: Name) -> JSONValue?? {
    let (before, mine, theirs) = (base.values[name], mine.values[name], theirs.values[name])
    if mine == theirs || theirs == before { return .some(mine) }
    return mine == before ? .some(theirs) : nil
  }

  /// Returns the names of all elements, also of removed ones, in their new order; `nil` for a conflict.
  private func order() -> [Name]? {
    // The order of what was there: of the person who has changed it, if it is one.
    let (kept, mineKept, theirsKept) = (base.names, moved(mine), moved(theirs))
    // What each person has inserted, by the element before it; `nil` at the beginning.
    let (added, others) = (insertions(in: mine), insertions(in: theirs))
    let old: [Name]
    if mineKept == theirsKept || mineKept == kept && added.isEmpty {
      old = theirsKept
    } else {
      guard theirsKept == kept, others.isEmpty else { return nil }
      old = mineKept
    }
    var order: [Name] = []
    var seen: Set<Name> = []
    for anchor in [nil] + old.map(Optional.some) {
      if let anchor { order.append(anchor) }
      let (mine, theirs) = (added[anchor] ?? [], others[anchor] ?? [])
      guard mine.isEmpty || theirs.isEmpty || mine == theirs || anchor == old.last else { return nil }
      for name in theirs + (mine == theirs ? [] : mine) {
        guard seen.insert(name).inserted else { return nil }
        order.append(name)
      }
    }
    return order
  }

  /// Returns the elements that were there in the order of a list. A removed one stays after the element that was before it.
  private func moved(_ list: List) -> [Name] {
    var moved = list.names.filter { base.values[$0] != nil }
    if moved == base.names.filter({ list.values[$0] != nil }) { return base.names }
    for (place, name) in base.names.enumerated() where list.values[name] == nil {
      let before = place == 0 ? nil : moved.firstIndex(of: base.names[place - 1])
      moved.insert(name, at: before.map { $0 + 1 } ?? 0)
    }
    return moved
  }

  /// Returns the elements that a list has in addition, by the one before them that was there.
  private func insertions(in list: List) -> [Name?: [Name]] {
    var insertions: [Name?: [Name]] = [:]
    var anchor: Name?
    for name in list.names {
      if base.values[name] == nil { insertions[anchor, default: []].append(name) } else { anchor = name }
    }
    return insertions
  }
}

extension FormSetting {
  /// Returns a value with the changes of two people, if they have changed different elements of a list and it is certain which; `nil` for a
  /// conflict.
  ///
  /// A list in which secrets depend on the position isn't merged, because an element that moves could become visible; nor is a range, whose
  /// ends belong together.
  package func merged(_ mine: JSONValue?, _ theirs: JSONValue?, since base: JSONValue?) -> JSONValue? {
    guard case (.array(let mine)?, .array(let theirs)?, .array(let base)?) = (mine, theirs, base),
      !isSecret, !secrecy.dependsOnPosition
    else { return nil }
    if case .list(_, let limits) = kind, limits.isRange { return nil }
    return ListMerge(mine, theirs, since: base, setting: self)?.merged().map(JSONValue.array)
  }
}
