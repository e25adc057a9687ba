import SettingsEditing

/// Searches the settings and sections of a form while a query is typed.
///
/// Nothing is prepared before the first search, so opening a form costs nothing. The strings are copied in parts between key presses
/// (``prepareSome(values:)``), so the first key doesn't wait for the whole form. A search that extends the last query reads only what that
/// one found:
///
///     t, ti, tim      each narrows what the one before has found: a longer query can only find less
///     timo            nothing is found anymore
///     timout          one typing error is tried on all strings: `timeout`
///
/// Places are numbers: first the settings, by their positions, then the sections.
struct SettingSearch {
  private let index: FormIndex
  /// The section around each section; `nil` for a section that is never found.
  private let parents: [Int?]
  /// The places that are searched: first the sections, then the settings.
  private let order: [Int]
  private var table = SearchTable()
  /// The row in the table of each place: its own number, or, for a setting that is set, one after those of all places. Empty before the
  /// values are copied.
  private var rows: [Int] = []
  /// The last query, and the places that it found.
  private var last: (query: String, found: [Int])?

  init(_ index: FormIndex, parents: [Int?] = [], skipped: Set<Int> = []) {
    self.index = index
    self.parents = parents
    let count = index.settings.count
    order =
      parents.indices.filter { parents[$0] != nil }.map { count + $0 }
      + index.settings.indices.filter { skipped.isEmpty || !skipped.contains($0) }
  }

  /// The number of settings and sections.
  private var placeCount: Int { index.settings.count + parents.count }

  /// Forgets the strings of values and the last result, because values have changed.
  mutating func invalidateValues() {
    if !rows.isEmpty { table.removeAll(from: placeCount) }
    rows = []
    last = nil
  }

  /// Does a part of what the next search needs; returns `false` if there is nothing left to do.
  ///
  /// Each call handles a few thousand settings. The first time, all calls together are linear in the length of all strings; after a change,
  /// they are linear in the length of the strings of the settings that are set.
  ///
  /// - Parameter values: Returns the values that aren't the settings' defaults, by position.
  mutating func prepareSome(values: () -> [Int: JSONValue]) -> Bool {
    if table.count < placeCount {
      for place in table.count..<min(table.count + 2000, placeCount) { table.append(strings(of: place)) }
    } else if rows.count < placeCount {
      rows = Array(0..<placeCount)
      for (position, value) in values() {
        rows[position] = table.count
        table.append(RowStrings(index.settings[position], value: value))
      }
    } else {
      return false
    }
    return true
  }

  /// Returns the settings and sections that match the query with their ranks, the best match first. Among equal matches, sections come
  /// first, and everything else has the order of the form.
  ///
  /// The title, path, keywords, value or help must contain each word of the query; if nothing does, with one typing error in a word.
  ///
  /// Cost: linear in the length of all strings, once for each word.
  ///
  /// - Parameter values: Returns the values that aren't the settings' defaults, by position; called only after a change.
  mutating func find(
    _ query: String, values: () -> [Int: JSONValue] = { [:] }
  ) -> [(item: EditorItem, rank: SearchRank)] {
    guard let words = SearchWords(query) else { return [] }
    while prepareSome(values: values) {}
    let candidates = last.flatMap { query.utf8.starts(with: $0.query.utf8) ? $0.found : nil } ?? order
    var found = find(words, among: candidates)
    last = (query, found.map(\.place))
    if found.isEmpty { found = find(words, among: order, forgivesTypos: true) }
    // Sorted by counting: each rank's hits come after those of all better ranks.
    var ends = Array(repeating: 0, count: SearchRank.numbers + 1)
    for hit in found { ends[hit.rank.number + 1] += 1 }
    for number in 1..<ends.count { ends[number] += ends[number - 1] }
    var order = Array(repeating: 0, count: found.count)
    for (number, hit) in found.enumerated() {
      order[ends[hit.rank.number]] = number
      ends[hit.rank.number] += 1
    }
    return order.map { (item(found[$0].place), found[$0].rank) }
  }

  private func find(
    _ words: SearchWords, among places: [Int], forgivesTypos: Bool = false
  ) -> [(place: Int, rank: SearchRank)] {
    table.rank(words, forgivesTypos: forgivesTypos) { rank in
      places.compactMap { place in
        rank(rows[place]).map { (place, place < index.settings.count ? $0 : $0.ofSection) }
      }
    }
  }

  /// Returns the results whose strings a pattern matches, in their order; without results, all settings and sections that match, those with
  /// a matching title first.
  ///
  /// Cost: makes all strings, and runs the pattern on them.
  func find(
    _ pattern: SearchPattern, among items: [EditorItem]? = nil, values: () -> [Int: JSONValue] = { [:] }
  ) -> [EditorItem] {
    let values = values()
    let found = (items ?? order.map(item)).compactMap { item in
      place(of: item).flatMap { pattern.place(of: strings(of: $0, values: values)) }
        .map { (place: $0, item: item) }
    }
    guard items == nil else { return found.map(\.item) }
    return SearchPlace.allCases.flatMap { place in found.lazy.filter { $0.place == place }.map(\.item) }
  }

  /// Returns the string of each result that a query matches; `nil` for parts and rows of the app, which have no strings here.
  ///
  /// Cost: linear in the length of the results' strings, so ask for those on the screen.
  mutating func places(
    of items: some Sequence<EditorItem>, _ query: SearchQuery, values: () -> [Int: JSONValue] = { [:] }
  ) -> [SearchPlace?] {
    guard let words = SearchWords(query.words) else {
      let values = query.pattern == nil ? [:] : values()
      return items.map { item in
        place(of: item).flatMap { query.pattern?.place(of: strings(of: $0, values: values)) }
      }
    }
    while prepareSome(values: values) {}
    return items.map { item in
      guard let row = place(of: item).map({ rows[$0] }) else { return nil }
      let rank = table.rank(words) { $0(row) } ?? table.rank(words, forgivesTypos: true) { $0(row) }
      return rank?.place
    }
  }

  // MARK: - Places

  private func item(_ place: Int) -> EditorItem {
    place < index.settings.count ? .setting(place) : .section(place - index.settings.count)
  }

  /// Parts of values are searched by ``PartSearch``, and rows of the app by the editor.
  private func place(of item: EditorItem) -> Int? {
    switch item {
    case .setting(let position): position
    case .section(let node): index.settings.count + node
    case .part, .row: nil
    }
  }

  private func strings(of place: Int, values: [Int: JSONValue] = [:]) -> RowStrings {
    place < index.settings.count
      ? RowStrings(index.settings[place], value: values[place])
      : RowStrings(index.nodes[place - index.settings.count])
  }
}

extension RowStrings {
  /// Creates the strings of a setting.
  ///
  /// - Parameter value: The setting's own value; `nil` for the default. Without either there is no string, because the app chooses the value.
  fileprivate init(_ entry: FormIndex.Entry, value: JSONValue?) {
    let setting = entry.setting
    self.init(name: setting.title, help: setting.help)
    key = setting.key
    path = entry.path.keys.joined(separator: ".")
    keywords = setting.keywords
    switch value ?? (setting.defaultValue == .null ? nil : setting.defaultValue) {
    case .bool(let flag) where !setting.holdsSecrets: values = flag ? ["yes", "true"] : ["no", "false"]
    case let value? where !setting.isSecret: values = [setting.wholeText(for: value)]
    default: break
    }
    switch setting.kind {
    case .choice(let listed), .flags(let listed): choices = listed.flatMap { [$0.title, $0.help] }
    case .variants(let variants): choices = variants.flatMap { [$0.title, $0.help] }
    default: break
    }
  }

  fileprivate init(_ node: FormIndex.Node) {
    self.init(name: node.section.title, help: node.section.help)
    key = node.section.key
    path = node.path.keys.joined(separator: ".")
    keywords = node.section.keywords
  }
}

/// Searches rows, of a list or of parts of values, as ``SettingSearch`` searches a form.
///
/// The strings are copied once; a key press in a query only reads them.
struct RowSearch {
  private var table = SearchTable()
  /// The rows that are shown for every query.
  private var pinned: Set<Int> = []

  init() {}

  init(_ rows: [RowStrings]) {
    for row in rows { append(row) }
  }

  /// Adds a row. Cost: linear in the length of its strings.
  mutating func append(_ row: RowStrings) {
    if row.isPinned { pinned.insert(table.count) }
    table.append(row)
  }

  /// Returns the rows that match a query, in their order, and the index among them of the best match; `nil` for a query without words.
  func find(_ query: String) -> (rows: [Int], best: Int)? {
    guard let words = SearchWords(query) else { return nil }
    var ranks = ranks(words, forgivesTypos: false)
    if !ranks.contains(where: { $0 != nil }) { ranks = self.ranks(words, forgivesTypos: true) }
    let rows = ranks.indices.filter { ranks[$0] != nil || pinned.contains($0) }
    let best = ranks.lazy.compactMap(\.self).min()
    return (rows, rows.firstIndex { ranks[$0] == best && best != nil } ?? 0)
  }

  /// Returns the rows that match a query with their ranks, the best match first; equal ones are in their order.
  func ranked(_ query: String) -> [(row: Int, rank: SearchRank)] {
    guard let words = SearchWords(query) else { return [] }
    return ranks(words, forgivesTypos: false).enumerated().compactMap { row, rank in rank.map { (row, $0) } }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
  }

  private func ranks(_ words: SearchWords, forgivesTypos: Bool) -> [SearchRank?] {
    table.rank(words, forgivesTypos: forgivesTypos) { rank in (0..<table.count).map(rank) }
  }
}
