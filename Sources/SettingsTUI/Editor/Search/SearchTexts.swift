import Settings

/// The texts of all settings, prepared for searching as somebody types.
///
/// Texts are kept folded to lower case in a few flat buffers. A search looks at each text once, so it is
/// linear in their length, and a query that goes on from the last one looks only at what that found.
struct SearchTexts {
  /// How well a setting fits, the best first.
  enum Rank: Int, Comparable, CaseIterable {
    case exact, prefix, word, part, value, help, scattered

    static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
  }

  private var titles = FlatTexts()
  private var paths = FlatTexts()
  private var helps = FlatTexts()
  private var values: FlatTexts?
  /// Values that are others since the buffer was made; `nil` asks for them again.
  private var newValues: [Int: [UInt8]?] = [:]
  private var last: (query: String, found: [Int])?

  /// Cost: linear in the length of all texts.
  init(_ index: FormIndex) {
    for entry in index.settings {
      titles.append(entry.setting.title)
      paths.append(joining: entry.path.keys)
      helps.append(entry.setting.helpWithChoices)
    }
  }

  /// Forgets one setting's value.
  mutating func forget(_ position: Int) {
    if values != nil { newValues[position] = .some(nil) }
    last = nil
  }

  /// Forgets all values.
  mutating func forgetValues() {
    values = nil
    newValues.removeAll()
    last = nil
  }

  /// The settings that fit the query, the best first, and in the form's order where they fit equally well.
  ///
  /// All words of the query have to be found, each anywhere in title, path, value or help.
  mutating func find(_ query: String, among isShown: (Int) -> Bool = { _ in true }, value: (Int) -> String)
    -> [Int]
  {
    let whole = Array(query.lowercased().utf8)
    let words = query.lowercased().split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
    guard !words.isEmpty else { return [] }
    prepareValues(value)
    var candidates: [Int]?
    if let last, query.hasPrefix(last.query) { candidates = last.found }
    var buckets: [[Int]] = Array(repeating: [], count: Rank.allCases.count)
    func consider(_ position: Int) {
      if let rank = rank(position, whole, words) { buckets[rank.rawValue].append(position) }
    }
    if let candidates {
      // In the form's order again, or ties would keep the order of the last query's ranks.
      for position in candidates.sorted() { consider(position) }
    } else {
      for position in 0..<titles.count where isShown(position) { consider(position) }
    }
    let found = buckets.flatMap { $0 }
    last = (query, found)
    return found
  }

  private mutating func prepareValues(_ value: (Int) -> String) {
    if values == nil {
      var texts = FlatTexts()
      for position in 0..<titles.count { texts.append(value(position)) }
      values = texts
    }
    for (position, text) in newValues where text == nil {
      newValues[position] = .some(FlatTexts.fold(value(position)))
    }
  }

  private func rank(_ position: Int, _ whole: [UInt8], _ words: [[UInt8]]) -> Rank? {
    if let rank = rank(position, whole) { return rank }
    guard words.count > 1 else { return nil }
    var worst = Rank.exact
    for word in words {
      guard let rank = rank(position, word) else { return nil }
      worst = max(worst, rank)
    }
    return max(worst, .part)
  }

  private func rank(_ position: Int, _ word: [UInt8]) -> Rank? {
    let name = min(titles.fit(position, word) ?? .scattered, paths.fit(position, word) ?? .scattered)
    if name != .scattered { return name }
    if let new = newValues[position] {
      if let new, new.withUnsafeBufferPointer({ FlatTexts.firstMatch(of: word, in: $0[...]) }) != nil {
        return .value
      }
    } else if values?.fit(position, word) != nil {
      return .value
    }
    if helps.fit(position, word) != nil { return .help }
    if titles.isScattered(position, word) || paths.isScattered(position, word) { return .scattered }
    return nil
  }
}

extension FormSetting {
  /// The help, and below it the names and helps of the values to choose from.
  fileprivate var helpWithChoices: String {
    switch kind {
    case .choice(let choices), .flags(let choices):
      ([help] + choices.flatMap { [$0.title, $0.help] }).joined(separator: "\n")
    case .boolean, .integer, .number, .string, .list, .dictionary, .object, .json:
      help
    }
  }
}
