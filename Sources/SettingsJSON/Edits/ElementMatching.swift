/// Finds the elements of an array that stay when another array replaces it.
enum ElementMatching {
  /// Returns a longest common subsequence of equal elements, as pairs of indices.
  ///
  /// Equal elements at both ends are matched first. The rest uses the algorithm of Hunt and Szymanski (1977), which takes n log
  /// n time for n pairs of equal elements. In lists with very many equal elements, the nth of them is paired only with the nth
  /// in the other list. This limits the cost, but the result is then a common subsequence that isn't always a longest one.
  static func pairs(of old: [JSONNode], with new: [JSONValue]) -> [(old: Int, new: Int)] {
    let shorter = min(old.count, new.count)
    var prefix = 0
    while prefix < shorter, old[prefix].isEqual(to: new[prefix]) { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix, old[old.count - 1 - suffix].isEqual(to: new[new.count - 1 - suffix]) {
      suffix += 1
    }
    let middle = longest(
      old[prefix..<(old.count - suffix)].map(\.value), Array(new[prefix..<(new.count - suffix)]))
    return (0..<prefix).map { ($0, $0) } + middle.map { (prefix + $0.old, prefix + $0.new) }
      + (0..<suffix).reversed().map { (old.count - 1 - $0, new.count - 1 - $0) }
  }

  private struct Link {
    let old: Int
    let new: Int
    let previous: Int?
  }

  private static func longest(_ old: [JSONValue], _ new: [JSONValue]) -> [(old: Int, new: Int)] {
    if old.isEmpty || new.isEmpty { return [] }
    var places: [JSONValue: [Int]] = [:]
    for (place, value) in old.enumerated() { places[value, default: []].append(place) }
    let pairCount = new.reduce(0) { $0 + (places[$1]?.count ?? 0) }
    let takesTurns = pairCount > 32 * (old.count + new.count)
    var turns: [JSONValue: Int] = [:]
    // The last links of the best subsequences found so far, by their length minus one.
    var links: [Link] = []
    var ends: [Int] = []
    for (newPlace, value) in new.enumerated() {
      guard let candidates = places[value] else { continue }
      let turn = turns[value, default: 0]
      if takesTurns { turns[value] = turn + 1 }
      let chosen =
        takesTurns
        ? candidates[min(turn, candidates.count)..<min(turn + 1, candidates.count)] : candidates[...]
      for oldPlace in chosen.reversed() {
        var low = 0
        var high = ends.count
        while low < high {
          let middle = (low + high) / 2
          if links[ends[middle]].old < oldPlace { low = middle + 1 } else { high = middle }
        }
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
