import Settings

/// A change of the draft that a key, a button or a typed command makes.
///
/// ``EditorCore/perform(_:)`` performs it.
enum DraftEdit {
  /// Sets a value.
  case set(JSONValue, at: ValuePlace)
  /// Removes an element of a list, an entry of a dictionary or a field of an object.
  case remove(ValuePlace)
  /// Stages several values as one step.
  case stage([StagedValue])
  /// Stages the changes of an earlier editor as one step, and leaves out of the review what that editor had left out.
  case restore([StagedValue], leavingOut: [Review.Item])
  /// Removes a key that the form doesn't know, which a problem is about.
  case removeUnknownKey(FormProblem)
  /// Resets a setting to its default.
  case reset(FormIndex.Entry)
  /// Resets all settings of a section, as one step.
  case resetSection(Int)
  /// Unstages the change of a setting.
  case unstage(FormIndex.Entry)
  /// Unstages the change of a part of a setting's value.
  case unstagePart(PartChange, of: FormIndex.Entry)
  /// Unstages the removal of a key that the form doesn't know.
  case unstageRemoval(SettingPath)
  /// Unstages all changes in a section, as one step.
  case unstageSection(Int)
  /// Resolves a conflict.
  case resolve(FormIndex.Entry, keeping: Conflict.Side)
  case undo
  case redo
  /// Discards the whole draft.
  case discard
}
