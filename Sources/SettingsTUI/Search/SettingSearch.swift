import Settings

/// Searches the settings and sections of a form while a query is typed.
///
/// Nothing is prepared before the first search, so opening a form costs nothing. A search that extends the last query reads
/// only what the last search found.
///
/// What happens while `timout` is typed:
///
///     t, ti, tim      each narrows what the one before has found: a longer query can only find less
///     timo            nothing is found literally anymore
///     timout          other spellings and one typing error are tried on all strings: `timeout`
///
/// The strings are copied in parts between key presses (`prepareSome`), so the first key doesn't wait for the whole form.
///
/// Places are numbers: first the settings, by their positions, then the sections.
struct SettingSearch {
  private let index: FormIndex
  /// The section of each setting, by the setting's position.
  private let sections: [Int]
  /// The section around each section; `nil` for a section that is never found.
  private let parents: [Int?]
  /// The settings that are never found.
  private let skipped: Set<Int>
  private var strings: FormStrings?
  /// The places that are searched, once the strings are copied: first the sections, then the settings.
  private var order: [Int] = []
  /// The last query, and the places of the strings that it found literally.
  private var last: (query: String, found: [Int])?
  /// The number of results of the last ``find(_:values:)`` of each rank.
  private var counts: [Int] = []

  init(_ index: FormIndex, sections: [Int], parents: [Int?] = [], skipped: Set<Int> = []) {
    self.index = index
    self.skipped = skipped
    self.sections = sections
    self.parents = parents
  }

  /// Invalidates the strings of values and the last result, because values have changed.
  mutating func invalidateValues() {
    strings?.forgetOwnValues()
    last = nil
  }

  /// Does a part of what the next search needs; returns `false` if there is nothing left to do.
  ///
  /// Each call handles a few thousand settings. The first time, all calls together are linear in the length of all strings; after a change,
  /// they are linear in the length of the values.
  ///
  /// - Parameter values: Returns the values that aren't the settings' defaults, by position.
  mutating func prepareSome(values: () -> [Int: JSONValue]) -> Bool {
    if strings == nil {
      strings = FormStrings(index, sections: sections, parents: parents)
      order =
        parents.indices.filter { parents[$0] != nil }.map { sections.count + $0 }
        + sections.indices.filter { skipped.isEmpty || !skipped.contains($0) }
    } else if strings?.isComplete == false {
      strings?.copy(atMost: 2000)
    } else if strings?.hasOwnValues == false {
      strings?.copy(values())
    } else {
      return false
    }
    return true
  }

  /// Returns the strings, after they have been copied.
  private mutating func prepared(_ values: () -> [Int: JSONValue]) -> SearchTable {
    while prepareSome(values: values) {}
    return strings?.table ?? SearchTable()
  }

  /// Returns the settings and sections that match the query, the best match first. Among equal matches, sections come first, and
  /// everything else has the order of the form.
  ///
  /// The title, path, keywords, value or help must contain each word of the query or another spelling: without its hyphens, in the
  /// singular or plural, and, if nothing else is found, with one typing error corrected. Words after the first ``mostWords`` are
  /// ignored.
  ///
  /// Cost: linear in the length of all strings, once for each word and its other spellings.
  ///
  /// - Parameter values: Returns the values that aren't the settings' defaults, by position; called only after a change.
  mutating func find(_ query: String, values: () -> [Int: JSONValue] = { [:] }) -> [EditorItem] {
    counts = []
    guard var ranking = SearchRanking(query) else { return [] }
    let table = prepared(values)
    // Everything that a longer query finds was found by its prefix, too. This doesn't hold for other spellings, which are therefore
    // searched for in all strings below.
    let candidates = last.flatMap { query.utf8.starts(with: $0.query.utf8) ? $0.found : nil } ?? order
    var ranks = Array(repeating: SearchRank?.none, count: table.places.count)
    table.forEach(candidates) { place, strings in
      ranks[place] = ranking.rank(of: strings).map { place < sections.count ? $0 : $0.ofSection }
    }
    last = (query, candidates.filter { ranks[$0] != nil })
    let isFound = last?.found.contains { ranks[$0] != .scattered } ?? false
    let hasOthers = ranking.hasOtherSpellings(forgivingTypos: !isFound)
    if hasOthers {
      table.forEach(order) { place, strings in
        guard ranks[place] == nil || ranks[place] == .scattered else { return }
        ranks[place] = ranking.similarRank(of: strings, forgivingTypos: !isFound) ?? ranks[place]
      }
    }
    var found: [[Int]] = SearchRank.allCases.map { _ in [] }
    for place in hasOthers ? order : candidates {
      if let rank = ranks[place] { found[rank.rawValue].append(place) }
    }
    counts = found.map(\.count)
    return found.joined().map(item)
  }

  /// Returns the number of results of the last search that match as well as a rank or better: the place of a result with that rank.
  func place(ofRank rank: SearchRank) -> Int { counts.prefix(rank.rawValue + 1).reduce(0, +) }

  /// Returns the results whose strings a pattern matches, in their order; without results, all settings and sections that match, those with
  /// a matching title first.
  ///
  /// Cost: runs the pattern on all strings.
  mutating func find(
    _ pattern: SearchPattern, among items: [EditorItem]? = nil, values: () -> [Int: JSONValue] = { [:] }
  ) -> [EditorItem] {
    var found: [(place: SearchPlace, item: EditorItem)] = []
    prepared(values).forEach(items.map { $0.compactMap { self.place(of: $0) } } ?? order) { place, strings in
      if let match = pattern.place(of: strings) { found.append((match, item(place))) }
    }
    guard items == nil else { return found.map(\.item) }
    return SearchPlace.allCases.flatMap { place in found.lazy.filter { $0.place == place }.map(\.item) }
  }

  /// Returns the strings of results that a query matches; `nil` for parts and rows of the app, which have no strings here. After
  /// ``find(_:values:)``, the cost is linear in the strings of the results alone.
  mutating func places(
    of items: [EditorItem], _ query: SearchQuery, values: () -> [Int: JSONValue] = { [:] }
  ) -> [SearchPlace?] {
    var ranking = SearchRanking(query.words)
    let table = prepared(values)
    return items.map { item in
      var match: SearchPlace?
      table.forEach(place(of: item).map { [$0] } ?? []) { _, strings in
        match = ranking?.place(of: strings) ?? query.pattern?.place(of: strings)
      }
      return match
    }
  }

  /// The maximum number of words that a search considers; it bounds the time of pasted text.
  static let mostWords = 32

  // MARK: - Places

  /// The settings come first, so a place below their number is a setting.
  private func item(_ place: Int) -> EditorItem {
    place < sections.count ? .setting(place) : .section(place - sections.count)
  }

  /// Parts of values are searched by ``PartSearch``, and rows of the app by the editor.
  private func place(of item: EditorItem) -> Int? {
    switch item {
    case .setting(let position): position
    case .section(let node): sections.count + node
    case .part, .row: nil
    }
  }
}

/// The searchable strings of a row in a list.
struct RowStrings {
  var name: String
  var value = ""
  var help = ""
  /// Whether the row is shown for every query.
  var isPinned = false
}

/// Searches the rows of a list with the matcher of ``SettingSearch``.
///
/// The strings are copied once; a key press in a query only reads them.
struct RowSearch {
  private var table = SearchTable()
  /// The rows that are shown for every query.
  private let pinned: Set<Int>

  init(_ rows: [RowStrings]) {
    pinned = Set(rows.indices.filter { rows[$0].isPinned })
    table.places.reserveCapacity(rows.count)
    for row in rows {
      table.places.append(table.strings.append(title: row.name, value: row.value, help: row.help))
    }
  }

  /// The rows that match a query, in their order.
  struct Result: Equatable {
    var rows: [Int] = []
    /// The index in ``rows`` of the best match.
    var best = 0
  }

  /// Returns the rows that match a query; `nil` for a query without words. Rows in which the letters are only scattered are left out if
  /// others match literally, because the order of the rows doesn't put them last.
  func find(_ query: String) -> Result? {
    guard var ranking = SearchRanking(query) else { return nil }
    var found: [(row: Int, rank: SearchRank?)] = []
    table.forEach(table.places.indices) { row, strings in
      let rank = ranking.rank(of: strings)
      if rank != nil || pinned.contains(row) { found.append((row, rank)) }
    }
    let best = found.compactMap(\.rank).min()
    if let best, best < .scattered { found.removeAll { $0.rank == .scattered && !pinned.contains($0.row) } }
    return Result(
      rows: found.map(\.row), best: found.firstIndex { $0.rank == best && best != nil } ?? 0)
  }

  /// Returns the rows that match a query with their ranks, in their order.
  func ranked(_ query: String) -> [(row: Int, rank: SearchRank)] {
    guard var ranking = SearchRanking(query) else { return [] }
    var found: [(row: Int, rank: SearchRank)] = []
    table.forEach(table.places.indices) { row, strings in
      if let rank = ranking.rank(of: strings) { found.append((row, rank)) }
    }
    return found
  }
}
