/// Finds the elements of a list that stay in their order when another list replaces it.
///
/// For old `[a, b, c]` and new `[b, c, d]`, `b` and `c` stay.
package enum ElementMatching {
  /// Returns a longest common subsequence of equal elements, as pairs of indices.
  ///
  /// Equal elements at both ends are matched first. In a long list of which one element changes, nothing is left between them, so the usual
  /// case is linear. The rest uses the algorithm of Hunt and Szymanski (1977), which takes n log n time for
  /// n pairs of equal elements. In lists with very many equal elements, the nth of them is paired only with the nth in the other list. This
  /// limits the cost, but then there can be a longer common subsequence than the result.
  package static func pairs<Element: Hashable>(
    of old: [Element], with new: [Element]
  ) -> [(old: Int, new: Int)] {
    let shorter = min(old.count, new.count)
    var prefix = 0
    while prefix < shorter, old[prefix] == new[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix, old[old.count - 1 - suffix] == new[new.count - 1 - suffix] {
      suffix += 1
    }
    let matches = longest(
      Array(old[prefix..<(old.count - suffix)]), Array(new[prefix..<(new.count - suffix)]))
    return (0..<prefix).map { ($0, $0) } + matches.map { (prefix + $0.old, prefix + $0.new) }
      + (0..<suffix).reversed().map { (old.count - 1 - $0, new.count - 1 - $0) }
  }

  /// Returns a longest common subsequence by the algorithm of Hunt and Szymanski.
  ///
  /// For old `a b c a` and new `a c b a`: the pairs of equal elements are (0,0) (3,0) (2,1) (1,2) (0,3) (3,3), and a
  /// common subsequence is a chain of pairs in which both numbers grow: (0,0) (2,1) (3,3). `ends` holds, for each
  /// length, the chain that ends earliest in the old list, since any pair that extends another chain extends that one,
  /// too.
  ///
  /// A list of 10 000 times `true` against another one would have 100 million pairs. If there are more than 32 pairs
  /// for each element, equal elements take turns: the nth is paired with the nth only.
  private static func longest<Element: Hashable>(
    _ old: [Element], _ new: [Element]
  ) -> [(old: Int, new: Int)] {
    if old.isEmpty || new.isEmpty { return [] }
    var places: [Element: [Int]] = [:]
    for (place, value) in old.enumerated() { places[value, default: []].append(place) }
    let pairCount = new.reduce(0) { $0 + (places[$1]?.count ?? 0) }
    let takesTurns = pairCount > 32 * (old.count + new.count)
    var turns: [Element: Int] = [:]
    // Pairs of equal elements, each with the pair before it in the chain that it ends.
    var links: [(old: Int, new: Int, previous: Int?)] = []
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
      // From the last to the first: an element of the new list must not extend a subsequence that already contains it.
      for oldPlace in chosen.reversed() {
        let low = ends.sortedCount { links[$0].old < oldPlace }
        // A subsequence of this length already ends here, at an earlier element of the new list.
        if low < ends.count, links[ends[low]].old == oldPlace { continue }
        links.append((oldPlace, newPlace, previous: low > 0 ? ends[low - 1] : nil))
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
