import Settings

/// What an editor hands to the next one, which opens on another store.
struct EditorContinuation: Sendable {
  /// Why another editor opens.
  enum Reason: Hashable, Sendable {
    /// Its form lists entries of sections as settings, which the form of the first editor describes but doesn't list. It continues
    /// the draft.
    case entries([SettingPath])
    /// It edits another layer, by the path of its file, with the focus on the same setting.
    case layer(String, focus: SettingPath?)
  }

  let reason: Reason
  let store: UntypedStore
  let reviewChoices: ReviewChoices
  /// The settings that the first editor marks as new.
  let newSettings: Set<SettingPath>

  /// Whether the next editor has the draft of the first one.
  var continuesDraft: Bool {
    switch reason {
    case .entries: true
    case .layer: false
    }
  }
}
