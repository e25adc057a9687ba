/// The similarity of names: the number of keystrokes that change one name into the other.
///
/// This is the optimal string alignment distance, in which a swap of two adjacent characters is one keystroke. Case is
/// ignored. The algorithm is the dynamic programming of Wagner and Fischer (1974) with Damerau's swaps, which stops at
/// a limit.
///
/// Messages about a name that doesn't exist use it to propose another: `timePeriot` → `timePeriod`. So it only matters
/// that a proposal is plausible; characters outside ASCII count as several keystrokes, because it compares bytes.
package enum EditDistance {
  /// Returns the name that is most similar to another, the first of equally similar ones; `nil` if none is similar.
  ///
  /// A name is similar if at most a third of its characters differ, or if it differs by one keystroke. `prot` is
  /// similar to `port`; `tls` isn't similar to `port`, so nothing is proposed rather than something wrong.
  ///
  /// Cost: for each name of a similar length, at most the product of both lengths. Each name that is found lowers the
  /// limit for the others.
  package static func nearest(to name: String, among names: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased().utf8)
    var limit = max(1, wanted.count / 3)
    var best: String?
    for candidate in names where abs(candidate.utf8.count - wanted.count) <= limit {
      guard
        // A name of one character is similar only to itself.
        let distance = distance(wanted, Array(candidate.lowercased().utf8), limit: limit),
        distance < max(wanted.count, 1)
      else { continue }
      best = candidate
      if distance == 0 { break }
      limit = distance - 1
    }
    return best
  }

  /// Returns the places of the names that are similar to another, the most similar first: those that ``nearest(to:among:)`` chooses from. If
  /// none is, returns the places of the names that contain it.
  package static func similar(to name: String, among names: [String]) -> [Int] {
    let wanted = Array(name.lowercased().utf8)
    let limit = max(1, wanted.count / 3)
    let similar = names.enumerated().compactMap { place, candidate in
      distance(wanted, Array(candidate.lowercased().utf8), limit: limit).map { (distance: $0, place: place) }
    }
    guard similar.isEmpty, wanted.count > 1 else { return similar.sorted(by: <).map(\.place) }
    return names.indices.filter { names[$0].lowercased().contains(name.lowercased()) }
  }

  /// Whether one keystroke, or a change of case, makes one name of another that isn't equal to it. A name of one
  /// character never is, since every other one would be a keystroke away.
  package static func isOneKeystroke(_ name: String, from other: String) -> Bool {
    guard name != other, abs(name.utf8.count - other.utf8.count) <= 1, name.utf8.count > 1 else {
      return false
    }
    return distance(Array(name.lowercased().utf8), Array(other.lowercased().utf8), limit: 1) != nil
  }

  /// Returns the distance in bytes; `nil` if it exceeds the limit.
  ///
  /// Row i holds the distances from the first i bytes of the left name to all beginnings of the right name, so only the last two rows are
  /// kept. As soon as a whole row exceeds the limit, so does the result, and the rest isn't computed. Most candidates end there after a few
  /// bytes.
  static func distance(_ left: [UInt8], _ right: [UInt8], limit: Int) -> Int? {
    guard abs(left.count - right.count) <= limit else { return nil }
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      var smallest = row + 1
      for column in right.indices {
        var cost = last[column] + (left[row] == right[column] ? 0 : 1)
        cost = min(cost, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
        smallest = min(smallest, cost)
      }
      guard smallest <= limit else { return nil }
      (beforeLast, last) = (last, current)
    }
    return last[right.count] <= limit ? last[right.count] : nil
  }
}
