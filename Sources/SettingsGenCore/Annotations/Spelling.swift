/// How alike words are.
enum Spelling {
  /// The fewest insertions, deletions, replacements and swaps of neighbours that turn one word into the other
  /// (optimal string alignment).
  static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left.unicodeScalars)
    let right = Array(right.unicodeScalars)
    if abs(left.count - right.count) > 8 { return max(left.count, right.count) }
    var before: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var next = [row + 1]
      for column in right.indices {
        var cost = min(
          last[column + 1] + 1, next[column] + 1, last[column] + (left[row] == right[column] ? 0 : 1))
        let isSwap =
          row > 0 && column > 0 && left[row] == right[column - 1] && left[row - 1] == right[column]
        if isSwap { cost = min(cost, before[column - 1] + 1) }
        next.append(cost)
      }
      before = last
      last = next
    }
    return last[right.count]
  }
}
