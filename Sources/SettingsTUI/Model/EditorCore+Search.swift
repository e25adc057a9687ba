import SettingsEditing

extension EditorCore {
  /// Returns the settings, sections and rows that match a query, the best match first.
  ///
  /// The rows come after the settings and sections whose titles begin with the query.
  ///
  /// - Parameter isComplete: Whether typing has finished.
  ///
  ///     words ─▶ findHits ──▶ settings and sections ─▶ filters ─▶ pattern ─┐
  ///           ├▶ findParts ─▶ parts of values ─────────▶ merged, innermost ├▶ items
  ///           └▶ rows ──────▶ rows of the app ─────────────────────────────┘
  ///
  /// Parts of values are only searched for words alone: a filter is about whole settings.
  func find(_ typed: String, isComplete: Bool = false) -> (query: SearchQuery, items: [EditorItem]) {
    var query = SearchQuery(typed, isComplete: isComplete)
    guard query.fault == nil, !query.isEmpty else { return (query, []) }
    if let name = query.filters.lazy.compactMap(\.sectionName).first(where: { sections(named: $0).isEmpty }) {
      query.fault = "No section is called “\(name.prefix(40))”."
      return (query, [])
    }
    let passing = passing(query.filters)
    var items: [EditorItem]
    if query.filters.isEmpty, query.pattern == nil {
      var hits = findHits(query.words)
      hits.removeAll { !canGo(to: $0.item) }
      items = innermost(merged(hits, parts: findParts(query.words)), query: query)
    } else {
      var hits = query.words.isEmpty ? nil : findHits(query.words).map(\.item)
      if let passing {
        hits = (hits ?? index.settings.indices.map { .setting($0) }).filter { contains($0, in: passing) }
      }
      if let pattern = query.pattern { hits = findHits(pattern, among: hits) }
      items = (hits ?? []).filter(canGo)
    }
    let rows = query.pattern == nil && !query.words.isEmpty ? rows(query, passing: passing) : []
    guard !rows.isEmpty else { return (query, items) }
    let words = query.words.lowercased()
    let best = items.prefix { title(of: $0).lowercased().hasPrefix(words) }.count
    return (query, items[..<best] + rows + items[best...])
  }

  /// Returns the results with the parts among them, in the order of their ranks.
  private func merged(
    _ hits: [(item: EditorItem, rank: SearchRank)], parts: [(part: FoundPart, rank: SearchRank)]
  ) -> [EditorItem] {
    guard !parts.isEmpty else { return hits.map(\.item) }
    var items: [EditorItem] = []
    var next = 0
    for (part, rank) in parts {
      while next < hits.count, hits[next].rank <= rank {
        items.append(hits[next].item)
        next += 1
      }
      items.append(.part(part))
    }
    return items + hits[next...].map(\.item)
  }

  /// Leaves out what matches only because something inside of it does, which is found, too.
  ///
  /// For the word `eu-west` in `servers: [{"region": "eu-west"}]`, three things match: the setting by its value, its element, and the
  /// region. Only the region is shown, because it is what a person looks for. A match of a title stays in any case.
  private func innermost(_ items: [EditorItem], query: SearchQuery) -> [EditorItem] {
    var around: Set<SettingPath> = []
    for case .part(let part) in items {
      let outer = index.settings[part.position].path.keys.count
      around.formUnion(part.path.prefixes[outer..<part.path.keys.count])
    }
    guard !around.isEmpty else { return items }
    let words = SearchWords(query.words)
    return items.filter { item in
      switch item {
      case .setting(let position) where around.contains(index.settings[position].path):
        places(of: [item], query) != [.value]
      case .part(let part) where around.contains(part.path): words?.ranges(in: part.title).isEmpty == false
      default: true
      }
    }
  }

  func title(of item: EditorItem) -> String {
    switch item {
    case .setting(let position): index.settings[position].setting.title
    case .section(let node): outline.nodes[node].section.title
    case .row(let row): row.title
    case .part(let part): part.title
    }
  }

  /// Returns the titles of the sections around an item, without the form's own title.
  func sections(of item: EditorItem) -> [String] {
    switch item {
    case .setting(let position): index.settings[position].sections
    case .section(let node): Array(outline.titles(of: node).dropFirst().dropLast())
    case .row(let row): Array(outline.titles(of: row.node).dropFirst())
    case .part(let part):
      // The titles and keys around the part.
      index.settings[part.position].sections + [index.settings[part.position].setting.title]
        + part.path.keys.dropFirst(index.settings[part.position].path.keys.count).dropLast()
    }
  }

  /// Whether there is a row to go to; a hidden section without settings has none, and neither has a member that isn't there anymore.
  private func canGo(to item: EditorItem) -> Bool {
    switch item {
    case .section(let node): place(toShowSection: node) != nil
    case .setting(let position): !outline.visibility.absent.contains(position)
    case .row, .part: true
    }
  }

  /// Returns a section, or, if it is hidden, a setting inside it: going there reveals both. `nil` if there is nothing to go to.
  func place(toShowSection node: Int) -> EditorItem? {
    outline.isShown(node) ? .section(node) : outline.settings(in: node).first.map { .setting($0) }
  }

  /// Returns the rows of the app that match. They aren't in the search of the form, because the app isn't always there; they are few, so
  /// each one is compared.
  private func rows(_ query: SearchQuery, passing: PassingHits?) -> [EditorItem] {
    outline.shownAppRows
      .filter { $0.matches(query.words) && passing?.sections.contains($0.node) ?? true }.map { .row($0) }
  }
}

// MARK: - Filters

extension EditorCore {
  /// What passes the filters of a query: settings, by their positions, and sections.
  private typealias PassingHits = (settings: Set<Int>, sections: Set<Int>)

  private func contains(_ hit: EditorItem, in passing: PassingHits) -> Bool {
    switch hit {
    case .setting(let position): passing.settings.contains(position)
    case .section(let node): passing.sections.contains(node)
    case .row, .part: false
    }
  }

  /// Returns what passes all filters; `nil` without filters.
  ///
  /// Cost: linear in the size of the form.
  private func passing(_ filters: [SearchFilter]) -> PassingHits? {
    guard let first = filters.first else { return nil }
    return filters.dropFirst().reduce(into: passing(first)) { passing, filter in
      let next = self.passing(filter)
      passing.settings.formIntersection(next.settings)
      passing.sections.formIntersection(next.sections)
    }
  }

  private func passing(_ filter: SearchFilter) -> PassingHits {
    if case .section(let name) = filter {
      let sections = Set(sections(named: name).flatMap { outline.sections(in: $0) })
      return (Set(sections.flatMap { outline.nodes[$0].settings }), sections)
    }
    return (settings(passing: filter).subtracting(outline.skipped), [])
  }

  /// Returns the settings that pass a filter. The filter `@section:NAME`, which also finds sections, is handled by the caller.
  private func settings(passing filter: SearchFilter) -> Set<Int> {
    switch filter {
    case .changed: Filter.changed.settings(in: model) ?? []
    case .set: Filter.set.settings(in: model) ?? []
    case .problem: Set(settingsWithProblems)
    case .secret: settings { $0.holdsSecrets }
    case .restart: settings { $0.traits.contains(.requiresRestart) }
    case .new: newSettings.positions
    case .section: []
    }
  }

  private func settings(where passes: (FormSetting) -> Bool) -> Set<Int> {
    Set(index.settings.indices.filter { passes(index.settings[$0].setting) })
  }

  /// Returns the sections whose title or path contains a name, in any case.
  private func sections(named name: String) -> [Int] {
    let name = name.lowercased()
    return outline.nodes.indices.filter { node in
      let section = outline.nodes[node]
      return section.parent != nil
        && [section.section.title, section.path.description].contains { $0.lowercased().contains(name) }
    }
  }
}

extension SearchFilter {
  /// The name of the section that the filter is about.
  fileprivate var sectionName: String? {
    if case .section(let name) = self { name } else { nil }
  }
}

extension AppRow {
  /// Whether the title or the name contains each word of a query.
  fileprivate func matches(_ query: String) -> Bool {
    let strings = "\(title)\n\(name)".lowercased()
    let words = query.lowercased().split(whereSeparator: \.isWhitespace)
    return !words.isEmpty && words.allSatisfy { strings.contains($0) }
  }
}
