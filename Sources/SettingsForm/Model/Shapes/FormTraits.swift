/// The flags of a setting.
package struct FormTraits: OptionSet, Hashable, Sendable {
  /// One bit for each flag.
  package let rawValue: UInt8

  /// Creates a set from its bits.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// A change takes effect in the next process, not in the running process.
  package static let requiresRestart = FormTraits(rawValue: 1 << 0)
  /// The value is masked wherever it would be shown. Parts of a value and whole sections can be secret, too; see
  /// ``FormSetting/isSecret`` and ``FormSetting/holdsSecrets``.
  package static let secret = FormTraits(rawValue: 1 << 1)
  /// The value is shown but can't be edited.
  package static let readOnly = FormTraits(rawValue: 1 << 2)
  /// The setting is hidden by default.
  package static let advanced = FormTraits(rawValue: 1 << 3)
  /// The setting still works but is deprecated.
  package static let deprecated = FormTraits(rawValue: 1 << 4)
  /// Only the app's code uses the setting: no editor shows it, and exported forms lack it.
  package static let skipped = FormTraits(rawValue: 1 << 5)
}
