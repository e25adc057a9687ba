extension SettingChange: CustomStringConvertible {
  /// The path with the old and the new value, secrets masked: `calculation.timePeriod: 7 days → 14 days`.
  public var description: String {
    let note = overriddenBy.map { " (no effect now; \($0) overrides it)" } ?? ""
    return
      "\(path.name): \(Phrase.shown(oldText)) → \(Phrase.shown(newText))\(kind == .remove ? " (default)" : "")\(note)"
  }
}
