/// Several regular expressions that are looked for in the same strings, such as those of `patternProperties`.
///
/// Most expressions have a text that is in each match. The set looks up all parts of a string with the lengths of these texts, so that
/// ten thousand expressions such as `^plugin-0001\.` cost a string few look-ups instead of ten thousand searches.
package struct TextPatternSet: Sendable {
  /// The expressions; `nil` for one that is malformed, which matches nothing.
  let patterns: [TextPattern?]
  /// The places of the expressions by the text that is in each match; empty for a small set.
  private var placesByText: [ArraySlice<UInt8>: [Int]] = [:]
  /// The places of the expressions that are malformed.
  private(set) var malformed: [Int] = []
  /// The lengths of these texts.
  private var lengths: [Int] = []
  /// The places of all other expressions.
  private var others: [Int] = []

  /// The number of expressions that are looked for one by one.
  private static let smallCount = 16

  /// Creates a set.
  init(_ patterns: [TextPattern?]) {
    self.patterns = patterns
    for (place, pattern) in patterns.enumerated() {
      guard let pattern else {
        malformed.append(place)
        continue
      }
      if patterns.count <= Self.smallCount || pattern.requiredText.isEmpty {
        others.append(place)
      } else {
        placesByText[pattern.requiredText[...], default: []].append(place)
      }
    }
    lengths = Set(placesByText.keys.map(\.count)).sorted()
  }

  /// Returns the places of the expressions that may match a string, in order.
  ///
  /// Cost: linear in the length of the string, times the number of different lengths of the texts.
  func candidates(for text: String) -> [Int] {
    guard !lengths.isEmpty else { return others }
    let bytes = Array(text.utf8)
    var candidates = others
    for length in lengths where length <= bytes.count {
      var seen: Set<ArraySlice<UInt8>> = []
      for start in 0...(bytes.count - length) {
        guard let places = placesByText[bytes[start..<start + length]],
          seen.insert(bytes[start..<start + length]).inserted
        else { continue }
        candidates += places
      }
    }
    return candidates.sorted()
  }

  /// What ``candidates(for:)`` costs, in comparisons of a few bytes.
  func cost(for text: String) -> Int {
    others.count + lengths.reduce(0) { $0 + max(0, text.utf8.count - $1 + 1) * ($1 / 16 + 1) }
  }

  /// The expressions with their places that match a string, in order.
  ///
  /// - Parameter matches: Whether an expression matches the string.
  func places(in text: String, where matches: (TextPattern) -> Bool) -> [Int] {
    candidates(for: text).filter { patterns[$0].map(matches) ?? false }
  }
}
