/// The flags of a setting.
package struct FormTraits: OptionSet, Hashable, Sendable {
  /// One bit for each flag.
  package let rawValue: UInt16

  /// Creates a set from its bits.
  package init(rawValue: UInt16) {
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
  /// The form isn't an app's own, so no app chooses a value for the setting when the file has none.
  package static let withoutApp = FormTraits(rawValue: 1 << 6)
  /// Values of any type are valid; the kind only tells how the value is usually edited.
  package static let anyType = FormTraits(rawValue: 1 << 7)
  /// No form describes the setting. It is listed because a document has it, or because a person names its path.
  package static let undescribed = FormTraits(rawValue: 1 << 8)
  /// The setting is listed because a document has it, or because a person names its path: it is undescribed, or an entry of a section.
  package static let listed = FormTraits(rawValue: 1 << 9)
}
