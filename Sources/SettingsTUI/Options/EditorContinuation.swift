import Settings

/// What an editor hands to the next one, which opens with a form that lists further entries of sections as settings.
package struct EditorContinuation: Sendable {
  /// The entries, which the form of the first editor describes but doesn't list.
  package let entries: [SettingPath]
  let reviewChoices: ReviewChoices
  /// The settings that the first editor marks as new.
  let newSettings: Set<SettingPath>
}
