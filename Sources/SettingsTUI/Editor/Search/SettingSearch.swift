import Settings

/// Searches the settings of a form as somebody types.
///
/// Nothing is prepared before somebody searches, so opening a form costs nothing for it. A search that goes on from the
/// last looks only at what that found.
struct SettingSearch {
  private let index: FormIndex
  /// The section of each setting, by the setting's position.
  private let sections: [Int]
  private var texts: SearchTexts?
  private var ownTexts: OwnValueTexts?
  /// The last query, and what it found in form order.
  private var last: (query: String, found: [Int])?

  init(_ index: FormIndex, sections: [Int]) {
    self.index = index
    self.sections = sections
  }

  /// Forgets what was found: values are others now.
  mutating func forgetValues() {
    ownTexts = nil
    last = nil
  }

  /// Does a part of what the next search needs; `false` if there is nothing left to do.
  ///
  /// - Parameter values: the values that are not the settings' defaults, by position.
  ///
  /// Cost: that of some thousand settings. All parts together are linear in the length of all texts, the first time;
  /// then, after a change, in that of the values.
  mutating func prepareSome(values: () -> [Int: JSONValue]) -> Bool {
    if texts == nil {
      texts = SearchTexts(index, sections: sections)
    } else if texts?.isComplete == false {
      texts?.copy(atMost: 2000)
    } else if ownTexts == nil {
      ownTexts = OwnValueTexts(values(), index)
    } else {
      return false
    }
    return true
  }

  /// The settings that fit the query, the best first, and in form order where they fit equally well.
  ///
  /// All words of the query have to be found, each anywhere in title, path, value or help; of a whole page that somebody
  /// pasted, the first ones.
  ///
  /// - Parameter values: the values that are not the settings' defaults, by position; asked for after a change only.
  ///
  /// Cost: linear in the length of all texts, once for each word that counts.
  mutating func find(_ query: String, values: () -> [Int: JSONValue] = { [:] }) -> [Int] {
    let words = query.split(whereSeparator: \.isWhitespace)
    guard let phrase = SearchWord(words.joined(separator: " ")) else { return [] }
    while prepareSome(values: values) {}
    guard let texts, let ownTexts else { return [] }
    // What a longer query finds was found by its beginning.
    let before = last.flatMap { query.utf8.starts(with: $0.query.utf8) ? $0.found : nil }
    var found: [Int] = []
    found.reserveCapacity(before?.count ?? index.settings.count)
    var ranks: [SearchRank] = []
    ranks.reserveCapacity(found.capacity)
    var counts = Array(repeating: 0, count: SearchRank.allCases.count)
    var ranking = SearchRanking(
      phrase, words.count > 1 ? words.prefix(Self.mostWords).compactMap { SearchWord($0) } : [])
    SearchMemory.with(texts, ownTexts) { memory in
      func consider(_ position: Int) {
        guard let rank = ranking.rank(of: memory.texts(at: position)) else { return }
        found.append(position)
        ranks.append(rank)
        counts[rank.rawValue] += 1
      }
      if let before {
        for position in before { consider(position) }
      } else {
        for position in sections.indices { consider(position) }
      }
    }
    last = (query, found)
    return Self.sorted(found, by: ranks, counts)
  }

  /// How many words count, so that no query takes long.
  static let mostWords = 32

  /// The settings by their ranks, in the order they had where those are equal.
  private static func sorted(_ found: [Int], by ranks: [SearchRank], _ counts: [Int]) -> [Int] {
    var next: [Int] = []
    var start = 0
    for count in counts {
      next.append(start)
      start += count
    }
    var sorted = found
    for (position, rank) in zip(found, ranks) {
      sorted[next[rank.rawValue]] = position
      next[rank.rawValue] += 1
    }
    return sorted
  }
}
