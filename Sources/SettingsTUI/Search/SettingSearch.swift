import Settings

/// Searches the settings of a form while a query is typed.
///
/// Nothing is prepared before the first search, so opening a form costs nothing. A search that extends the last query reads
/// only the settings that the last search found.
struct SettingSearch {
  private let index: FormIndex
  /// The section of each setting, by the setting's position.
  private let sections: [Int]
  /// The settings that are never found.
  private let skipped: Set<Int>
  private var texts: SearchTexts?
  private var ownTexts: OwnValueTexts?
  /// The last query, and the settings that it found in form order.
  private var last: (query: String, found: [Int])?

  init(_ index: FormIndex, sections: [Int], skipped: Set<Int> = []) {
    self.index = index
    self.skipped = skipped
    self.sections = sections
  }

  /// Discards what was found, because values have changed.
  mutating func forgetValues() {
    ownTexts = nil
    last = nil
  }

  /// Does a part of what the next search needs; returns `false` if there is nothing left to do.
  ///
  /// Cost: that of some thousand settings. The first time, all parts together are linear in the length of all strings; after a
  /// change, they are linear in the length of the values.
  ///
  /// - Parameter values: Returns the values that aren't the settings' defaults, by position.
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

  /// Returns the settings that match the query, the best match first, and equal matches in form order.
  ///
  /// Each word of the query must be in the title, path, value or help. Words after the first ``mostWords`` are ignored.
  ///
  /// Cost: linear in the length of all strings, once for each word.
  ///
  /// - Parameter values: Returns the values that aren't the settings' defaults, by position; called only after a change.
  mutating func find(_ query: String, values: () -> [Int: JSONValue] = { [:] }) -> [Int] {
    guard var ranking = SearchRanking(query) else { return [] }
    while prepareSome(values: values) {}
    guard let texts, let ownTexts else { return [] }
    // Each setting that a longer query finds was found by its prefix, too.
    let before = last.flatMap { query.utf8.starts(with: $0.query.utf8) ? $0.found : nil }
    var found: [Int] = []
    found.reserveCapacity(before?.count ?? index.settings.count)
    var ranks: [SearchRank] = []
    ranks.reserveCapacity(found.capacity)
    var counts = Array(repeating: 0, count: SearchRank.allCases.count)
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
        for position in sections.indices where skipped.isEmpty || !skipped.contains(position) {
          consider(position)
        }
      }
    }
    last = (query, found)
    return Self.sorted(found, by: ranks, counts)
  }

  /// The maximum number of words that a search considers, so that no query takes long.
  static let mostWords = 32

  /// Returns the settings by their ranks; settings with the same rank keep their order.
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
