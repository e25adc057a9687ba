/// How the elements of two lists differ.
///
/// Which elements are the same before and after is decided by these rules, in this order:
///
/// 1. Objects with an identity (``ElementIdentity``) by that identity, other elements by being equal. The elements of a
///    longest common subsequence stay in place; the others have moved.
/// 2. Between two elements that stay in place, by their similarity, in their order (``ElementPairing``).
///
/// All others are removed or added. If the form marks secrets by the position of elements, as in a tuple, the position
/// alone decides, since an element that moves could become visible.
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
  /// What identifies the elements; `nil` if they have no identity.
  let identity: ElementIdentity?
  /// Whether an element is secret because of its position, as in a tuple. Then no element may move.
  let keepsPlaces: Bool

  init(_ old: [JSONValue], _ new: [JSONValue], setting: FormSetting) {
    self.old = old
    self.new = new
    let elements = ElementDescriptions(of: setting)
    keepsPlaces = setting.secrecy.dependsOnPosition
    guard !keepsPlaces else {
      identity = nil
      let inPlace = zip(old.indices, new.indices).map { (old: $0, new: $1) }
      slots = Self.slots(old.count, new.count, inPlace: inPlace, moves: Moves()) {
        ValueDifference(old[$0], new[$1], setting: elements[$1])
      }
      return
    }
    // All elements have one description, as none depends on its position.
    let element = elements[0]
    let identity = ElementIdentity(of: old + new, element).flatMap { $0.isUnique(in: old, new) ? $0 : nil }
    self.identity = identity
    let names = (
      old: old.map { identity?.value(of: $0) ?? $0 }, new: new.map { identity?.value(of: $0) ?? $0 }
    )
    // What is the same stays or moves; only what is left over can be paired.
    let same = ElementMatching.pairs(of: names.old, with: names.new)
    let moves = Moves(names.old, names.new, apartFrom: same)
    let inPlace = ElementPairing(old, new, identity: identity).filling(
      same, isFree: { moves.targets[$0] == nil }, isFreeInNew: { moves.sources[$0] == nil })
    slots = Self.slots(old.count, new.count, inPlace: inPlace, moves: moves) {
      ValueDifference(old[$0], new[$1], setting: element)
    }
  }

  /// Puts the places of both lists in one order: between two elements that stay in place first the places of the old
  /// list, then the places of the new one.
  ///
  /// - Parameters:
  ///   - inPlace: The elements that stay in place, in order.
  ///   - difference: Returns how an element changes; `nil` if it is equal.
  private static func slots(
    _ oldCount: Int, _ newCount: Int, inPlace: [(old: Int, new: Int)], moves: Moves,
    difference: (Int, Int) -> ValueDifference?
  ) -> [Slot] {
    var slots: [Slot] = []
    slots.reserveCapacity(max(oldCount, newCount))
    var (old, new) = (0, 0)
    for kept in inPlace + [(old: oldCount, new: newCount)] {
      while old < kept.old {
        slots.append(moves.targets[old].map { .source(old: old, new: $0) } ?? .removed(old: old))
        old += 1
      }
      while new < kept.new {
        slots.append(
          moves.sources[new].map { .target(old: $0, new: new, difference($0, new)) } ?? .added(new: new))
        new += 1
      }
      if old < oldCount, new < newCount { slots.append(.kept(old: old, new: new, difference(old, new))) }
      (old, new) = (kept.old + 1, kept.new + 1)
    }
    return slots
  }
}

extension ListDifference {
  /// The elements that move: their new places by their old ones, and the reverse. An element without an identity moves
  /// only if it is equal.
  fileprivate struct Moves {
    /// The new place of each element that moves, by its old one.
    private(set) var targets: [Int: Int] = [:]
    /// The old place of each element that moves, by its new one.
    private(set) var sources: [Int: Int] = [:]

    init() {}

    /// Finds the elements that are in both lists, apart from elements that stay in place. Of equal elements, the first moves first.
    init(_ old: [JSONValue], _ new: [JSONValue], apartFrom inPlace: [(old: Int, new: Int)]) {
      let (stayingOld, stayingNew) = (Set(inPlace.map(\.old)), Set(inPlace.map(\.new)))
      guard stayingOld.count < old.count, stayingNew.count < new.count else { return }
      var places: [JSONValue: [Int]] = [:]
      for place in old.indices.reversed() where !stayingOld.contains(place) {
        places[old[place], default: []].append(place)
      }
      for place in new.indices where !stayingNew.contains(place) {
        guard let source = places[new[place]]?.popLast() else { continue }
        targets[source] = place
        sources[place] = source
      }
    }
  }
}
