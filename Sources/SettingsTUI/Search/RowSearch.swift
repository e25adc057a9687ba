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
/// The strings are copied once, so that a key press in a query only reads them.
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
