extension SettingChange: CustomStringConvertible {
  /// The path with the old and the new value, secrets masked: `calculation.timePeriod: 7 days → 14 days`.
  public var description: String {
    let notes = [keyNote, overriddenBy.map { "no effect now; \($0) overrides it" }].compactMap {
      $0.map { " (\($0))" }
    }
    return "\(path.name): \(Phrase.shown(oldText)) → \(Phrase.shown(newText))\(notes.joined())"
  }
}
