/// Ranks settings for other spellings of a query: without or with hyphens, in the singular or plural, and, where nothing else is found,
/// with one typing error corrected in each word.
struct SimilarRanking {
  private var words: [SimilarWord]

  /// Prepares a query as it is typed; returns `nil` if it has no other spellings.
  ///
  /// - Parameter forgivesTypos: Whether each word may have one typing error.
  init?(_ query: String, forgivesTypos: Bool) {
    words = query.split(whereSeparator: \.isWhitespace).prefix(SettingSearch.mostWords).compactMap {
      SimilarWord(String($0), forgivesTypo: forgivesTypos)
    }
    guard words.contains(where: \.hasOtherSpellings) else { return nil }
  }

  /// Returns how well a setting matches; `nil` if it doesn't.
  mutating func rank(of strings: SearchMemory.Strings) -> SearchRank? {
    // Only the whole query can equal a name.
    var worst = words.count > 1 ? SearchRank.similarInName : .similarToName
    for index in words.indices {
      guard let rank = words[index].rank(of: strings) else { return nil }
      worst = max(worst, rank)
    }
    return worst
  }

  /// Returns where a setting matches; `nil` if it doesn't match.
  mutating func place(of strings: SearchMemory.Strings) -> SearchPlace? {
    let places = words.indices.map { words[$0].place(of: strings) }
    return places.contains(nil) ? nil : places.compactMap(\.self).max()
  }

  /// All spellings of a query's words that are found literally.
  static func spellings(of query: String) -> [SearchWord] {
    query.split(whereSeparator: \.isWhitespace).prefix(SettingSearch.mostWords).flatMap {
      SimilarWord(String($0), forgivesTypo: false)?.spellings ?? []
    }
  }
}

/// A word of a query with its other spellings.
private struct SimilarWord {
  /// The word as it is typed, then its other forms.
  private var needles: [Needle]
  /// The word and its spellings with other hyphens, if they may have a typing error.
  private let mistyped: [SearchWord]

  init?(_ typed: String, forgivesTypo: Bool) {
    guard let word = SearchWord(typed) else { return nil }
    // Pasted text has no other spellings.
    let forms = word.bytes.count <= SearchWord.mostBytesForTypo ? SearchWord.otherForms(of: typed) : []
    needles = [Needle(word)] + forms.compactMap { SearchWord($0) }.map { Needle($0) }
    mistyped =
      forgivesTypo && word.allowsTypo
      ? [word] + SearchWord.hyphenations(of: typed).compactMap { SearchWord($0) }.filter(\.allowsTypo) : []
  }

  var hasOtherSpellings: Bool { needles.count > 1 || !mistyped.isEmpty }

  var spellings: [SearchWord] { needles.map(\.word) }

  mutating func rank(of strings: SearchMemory.Strings) -> SearchRank? {
    var best: SearchRank?
    for index in needles.indices {
      guard let rank = needles[index].rank(of: strings), rank != .scattered else { continue }
      best = min(best ?? .scattered, rank.ofSimilar)
    }
    return best ?? bestMistyped(in: strings)?.rank
  }

  mutating func place(of strings: SearchMemory.Strings) -> SearchPlace? {
    let best = rank(of: strings)
    for index in needles.indices where needles[index].rank(of: strings)?.ofSimilar == best && best != nil {
      return needles[index].place(of: strings)
    }
    return bestMistyped(in: strings)?.word.placeWithTypo(of: strings)
  }

  /// Returns the spelling that matches best with a typing error.
  private func bestMistyped(in strings: SearchMemory.Strings) -> (word: SearchWord, rank: SearchRank)? {
    mistyped.lazy.compactMap { word in word.rankWithTypo(of: strings).map { (word, $0) } }.min {
      $0.rank < $1.rank
    }
  }
}

extension SearchWord {
  /// Returns the rank of the word with a typing error.
  ///
  /// Values are left out, because in a value each letter counts. So are the paths of sections, because a section is a result
  /// itself.
  fileprivate func rankWithTypo(of strings: SearchMemory.Strings) -> SearchRank? {
    if let fit = fitWithTypo(strings.names) { return fit == .exact ? .similarToName : .similarInName }
    if fitWithTypo(strings.keywords) != nil { return .similarInKeyword }
    return fitWithTypo(strings.helps) == nil ? nil : .similarInHelp
  }

  fileprivate func placeWithTypo(of strings: SearchMemory.Strings) -> SearchPlace? {
    switch rankWithTypo(of: strings) {
    case .similarToName, .similarInName: fitWithTypo(strings.title) == nil ? .path : .title
    case .similarInKeyword: .keywords
    case .similarInHelp: fitWithTypo(strings.ownHelp) == nil ? .choice : .help
    default: nil
    }
  }
}
