/// Pairs the elements of two lists that are neither equal nor identified, between elements that stay in place.
///
/// Each pair is an element that changed. The pairs keep the order of both lists; among all such pairings, the one with the most equal
/// members is chosen, or in large lists the one by position.
struct ElementPairing {
  private let old: [JSONValue]
  private let new: [JSONValue]
  private let identity: ElementIdentity?
  /// The maximum number of pairs that are compared between two elements that stay.
  private static let maxPairs = 1024

  init(_ old: [JSONValue], _ new: [JSONValue], identity: ElementIdentity?) {
    self.old = old
    self.new = new
    self.identity = identity
  }

  /// Returns all pairs, those that are given and those between them.
  ///
  /// - Parameters:
  ///   - pairs: The elements that stay, in order.
  ///   - isFreeInOld: Whether an element of the old list can be paired.
  ///   - isFreeInNew: Whether an element of the new list can be paired.
  func filling(
    _ pairs: [(old: Int, new: Int)], isFree isFreeInOld: (Int) -> Bool, _ isFreeInNew: (Int) -> Bool
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

  private func pairs(_ olds: [Int], _ news: [Int]) -> [(old: Int, new: Int)] {
    guard olds.count * news.count <= Self.maxPairs else {
      return zip(olds, news).filter { likeness(old[$0], new[$1]) > 0 }.map { (old: $0, new: $1) }
    }
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

  /// Returns how much two values have in common; 0 if they aren't versions of one element.
  private func likeness(_ old: JSONValue, _ new: JSONValue) -> Int {
    guard case .object(let before) = old, case .object(let after) = new else { return 1 }
    let equal = before.members.count { after[$0.key] == $0.value }
    let all = max(before.members.count, after.members.count, 1)
    // An object with another identity is the same one only if at least half of it stays.
    if identity != nil, 2 * equal < all { return 0 }
    return 1 + 16 * equal / all
  }
}
