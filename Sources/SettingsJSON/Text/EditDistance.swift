/// The similarity of names: the number of keystrokes that change one name into the other.
///
/// This is the optimal string alignment distance, in which a swap of two adjacent characters is one keystroke. Case is ignored.
/// The algorithm is the dynamic programming of Wagner and Fischer (1974) with Damerau's swaps, which stops at a limit.
package enum EditDistance {
  /// Returns the name that is most similar to another, the first of equally similar ones; `nil` if none is similar.
  ///
  /// A name is similar if at most a third of its characters differ, or if it differs by one keystroke.
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

  /// Returns whether one keystroke, or a change of case, makes one name of another that isn't equal to it.
  package static func isOneKeystroke(_ name: String, from other: String) -> Bool {
    guard name != other, abs(name.utf8.count - other.utf8.count) <= 1, name.utf8.count > 1 else {
      return false
    }
    return distance(Array(name.lowercased().utf8), Array(other.lowercased().utf8), limit: 1) != nil
  }

  /// Returns the distance in bytes; `nil` if it exceeds the limit.
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
