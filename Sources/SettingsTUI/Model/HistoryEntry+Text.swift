import Settings

extension HistoryEntry {
  /// How the version came about, in a few words; `nil` for an apply.
  package var origin: String? {
    switch kind {
    case .apply: nil
    case .rollback: "rolled back"
    case .revert: "rolled back, unconfirmed"
    case .damaged: "damaged record"
    case .outside: revision == nil ? nil : "another program"
    }
  }

  /// What is special about the version, in a few words each.
  package var conditions: [String] {
    [
      (revision == nil && kind != .damaged, "no file"), (confirmation != nil, "not confirmed"),
      (isDamaged && kind != .damaged, "damaged"),
    ].filter(\.0).map(\.1)
  }

  /// Returns the origin of the version, the number of its changes, and its conditions.
  func changesText(isNow: Bool) -> String {
    let showsCount = kind == .apply || kind == .outside && revision != nil && changeCount > 0
    let words = [origin, showsCount ? Phrase.count(changeCount, "change") : nil].compactMap(\.self)
    return (words + conditions + (isNow ? ["now"] : [])).joined(separator: ", ")
  }

  /// A sentence for a version without listed changes.
  var noChangesText: String {
    kind == .outside ? "No change of a setting is known." : "No settings were changed."
  }
}

extension HistoryEntry.Change {
  /// The setting's title, or its path if it has none.
  var name: String { title.isEmpty ? path.description : title }
}
