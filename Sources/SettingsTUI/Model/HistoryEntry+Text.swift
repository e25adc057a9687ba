import Settings

extension HistoryEntry {
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
