import SettingsForm

extension HistoryEntry {
  /// The origin of the version, the number of its changes, and its conditions: `another program, 2 changes, not confirmed`.
  package var summary: String {
    let showsCount = kind == .apply || kind == .outside && revision != nil && changeCount > 0
    let words = [origin, showsCount ? Phrase.count(changeCount, "change") : nil].compactMap(\.self)
    return (words + conditions).joined(separator: ", ")
  }

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
}
