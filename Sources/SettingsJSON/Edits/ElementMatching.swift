/// Finds the elements of a list that stay when another list replaces it.
package enum ElementMatching {
  /// Returns a longest common subsequence of equal elements, as pairs of indices.
  ///
  /// Equal elements at both ends are matched first. The rest uses the algorithm of Hunt and Szymanski (1977), which takes n log
  /// n time for n pairs of equal elements. In lists with very many equal elements, the nth of them is paired only with the nth
  /// in the other list. This limits the cost, but the result is then a common subsequence that isn't always a longest one.
  package static func pairs<Element: Hashable>(
    of old: [Element], with new: [Element]
  ) -> [(old: Int, new: Int)] {
    pairs(old.count, new.count, areEqual: { old[$0] == new[$1] }) { longest(Array(old[$0]), Array(new[$1])) }
  }

  /// Returns a longest common subsequence of the nodes of a document with values.
  static func pairs(of old: [JSONNode], with new: [JSONValue]) -> [(old: Int, new: Int)] {
    pairs(old.count, new.count, areEqual: { old[$0].isEqual(to: new[$1]) }) {
      longest(old[$0].map(\.value), Array(new[$1]))
    }
  }

  /// Matches equal elements at both ends, then the middle.
  private static func pairs(
    _ oldCount: Int, _ newCount: Int, areEqual: (Int, Int) -> Bool,
    middle: (Range<Int>, Range<Int>) -> [(old: Int, new: Int)]
  ) -> [(old: Int, new: Int)] {
    let shorter = min(oldCount, newCount)
    var prefix = 0
    while prefix < shorter, areEqual(prefix, prefix) { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix, areEqual(oldCount - 1 - suffix, newCount - 1 - suffix) { suffix += 1 }
    let matches = middle(prefix..<(oldCount - suffix), prefix..<(newCount - suffix))
    return (0..<prefix).map { ($0, $0) } + matches.map { (prefix + $0.old, prefix + $0.new) }
      + (0..<suffix).reversed().map { (oldCount - 1 - $0, newCount - 1 - $0) }
  }

  private struct Link {
    let old: Int
    let new: Int
    let previous: Int?
  }

  private static func longest<Element: Hashable>(
    _ old: [Element], _ new: [Element]
  ) -> [(old: Int, new: Int)] {
    if old.isEmpty || new.isEmpty { return [] }
    var places: [Element: [Int]] = [:]
    for (place, value) in old.enumerated() { places[value, default: []].append(place) }
    let pairCount = new.reduce(0) { $0 + (places[$1]?.count ?? 0) }
    let takesTurns = pairCount > 32 * (old.count + new.count)
    var turns: [Element: Int] = [:]
    var links: [Link] = []
    // The links that end the subsequences found so far: for each length minus one, the link with the smallest index in the old
    // list. These indices increase with the length, so a binary search finds the subsequence that an element extends.
    var ends: [Int] = []
    for (newPlace, value) in new.enumerated() {
      guard let candidates = places[value] else { continue }
      let turn = turns[value, default: 0]
      if takesTurns { turns[value] = turn + 1 }
      let chosen =
        takesTurns
        ? candidates[min(turn, candidates.count)..<min(turn + 1, candidates.count)] : candidates[...]
      // From the last to the first, so that an element of the new list never extends a subsequence that already contains it.
      for oldPlace in chosen.reversed() {
        var low = 0
        var high = ends.count
        while low < high {
          let middle = (low + high) / 2
          if links[ends[middle]].old < oldPlace { low = middle + 1 } else { high = middle }
        }
        // A subsequence of this length already ends here, at an earlier element of the new list.
        if low < ends.count, links[ends[low]].old == oldPlace { continue }
        links.append(Link(old: oldPlace, new: newPlace, previous: low > 0 ? ends[low - 1] : nil))
        if low == ends.count { ends.append(links.count - 1) } else { ends[low] = links.count - 1 }
      }
    }
    var result: [(old: Int, new: Int)] = []
    var link = ends.last
    while let place = link {
      result.append((links[place].old, links[place].new))
      link = links[place].previous
    }
    return result.reversed()
  }
}
