import Settings

/// What an editor hands to the next one, which edits another layer.
struct EditorContinuation: Sendable {
  let store: UntypedStore
  /// The setting that keeps the focus.
  let focus: SettingPath?
}
