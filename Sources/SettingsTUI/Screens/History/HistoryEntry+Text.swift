import Settings

extension HistoryEntry {
  /// What happened, in a few words.
  func changesText(isNow: Bool) -> String {
    let count = "\(changeCount) change\(changeCount == 1 ? "" : "s")"
    let what =
      switch kind {
      case .apply: count
      case .rollback: "rolled back"
      case .revert: "taken back"
      case .damaged: "damaged record"
      case .outside: changeCount == 0 ? "another program" : "another program, \(count)"
      }
    let state = confirmation != nil ? ", not confirmed" : ""
    let damage = isDamaged && kind != .damaged ? ", damaged" : ""
    return what + state + damage + (isNow ? ", now" : "")
  }

  /// What there is to say where no changes are listed.
  var noChangesText: String {
    kind == .outside ? "No change of a setting is known." : "No settings were changed."
  }
}

extension HistoryEntry.Change {
  /// What a person calls the setting.
  var name: String { title.isEmpty ? path.description : title }
  /// The value before, for people.
  var oldText: String { old.short }
  /// The value afterwards, for people.
  var newText: String { new.short }
}

extension JSONValue {
  /// The value for people: a text without its quotes.
  fileprivate var short: String {
    switch self {
    case .null: "none"
    case .string(let text): text.isEmpty ? "empty" : text
    default: description
    }
  }
}
