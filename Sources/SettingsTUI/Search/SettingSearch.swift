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
struct SettingSearch {
  private let index: FormIndex
  /// The section of each setting, by the setting's position.
  private let sections: [Int]
  /// The section around each section; `nil` for a section that is never found.
  private let parents: [Int?]
  /// The settings that are never found.
  private let skipped: Set<Int>
  private var strings: SearchStrings?
  private var ownStrings: OwnValueStrings?
  /// The last query, and the places of the strings that it found literally.
  private var last: (query: String, found: [Int])?
  /// The ranks of the results of the last ``find(_:values:)``.
  private(set) var ranks: [SearchRank] = []

  init(_ index: FormIndex, sections: [Int], parents: [Int?] = [], skipped: Set<Int> = []) {
    self.index = index
    self.skipped = skipped
    self.sections = sections
    self.parents = parents
  }

  /// Invalidates the strings of values and the last result, because values have changed.
  mutating func invalidateValues() {
    ownStrings = nil
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
      strings = SearchStrings(index, sections: sections, parents: parents)
    } else if strings?.isComplete == false {
      strings?.copy(atMost: 2000)
    } else if ownStrings == nil {
      ownStrings = OwnValueStrings(values(), index: index)
    } else {
      return false
    }
    return true
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
  mutating func find(_ query: String, values: () -> [Int: JSONValue] = { [:] }) -> [FoundItem] {
    ranks = []
    guard var ranking = SearchRanking(query) else { return [] }
    while prepareSome(values: values) {}
    guard let strings, let ownStrings else { return [] }
    // Everything that a longer query finds was found by its prefix, too. This doesn't hold for other spellings, which are therefore
    // searched for in all strings below.
    let candidates = last.flatMap { query.utf8.starts(with: $0.query.utf8) ? $0.found : nil } ?? order
    var ranked = Ranked(capacity: candidates.count)
    SearchMemory.with(strings, ownStrings: ownStrings) { memory in
      for place in candidates {
        guard let rank = ranking.rank(of: memory.strings(at: place)) else { continue }
        ranked.append(place, rank: place < sections.count ? rank : rank.ofSection)
      }
    }
    last = (query, ranked.found)
    let isFound = ranked.ranks.contains { $0 != .scattered }
    if var similar = SimilarRanking(query, forgivesTypos: !isFound) {
      SearchMemory.with(strings, ownStrings: ownStrings) { memory in
        ranked = ranked.completed(among: order) { similar.rank(of: memory.strings(at: $0)) }
      }
    }
    ranks = ranked.ranks.sorted()
    return ranked.sorted.map(hit)
  }

  /// Returns the results whose strings a pattern matches, in their order; without results, all settings and sections that match, those with
  /// a matching title first.
  ///
  /// Cost: runs the pattern on all strings.
  mutating func find(
    _ pattern: SearchPattern, among hits: [FoundItem]? = nil, values: () -> [Int: JSONValue] = { [:] }
  ) -> [FoundItem] {
    while prepareSome(values: values) {}
    guard let strings, let ownStrings else { return [] }
    var places: [(place: SearchPlace, hit: FoundItem)] = []
    SearchMemory.with(strings, ownStrings: ownStrings) { memory in
      for hit in hits ?? order.map(hit) {
        guard let found = place(of: hit), let place = pattern.place(of: memory.strings(at: found)) else {
          continue
        }
        places.append((place, hit))
      }
    }
    guard hits == nil else { return places.map(\.hit) }
    return SearchPlace.allCases.flatMap { place in places.lazy.filter { $0.place == place }.map(\.hit) }
  }

  /// Returns the strings of results that a query matches. After ``find(_:values:)``, the cost is linear in the strings of the results
  /// alone.
  mutating func places(
    of hits: [FoundItem], _ query: SearchQuery, values: () -> [Int: JSONValue] = { [:] }
  ) -> [SearchPlace?] {
    while prepareSome(values: values) {}
    guard let strings, let ownStrings else { return hits.map { _ in nil } }
    var ranking = SearchRanking(query.words)
    var similar = SimilarRanking(query.words, forgivesTypos: true)
    var found: [SearchPlace?] = []
    SearchMemory.with(strings, ownStrings: ownStrings) { memory in
      for hit in hits {
        guard let known = place(of: hit) else {
          found.append(nil)
          continue
        }
        let strings = memory.strings(at: known)
        let literal = ranking?.match(strings)
        let place =
          literal?.rank == .scattered
          ? similar?.place(of: strings) ?? literal?.place : literal?.place ?? similar?.place(of: strings)
        found.append(place ?? query.pattern?.place(of: strings))
      }
    }
    return found
  }

  /// The maximum number of words that a search considers; it bounds the time of pasted text.
  static let mostWords = 32

  // MARK: - Places

  /// The places of the strings that are searched: first the sections, then the settings.
  private var order: [Int] {
    parents.indices.filter { parents[$0] != nil }.map { sections.count + $0 }
      + sections.indices.filter { skipped.isEmpty || !skipped.contains($0) }
  }

  private func hit(_ place: Int) -> FoundItem {
    place < sections.count ? .setting(place) : .section(place - sections.count)
  }

  /// Returns the place of the strings of a result; `nil` for a part and for a row of the app, which have none here.
  private func place(of hit: FoundItem) -> Int? {
    switch hit {
    case .setting(let position): position
    case .section(let node): sections.count + node
    case .part, .row: nil
    }
  }
}

/// Strings that were found, by their places, with their ranks.
private struct Ranked {
  private(set) var found: [Int] = []
  private(set) var ranks: [SearchRank] = []
  private var counts = Array(repeating: 0, count: SearchRank.allCases.count)

  init(capacity: Int) {
    found.reserveCapacity(capacity)
    ranks.reserveCapacity(capacity)
  }

  mutating func append(_ place: Int, rank: SearchRank) {
    found.append(place)
    ranks.append(rank)
    counts[rank.rawValue] += 1
  }

  /// Returns these strings, and the strings that a second ranking finds, in one order.
  ///
  /// - Parameters:
  ///   - order: The places of all strings, in the order of these.
  ///   - rank: Returns the second rank of a string that has no rank yet, or in which the letters are only scattered.
  func completed(among order: [Int], rank: (Int) -> SearchRank?) -> Ranked {
    var all = Ranked(capacity: found.count)
    var next = 0
    for place in order {
      let isFound = next < found.count && found[next] == place
      let known = isFound ? ranks[next] : nil
      if isFound { next += 1 }
      let best = known.map { $0 == .scattered } ?? true ? rank(place) ?? known : known
      if let best { all.append(place, rank: best) }
    }
    return all
  }

  /// The strings by their ranks; strings with the same rank keep their order. A counting sort: linear, and stable.
  var sorted: [Int] {
    var next: [Int] = []
    var start = 0
    for count in counts {
      next.append(start)
      start += count
    }
    var sorted = found
    for (place, rank) in zip(found, ranks) {
      sorted[next[rank.rawValue]] = place
      next[rank.rawValue] += 1
    }
    return sorted
  }
}

/// The searchable strings of a form as unsafe memory: access to arrays would be reference-counted and checked each time.
struct SearchMemory {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let places: UnsafeBufferPointer<SearchStrings.Place>
  private let ownBytes: UnsafeBufferPointer<UInt8>
  private let ownPlaces: UnsafeBufferPointer<Range<Int>>

  /// Calls the body with the memory, which is valid only during the call.
  static func with(_ strings: SearchStrings, ownStrings: OwnValueStrings, body: (SearchMemory) -> Void) {
    strings.strings.bytes.withUnsafeBufferPointer { bytes in
      strings.places.withUnsafeBufferPointer { places in
        ownStrings.strings.bytes.withUnsafeBufferPointer { ownBytes in
          ownStrings.places.withUnsafeBufferPointer { ownPlaces in
            body(SearchMemory(bytes: bytes, places: places, ownBytes: ownBytes, ownPlaces: ownPlaces))
          }
        }
      }
    }
  }

  /// Returns the strings of the setting or section at a position.
  func strings(at position: Int) -> Strings {
    let place = places[position]
    // A section has no value.
    let own = position < ownPlaces.count ? ownPlaces[position] : OwnValueStrings.none
    return Strings(
      section: part(place.section), title: part(place.title..<place.key),
      key: part(place.key..<place.keywords),
      names: part(place.title..<place.keywords), keywords: part(place.keywords..<place.value),
      values: own == OwnValueStrings.none
        ? part(place.value..<place.help) : MarkedPart(bytes: ownBytes, range: own),
      helps: part(place.help..<place.end), choices: part(place.choices..<place.end))
  }

  private func part(_ range: Range<Int>) -> MarkedPart { MarkedPart(bytes: bytes, range: range) }

  /// The strings of a setting or section.
  struct Strings {
    let section: MarkedPart
    let title: MarkedPart
    let key: MarkedPart
    /// Title and key.
    let names: MarkedPart
    let keywords: MarkedPart
    let values: MarkedPart
    /// The help, and the titles and help of the choices.
    let helps: MarkedPart
    let choices: MarkedPart

    /// The help alone.
    var ownHelp: MarkedPart {
      MarkedPart(bytes: helps.bytes, range: helps.range.lowerBound..<choices.range.lowerBound)
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
  private var strings = MarkedStrings()
  private var places: [Place] = []

  /// The indices where the strings of a row start.
  private struct Place {
    let name: Int
    let key: Int
    let value: Int
    let help: Int
    let end: Int
    let isPinned: Bool
  }

  init(_ rows: [RowStrings]) {
    places.reserveCapacity(rows.count)
    for row in rows {
      let name = strings.end
      strings.append(row.name)
      // A row has no key beside its name.
      let key = strings.end
      strings.append("")
      let value = strings.end
      strings.append(row.value)
      let help = strings.end
      strings.append(row.help)
      places.append(
        Place(name: name, key: key, value: value, help: help, end: strings.end, isPinned: row.isPinned))
    }
  }

  /// The rows that match a query, in their order.
  struct Result: Equatable {
    var rows: [Int] = []
    /// The index in ``rows`` of the best match.
    var best = 0
  }

  /// Returns the rows that match a query; `nil` for a query without words. Rows in which the letters are only scattered are left
  /// out if others match literally, because the order of the rows doesn't put them last.
  func find(_ query: String) -> Result? {
    guard var found = matches(query) else { return nil }
    let best = found.compactMap(\.rank).min()
    if let best, best < .scattered { found.removeAll { $0.rank == .scattered && !places[$0.row].isPinned } }
    return Result(
      rows: found.map(\.row), best: found.firstIndex { $0.rank == best && best != nil } ?? 0)
  }

  /// Returns the rows that match a query with their ranks, in their order.
  func ranked(_ query: String) -> [(row: Int, rank: SearchRank)] {
    (matches(query) ?? []).compactMap { match in match.rank.map { (match.row, $0) } }
  }

  private func matches(_ query: String) -> [(row: Int, rank: SearchRank?)]? {
    guard var ranking = SearchRanking(query) else { return nil }
    var found: [(row: Int, rank: SearchRank?)] = []
    strings.bytes.withUnsafeBufferPointer { bytes in
      func part(_ range: Range<Int>) -> MarkedPart { MarkedPart(bytes: bytes, range: range) }
      for (row, place) in places.enumerated() {
        let rank = ranking.rank(
          of: SearchMemory.Strings(
            section: part(0..<0), title: part(place.name..<place.key), key: part(place.key..<place.value),
            names: part(place.name..<place.value), keywords: part(0..<0),
            values: part(place.value..<place.help), helps: part(place.help..<place.end), choices: part(0..<0))
        )
        if rank != nil || place.isPinned { found.append((row, rank)) }
      }
    }
    return found
  }
}
