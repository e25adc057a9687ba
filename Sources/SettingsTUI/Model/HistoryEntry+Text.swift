import Settings

extension HistoryEntry {
  /// Returns the summary of the version, with a word for the stored one.
  func changesText(isNow: Bool) -> String {
    [summary, isNow ? "now" : ""].filter { !$0.isEmpty }.joined(separator: ", ")
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
