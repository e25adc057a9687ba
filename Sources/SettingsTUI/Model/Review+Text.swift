import Settings

extension Review {
  /// A sentence, without its period, about the errors that the changes don't affect; `nil` if there are none.
  package var remainingText: String? {
    let count = remainingErrors.count
    return count == 0 ? nil : Phrase.count(count, "existing error remains", "existing errors remain")
  }
}

extension SettingChange {
  /// Why the change has no effect, in a few words; `nil` if it has one.
  package var overriddenText: String? { overriddenBy.map { "no effect now; \($0) overrides it" } }
}
