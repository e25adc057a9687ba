/// How the elements of two lists differ.
///
/// Which elements are the same before and after is decided by ``ListPairing``. If the form marks secrets by the position of elements, as in a
/// tuple, the position alone decides, since an element that moves could become visible.
///
/// The result is one sequence of slots, in the order of both lists. For `a b c` → `b x c a`:
///
///     source  old 0 → new 3    the place that a leaves
///     kept    old 1 → new 0    b
///     added   new 1            x
///     kept    old 2 → new 2    c
///     target  old 0 → new 3    the place that a moves to
///
/// Going through the slots and taking the old elements gives the old list; taking the new ones gives the new list. That
/// is why one sequence is enough for a review, a patch and a partial change.
package struct ListDifference: Sendable {
  /// A place in the old list, in the new one, or in both, in the order of both lists. An element that moves has two places.
  enum Slot: Sendable {
    /// An element that stays in place, and how it changes.
    case kept(old: Int, new: Int, ValueDifference?)
    /// An element that is removed.
    case removed(old: Int)
    /// An element that is added.
    case added(new: Int)
    /// The place that an element leaves.
    case source(old: Int, new: Int)
    /// The place that an element moves to, and how it changes.
    case target(old: Int, new: Int, ValueDifference?)
  }

  /// The lists that are compared. The slots have indices into them.
  let old: [JSONValue]
  let new: [JSONValue]
  /// The places of both lists in one order. A moved element has two slots: the place that it leaves, and the place that it comes to.
  let slots: [Slot]
  /// The slot of each element of the new list, for a look-up by its index.
  private let slotsOfNew: [Int]
  /// Whether an element is secret because of its position, as in a tuple. Then no element may move.
  let keepsPlaces: Bool

  /// - Parameters:
  ///   - origins: Which parts were named by position or have another key.
  ///   - path: The path of the old list.
  init(
    _ old: [JSONValue], _ new: [JSONValue], setting: FormSetting, origins: PartOrigins,
    at path: SettingPath
  ) {
    self.old = old
    self.new = new
    let elements = ElementDescriptions(of: setting)
    keepsPlaces = setting.secrecy.dependsOnPosition
    let pairing =
      keepsPlaces
      ? ListPairing(byPosition: old.count, new.count)
      : origins.elements[path].flatMap { ListPairing(origins: $0, old.count, new.count) }
        ?? ListPairing(old, new, identity: elements[0].identity(of: old + new))
    let slots = Self.slots(old.count, new.count, pairing) {
      ValueDifference(
        old[$0], new[$1], setting: elements[$1],
        // The members of an element that moves are named by their new paths.
        origins: $0 == $1 ? origins : PartOrigins(elements: origins.elements),
        at: origins.isEmpty ? path : path.appending($0))
    }
    var slotsOfNew = [Int](repeating: 0, count: new.count)
    for (place, slot) in slots.enumerated() { if let index = slot.new { slotsOfNew[index] = place } }
    (self.slots, self.slotsOfNew) = (slots, slotsOfNew)
  }

  /// Returns where an element of the new list comes from, and how it has changed; `nil` for an added one, and for an index behind the end.
  func source(of index: Int) -> (old: Int, change: ValueDifference?)? {
    guard slotsOfNew.indices.contains(index) else { return nil }
    switch slots[slotsOfNew[index]] {
    case .kept(let old, _, let change), .target(let old, _, let change): return (old, change)
    case .removed, .added, .source: return nil
    }
  }

  /// Puts the places of both lists in one order: between two elements that stay in place first the places of the old
  /// list, then the places of the new one.
  ///
  /// - Parameter difference: Returns how an element changes; `nil` if it is equal.
  private static func slots(
    _ oldCount: Int, _ newCount: Int, _ pairing: ListPairing, difference: (Int, Int) -> ValueDifference?
  ) -> [Slot] {
    var slots: [Slot] = []
    slots.reserveCapacity(max(oldCount, newCount))
    var (old, new) = (0, 0)
    for kept in pairing.inPlace + [(old: oldCount, new: newCount)] {
      while old < kept.old {
        slots.append(pairing.targets[old].map { .source(old: old, new: $0) } ?? .removed(old: old))
        old += 1
      }
      while new < kept.new {
        slots.append(
          pairing.sources[new].map { .target(old: $0, new: new, difference($0, new)) } ?? .added(new: new))
        new += 1
      }
      if old < oldCount, new < newCount { slots.append(.kept(old: old, new: new, difference(old, new))) }
      (old, new) = (kept.old + 1, kept.new + 1)
    }
    return slots
  }
}

extension ListDifference.Slot {
  /// The index of the element in the new list; `nil` for a place that is in the old list only.
  fileprivate var new: Int? {
    switch self {
    case .kept(_, let new, _), .added(let new), .target(_, let new, _): new
    case .removed, .source: nil
    }
  }
}

extension ValueDifference {
  /// Returns the old index of each new element, by the old path of its list, for all lists in the value that differ: what an edit of the
  /// text needs to know to keep the comments with the elements that a review names.
  package func origins(at path: SettingPath) -> ElementOrigins {
    var origins: ElementOrigins = [:]
    func add(_ inner: ElementOrigins) { origins.merge(inner) { $1 } }
    switch self {
    case .whole: break
    case .list(let list):
      origins[path] = list.new.indices.map { list.source(of: $0)?.old }
      for index in list.new.indices {
        guard let source = list.source(of: index), let change = source.change else { continue }
        add(change.origins(at: path.appending(source.old)))
      }
    case .object(let object):
      for case .changed(let key, let inner) in object.members { add(inner.origins(at: path.appending(key))) }
    }
    return origins
  }
}

extension FormSetting {
  /// Returns what tells objects apart of which this is the description; `nil` if nothing does.
  func identity(of values: [JSONValue]) -> ElementIdentity? {
    var described: [(key: String, isText: Bool)] = []
    if case .object(let section) = kind {
      described = section.items.map { item in
        guard case .setting(let setting) = item, case .string = setting.kind else { return (item.key, false) }
        return (item.key, true)
      }
    }
    guard let first = values.first else { return nil }
    return ElementIdentity(of: values, described: described) { self.part($0, of: first).holdsSecrets }
  }
}
