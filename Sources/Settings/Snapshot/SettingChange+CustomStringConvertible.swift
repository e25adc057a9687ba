extension SettingChange: CustomStringConvertible {
  /// The path with the old and the new value, secrets masked: `calculation.timePeriod: 7 days → 14 days`.
  public var description: String {
    let (old, new) = (oldText.isEmpty ? "empty" : oldText, newText.isEmpty ? "empty" : newText)
    let note = overriddenBy.map { " (no effect now; \($0) overrides it)" } ?? ""
    return "\(path.name): \(old) → \(new)\(kind == .remove ? " (default)" : "")\(note)"
  }
}
