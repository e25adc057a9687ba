import SettingsEditing

/// What a row of the settings or of the results of a search stands for, and what a person can go to.
///
/// It has positions, which are only valid until the members of the file are listed again. Whatever keeps results longer keeps paths.
enum EditorItem: Hashable {
  /// A setting, by its position in the index.
  case setting(Int)
  /// A section, by its position, which is the same in the index and in the outline.
  case section(Int)
  indirect case row(AppRow)
  /// A part of a setting's value. Most results of a search are settings, so the strings of the others are elsewhere: a result is a number.
  indirect case part(FoundPart)
}

extension [EditorItem] {
  /// The positions of the rows of the app.
  var appRows: Set<Int> {
    Set(indices.filter { if case .row = self[$0] { true } else { false } })
  }
}

/// A row that the running app provides: a detail, such as "Connected clients: 12", or an action, such as "Send a test message". The form
/// has only its title and the name of a hook; everything else comes from the app and is in ``AppRowStates``.
struct AppRow: Hashable {
  /// The section's position in the outline.
  let node: Int
  /// Whether it runs a function of the app; otherwise it is a detail, which shows text of the app.
  let isAction: Bool
  /// The name of the app's hook.
  let name: String
  let title: String
  var place = FormRow.Place.end

  /// Returns the rows of a section, the details first.
  static func rows(of section: FormSection, at node: Int) -> [AppRow] {
    section.details.map {
      AppRow(node: node, isAction: false, name: $0.name, title: $0.title, place: $0.place)
    }
      + section.actions.map {
        AppRow(node: node, isAction: true, name: $0.name, title: $0.title, place: $0.place)
      }
  }
}

/// A part of a setting's value that a search has found.
struct FoundPart: Hashable, Sendable {
  /// The setting's position in the index.
  let position: Int
  let path: SettingPath
  let title: String
  /// The part's value, or what the form says about it; secrets are masked.
  let text: String
}

/// Searches inside of values: the members of groups, whether they are set or not, the elements of lists, the entries of dictionaries.
///
/// The strings are copied in small parts while the editor has time, and again after a change of values. So a key press in a query only
/// reads them.
@MainActor
struct PartSearch {
  private var parts: [FoundPart] = []
  private var search = RowSearch()
  private var titles = ChoiceTitles()
  /// The places whose parts aren't known yet, the next one last.
  private var waiting: [Waiting]

  /// A place inside of the setting at a position, with its value, and the number of parts around it.
  private typealias Waiting = (position: Int, place: ValuePlace, value: JSONValue?, depth: Int)

  /// - Parameter positions: The settings that can be found.
  init(_ positions: some Sequence<Int>, model: FormViewModel) {
    waiting = positions.compactMap { position -> Waiting? in
      let entry = model.index.settings[position]
      guard !entry.setting.kind.isChangedAsWhole, !entry.setting.isSecret else { return nil }
      return (position, ValuePlace(entry), model.value(at: entry.path), 0)
    }
    waiting.reverse()
  }

  /// Whether there are no parts to find.
  var isEmpty: Bool { parts.isEmpty && waiting.isEmpty }

  /// Copies the strings of some parts; returns `false` if all are copied.
  mutating func prepareSome(_ library: SchemaLibrary) -> Bool {
    guard !waiting.isEmpty else { return false }
    let goal = parts.count + Self.step
    while parts.count < goal, parts.count < Self.most, let next = waiting.popLast() {
      add(partsOf: next, library)
    }
    if parts.count >= Self.most { waiting = [] }
    return true
  }

  private mutating func add(partsOf outer: Waiting, _ library: SchemaLibrary) {
    let glyphs = Glyphs()
    // A value that isn't set has the members that the form describes. A recursive form describes them without end, so the depth is limited.
    guard outer.depth < (outer.value == nil ? Self.deepestUnset : Self.deepest) else { return }
    if outer.value == nil, case .recursive = outer.place.setting.kind { return }
    let place = outer.place.opened(for: outer.value)
    // The members of an alternative can be inside the object under its key.
    let own = place.steps.dropFirst(outer.place.steps.count).reduce(outer.value) { value, step in
      if case .key(let key) = step { value?.member(key) } else { nil }
    }
    let rows = CollectionRows(place, value: own, library: library)
    var inner: [Waiting] = []
    for row in 0..<min(rows.count, Self.most - parts.count) {
      let part = rows.place(at: row)
      let value = rows.value(of: part)
      guard !part.isSecret else { continue }
      let spans =
        value == nil
        ? [] : ValuePreview.spans(value, for: part.setting, glyphs: glyphs, titles: &titles)
      let text = spans.map(\.text).joined().filter { $0 != glyphs.opens }
      let title = rows.label(row, element: part)
      parts.append(
        FoundPart(position: outer.position, path: part.path, title: title, text: text.trimmingTrailingSpaces))
      search.append(
        RowStrings(name: title, value: text, help: rows.isField(row) ? part.setting.help : ""))
      guard !part.setting.kind.isChangedAsWhole else { continue }
      inner.append((outer.position, part, value, outer.depth + 1))
    }
    waiting += inner.reversed()
  }

  /// Returns the parts that match words, with their ranks; the best first.
  mutating func find(_ words: String, library: SchemaLibrary) -> [(part: FoundPart, rank: SearchRank)] {
    while prepareSome(library) {}
    return search.ranked(words).prefix(Self.mostFound).map { (parts[$0.row], $0.rank) }
  }

  /// The number of parts that are copied at a time.
  private static let step = 200
  /// The number of parts that are searched; a larger file is searched by the values of its settings.
  private static let most = 50_000
  private static let mostFound = 500
  private static let deepest = 16
  private static let deepestUnset = 3
}

extension ValuePlace {
  /// Returns the same place, described as the collection that its value really is, if the form allows several alternatives.
  func opened(for value: JSONValue?) -> ValuePlace {
    let resolved = described(as: setting.kind.resolved)
    guard let value else { return resolved }
    if case .json = resolved.setting.kind, value.hasParts { return resolved.described(by: value) }
    guard let chosen = resolved.alternative(of: value) else { return resolved }
    return chosen.described(as: chosen.setting.kind.resolved)
  }
}
