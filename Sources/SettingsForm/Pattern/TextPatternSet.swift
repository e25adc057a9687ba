/// Several regular expressions that are looked for in the same strings, such as the keys of `patternProperties`.
///
/// Most expressions have a text that is in each match. The set looks up all parts of a string with the lengths of these
/// texts, so that ten thousand expressions such as `^plugin-0001\.` cost a string few look-ups instead of ten thousand
/// searches.
///
/// For the key `plugin-0001.color`, the parts of 12 bytes are looked up: `plugin-0001.`, `lugin-0001.c`, and so on.
/// Only the expressions under a part that is found are run, which is one of ten thousand.
///
/// Expressions without such a text, such as `^[a-z]+$`, have to be run for each string. If there are more than 50 of
/// them, the set is too large, and its users decide without it, on the safe side.
package struct TextPatternSet: Sendable {
  /// The expressions. Their places in this list are how others refer to them. `nil` stands for a malformed expression, which matches
  /// nothing here.
  let patterns: [TextPattern?]
  /// The places of the expressions by the text that is in each match; empty for a small set. Several expressions can
  /// have the same text: `^port$` and `port-\d`.
  private var placesByText: [ArraySlice<UInt8>: [Int]] = [:]
  /// The places of the expressions that are malformed.
  private(set) var malformed: [Int] = []
  /// The different lengths of the texts in ``placesByText``, in bytes.
  private var lengths: [Int] = []
  /// The places of all other expressions.
  private var others: [Int] = []

  /// The number of expressions up to which all are looked for one by one.
  private static let smallCount = 16
  /// Whether too many expressions are looked for one by one to do so for each key of a document. A section then takes
  /// an entry as anything, and a member as secret if any pattern marks secrets.
  var isTooLarge: Bool { others.count > InputLimits.keyPatterns }

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

  /// The least cost of ``places(in:where:)``, in comparisons of a few bytes. A check spends it before it looks, so a hostile set of
  /// patterns ends the check with a warning. Running an expression needs memory for its states, even if the string is short.
  func cost(for text: String) -> Int {
    others.count * 384 + lengths.reduce(0) { $0 + max(0, text.utf8.count - $1 + 1) * ($1 / 16 + 1) }
  }

  /// The expressions with their places that match a string, in order.
  ///
  /// - Parameter matches: Whether an expression matches the string. It is asked for the candidates only.
  func places(in text: String, where matches: (TextPattern) -> Bool) -> [Int] {
    candidates(for: text).filter { patterns[$0].map(matches) ?? false }
  }
}
