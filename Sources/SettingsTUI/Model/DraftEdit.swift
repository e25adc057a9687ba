import Settings

/// A change of the draft that a key, a button or a typed command makes.
///
/// ``EditorCore/perform(_:)`` performs it.
enum DraftEdit {
  /// Sets a value.
  case set(JSONValue, at: ValuePlace)
  /// Sets a value that is stored although it may be the default.
  case store(JSONValue, at: ValuePlace)
  /// Removes a setting, an element of a list, an entry of a dictionary or a field of an object from the file.
  case remove(ValuePlace)
  /// Removes a section with everything in it from the file.
  case removeSection(Int)
  /// Gives a member of an object another key.
  case rename(String, to: String, in: ValuePlace)
  /// Gives a member that the form doesn't list another path in the same section. Both paths are listed.
  case renameMember(SettingPath, to: SettingPath)
  /// Stages several values as one step, also those that are defaults.
  case stage([StagedValue])
  /// Stages the changes of an earlier editor as one step, and leaves out of the review what that editor had left out.
  case restore([StagedValue], leavingOut: [Review.Item])
  /// Sets the comment above a member or an element; an empty one removes it.
  case comment(String, above: SettingPath)
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

/// A member of a document that the form doesn't list as what it becomes.
struct ChangedMember: Hashable {
  let path: SettingPath
  /// The new value; `nil` removes the member.
  let value: JSONValue?
}
