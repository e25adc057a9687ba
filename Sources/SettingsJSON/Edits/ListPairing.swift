/// The elements of lists that a person or a command has named by position, as `reset tags.0` does: for the path of each list before the
/// change, the former index of each element, `nil` for a new one.
package typealias ElementOrigins = [SettingPath: [Int?]]

extension [Int?] {
  /// Whether an element has another former index than its own.
  package var moveElements: Bool { enumerated().contains { $0.offset != $0.element } }
}

extension ElementOrigins {
  /// Whether the elements of a list at or inside a path only change places. If they are equal, the value stays the same, but their comments
  /// move.
  package func moveElements(in path: SettingPath) -> Bool {
    !isEmpty
      && contains { list, origins in
        path.contains(list) && !origins.contains(nil) && origins.moveElements
      }
  }
}

/// Which elements of a list are which elements of the list that replaces it.
///
/// There is this one answer: a review names the changes of elements by it, edits of the text move and keep comments by it, and so do JSON
/// patches, typed writing and migrations. It is decided by these rules, in this order:
///
/// 1. Objects with an identity (``ElementIdentity``) by that identity, other elements by being equal. The elements of a
///    longest common subsequence stay in place; the others have moved.
/// 2. Between two elements that stay in place, by their similarity, in their order.
///
/// All others are removed or added. If the elements were named by position (``ElementOrigins``), that counts instead: of equal
/// elements, nothing else tells which one is meant.
package struct ListPairing: Sendable {
  /// The elements that stay in place, in order.
  package let inPlace: [(old: Int, new: Int)]
  /// The new place of each element that moves, by its old one.
  package private(set) var targets: [Int: Int] = [:]
  /// The old place of each element that moves, by its new one.
  package private(set) var sources: [Int: Int] = [:]

  /// Pairs elements by what they are.
  ///
  /// - Parameter identity: What tells the elements apart. It is ignored if two elements of one list have the same.
  package init(_ old: [JSONValue], _ new: [JSONValue], identity: ElementIdentity?) {
    let identity = identity.flatMap { $0.isUnique(in: old) && $0.isUnique(in: new) ? $0 : nil }
    let names = (
      old: old.map { identity?.value(of: $0) ?? $0 }, new: new.map { identity?.value(of: $0) ?? $0 }
    )
    // What is the same stays or moves; only what is left over can be paired.
    let same = ElementMatching.pairs(of: names.old, with: names.new)
    sources = Self.moves(of: names.old, to: names.new, apartFrom: same)
    for (target, source) in sources { targets[source] = target }
    inPlace = ElementPairing(old, new, identity: identity).filling(
      same, isFree: { [targets] in targets[$0] == nil }, isFreeInNew: { [sources] in sources[$0] == nil })
  }

  /// Pairs elements as they were named; `nil` if the origins don't fit the lists.
  ///
  /// - Parameter origins: The old index of each new element; `nil` for an added one.
  package init?(origins: [Int?], _ oldCount: Int, _ newCount: Int) {
    guard Self.fit(origins, oldCount, newCount) else { return nil }
    let names = (old: Array(0..<oldCount), new: origins.enumerated().map { $1 ?? -1 - $0 })
    inPlace = ElementMatching.pairs(of: names.old, with: names.new)
    sources = Self.moves(of: names.old, to: names.new, apartFrom: inPlace)
    for (target, source) in sources { targets[source] = target }
  }

  /// Whether origins name each element of an old list once at most, and all elements of a new one.
  static func fit(_ origins: [Int?], _ oldCount: Int, _ newCount: Int) -> Bool {
    let known = origins.compactMap(\.self)
    return origins.count == newCount && known.allSatisfy((0..<oldCount).contains)
      && Set(known).count == known.count
  }

  /// Pairs elements by their positions.
  package init(byPosition oldCount: Int, _ newCount: Int) {
    inPlace = (0..<min(oldCount, newCount)).map { (old: $0, new: $0) }
  }

  /// Returns the old index of each element of a new list; `nil` for an added one.
  package func origins(ofElements count: Int) -> [Int?] {
    var origins = [Int?](repeating: nil, count: count)
    for pair in inPlace { origins[pair.new] = pair.old }
    for (target, source) in sources { origins[target] = source }
    return origins
  }

  /// Returns the old places of the elements that are in both lists apart from those that stay in place, by their new places. Of equal
  /// elements, the first moves first.
  private static func moves<Element: Hashable>(
    of old: [Element], to new: [Element], apartFrom inPlace: [(old: Int, new: Int)]
  ) -> [Int: Int] {
    guard inPlace.count < old.count, inPlace.count < new.count else { return [:] }
    let (stayingOld, stayingNew) = (Set(inPlace.map(\.old)), Set(inPlace.map(\.new)))
    var places: [Element: [Int]] = [:]
    for place in old.indices.reversed() where !stayingOld.contains(place) {
      places[old[place], default: []].append(place)
    }
    var sources: [Int: Int] = [:]
    for place in new.indices where !stayingNew.contains(place) {
      sources[place] = places[new[place]]?.popLast()
    }
    return sources
  }
}

/// Pairs the elements of two lists that are neither equal nor identified, between elements that stay in place.
///
/// Each pair is an element that changed. Without pairs, an edited element would be shown as removed and added, and
/// nobody could see what was edited. The pairs keep the order of both lists; among all such pairings, the one with the
/// most equal members is chosen, or in large lists the one by position.
///
/// For `[{"x": 1, "y": 1}]` → `[{"x": 9, "y": 9}, {"x": 1, "y": 2}]`, the old point is paired with the second new one,
/// which has its `x`, and the first is new.
///
/// Cost: for each gap between elements that stay, the product of the numbers of old and new elements in it, up to 1024;
/// beyond that, linear.
private struct ElementPairing {
  private let old: [JSONValue]
  private let new: [JSONValue]
  /// What identifies elements. Objects with different identities are paired only if at least half of their members
  /// stay.
  private let identity: ElementIdentity?
  /// The maximum number of pairs that are compared between two elements that stay.
  private static let maxPairs = 1024

  init(_ old: [JSONValue], _ new: [JSONValue], identity: ElementIdentity?) {
    self.old = old
    self.new = new
    self.identity = identity
  }

  /// Returns all pairs: the given ones, and new pairs between them, in the order of both lists.
  ///
  /// - Parameters:
  ///   - pairs: The elements that stay, in order.
  ///   - isFreeInOld: Whether an element of the old list can be paired. An element that moves can't.
  ///   - isFreeInNew: Whether an element of the new list can be paired.
  func filling(
    _ pairs: [(old: Int, new: Int)], isFree isFreeInOld: (Int) -> Bool, isFreeInNew: (Int) -> Bool
  ) -> [(old: Int, new: Int)] {
    var filled: [(old: Int, new: Int)] = []
    filled.reserveCapacity(pairs.count)
    var (oldStart, newStart) = (0, 0)
    for pair in pairs + [(old: old.count, new: new.count)] {
      if oldStart < pair.old, newStart < pair.new {
        filled += self.pairs(
          (oldStart..<pair.old).filter(isFreeInOld), (newStart..<pair.new).filter(isFreeInNew))
      }
      if pair.old < old.count { filled.append(pair) }
      (oldStart, newStart) = (pair.old + 1, pair.new + 1)
    }
    return filled
  }

  /// Returns the best pairs of elements of a gap: those with the largest sum of likenesses.
  private func pairs(_ olds: [Int], _ news: [Int]) -> [(old: Int, new: Int)] {
    guard olds.count * news.count <= Self.maxPairs else {
      return zip(olds, news).filter { likeness(old[$0], new[$1]) > 0 }.map { (old: $0, new: $1) }
    }
    // Each old element is compared with each new one once.
    let likenesses = olds.map { place in news.map { likeness(old[place], new[$0]) } }
    // The best sum for the elements from each place on, by the dynamic programming of Needleman and Wunsch (1970), in which
    // elements without a partner cost nothing.
    var best = Array(repeating: Array(repeating: 0, count: news.count + 1), count: olds.count + 1)
    for row in olds.indices.reversed() {
      for column in news.indices.reversed() {
        best[row][column] = max(
          best[row + 1][column], best[row][column + 1], likenesses[row][column] + best[row + 1][column + 1])
      }
    }
    var pairs: [(old: Int, new: Int)] = []
    var (row, column) = (0, 0)
    while row < olds.count, column < news.count {
      let likeness = likenesses[row][column]
      if likeness > 0, best[row][column] == likeness + best[row + 1][column + 1] {
        pairs.append((old: olds[row], new: news[column]))
        (row, column) = (row + 1, column + 1)
      } else if best[row][column] == best[row + 1][column] {
        row += 1
      } else {
        column += 1
      }
    }
    return pairs
  }

  /// Returns how much two values have in common, from 1 to 17; 0 if they aren't versions of one element. Scalars always
  /// can be: where one number stood, another stands now.
  ///
  /// Two objects with 3 of 4 members equal have 13. The 1 in it makes a poor pair better than none.
  private func likeness(_ old: JSONValue, _ new: JSONValue) -> Int {
    guard case .object(let before) = old, case .object(let after) = new else { return 1 }
    let equal = before.members.count { after[$0.key] == $0.value }
    let all = max(before.members.count, after.members.count, 1)
    // An object with another identity is the same one only if at least half of it stays. Of one that is nothing but its identity, nothing else
    // could stay.
    if identity != nil, all > 1, 2 * equal < all { return 0 }
    return 1 + 16 * equal / all
  }
}

/// The member that identifies the objects of a list.
///
/// It is the first of the members `id`, `uuid`, `key` and `name`, or else the first string of the form, or of the first
/// object if no form describes the members. It identifies the objects only if each has it, as a string or a
/// number, no two objects of one list have the same value, and it isn't secret. There is no second attempt with another
/// member: members that happen to be distinct identify nothing.
///
/// By it, `{"name": "eu", "port": 1}` and `{"name": "eu", "port": 2}` are one server whose port has changed, wherever
/// in the list it is.
package struct ElementIdentity: Sendable {
  /// The key of the member that identifies an object.
  let key: String

  /// Finds the identity of objects; `nil` if a value isn't an object, or has no such member, and for no values.
  ///
  /// - Parameters:
  ///   - described: The keys of the members that a form describes, and whether each is a string; empty without a form.
  ///   - isSecret: Whether a member is secret.
  package init?(
    of values: [JSONValue], described: [(key: String, isText: Bool)] = [],
    isSecret: (String) -> Bool = { _ in false }
  ) {
    guard case .object(let first)? = values.first else { return nil }
    let members = described.isEmpty ? first.members.map { ($0.key, $0.value.kind == .string) } : described
    let usual = ["id", "uuid", "key", "name"].lazy
      .compactMap { name in members.first { $0.key.lowercased() == name } }
    guard let key = (usual.first ?? members.first { $0.isText })?.key, !isSecret(key) else { return nil }
    self.key = key
    guard values.allSatisfy({ value(of: $0) != nil }) else { return nil }
  }

  /// Returns what identifies an object; `nil` if the member is missing or neither text nor a number.
  package func value(of object: JSONValue) -> JSONValue? {
    switch object.object?[key] {
    case .string(let text)?: .string(text)
    case .number(let number)?: .number(number)
    default: nil
    }
  }

  /// Whether each object of a list has its own identity.
  fileprivate func isUnique(in list: [JSONValue]) -> Bool {
    Set(list.compactMap(value)).count == list.count
  }
}
