import Settings

extension HistoryEntry {
  /// Returns the kind of the version and the number of its changes, in a few words.
  func changesText(isNow: Bool) -> String {
    let count = Phrase.count(changeCount, "change")
    let what =
      switch kind {
      case .apply: count
      case .rollback: "rolled back"
      case .revert: "rolled back, unconfirmed"
      case .damaged: "damaged record"
      case .outside where revision == nil: "no file"
      case .outside: changeCount == 0 ? "another program" : "another program, \(count)"
      }
    let state = confirmation != nil ? ", not confirmed" : ""
    let damage = isDamaged && kind != .damaged ? ", damaged" : ""
    return what + state + damage + (isNow ? ", now" : "")
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
