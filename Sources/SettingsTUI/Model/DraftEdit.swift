import SettingsEditing

/// What follows after the stored content was changed.
enum AfterStoring: Hashable, Sendable {
  case stay
  case leave
  case restart
}

/// A change of the draft that a key, a button or a typed command makes.
///
/// ``EditorCore/perform(_:)`` performs it.
///
/// All edits of both editors are cases of this type. A new kind of edit has to be handled in one switch, with its refusal, its message and
/// its undo.
enum DraftEdit {
  /// Sets a value.
  case set(JSONValue, at: ValuePlace)
  /// Sets a value that is stored although it can be the default.
  case store(JSONValue, at: ValuePlace)
  /// Removes a setting, an element of a list, an entry of a dictionary or a field of an object from the file. A setting has its default
  /// then, which is what a person calls a reset.
  case remove(ValuePlace)
  /// Exchanges two elements of a list.
  case exchange(Int, with: Int, in: ValuePlace)
  /// Removes a section with everything in it from the file.
  case removeSection(Int)
  /// Gives a member of an object another key.
  case rename(String, to: String, in: ValuePlace)
  /// Gives a member that the form doesn't list another path in the same section. Both paths are listed.
  case renameMember(SettingPath, to: SettingPath)
  /// Stages several values, even if they are defaults, and the comments above some, as one step.
  case stage([StagedValue], comments: [SettingPath: String])
  /// Stages the changes of an earlier editor as one step, with the removal of members that the form doesn't describe and what they do to the
  /// text around values, and leaves out of the review what that editor had left out.
  case restore([StagedValue], removing: [SettingPath], with: TextChanges, leavingOut: [FormReview.Item])
  /// Sets the comment above a member or an element; an empty comment removes it.
  case comment(String, above: SettingPath)
  /// Makes a member a comment.
  case commentOut(SettingPath)
  /// Makes a commented-out member one of its object again, with the value in the comment.
  case commentIn(SettingPath, JSONValue)
  /// Removes a key that the form doesn't know, which a problem is about.
  case removeUnknownKey(FormProblem)
  /// Resets all settings of a section, as one step.
  case resetSection(Int)
  /// Unstages the change of a setting, or the removal of a key that the form doesn't know.
  case unstage(SettingPath)
  /// Unstages the change of a part of a setting's value.
  case unstagePart(SettingPartChange, of: FormIndex.Entry)
  /// Unstages all changes in a section, as one step.
  case unstageSection(Int)
  /// Resolves a conflict.
  case resolve(SettingPath, keeping: SettingConflict.Side)
  case undo
  case redo
  /// Discards the whole draft.
  case discard
}

/// A change of a member that has no row of this kind yet: one that the form doesn't name, such as a new server in `servers`, or an
/// undescribed section that becomes a single value.
struct ChangedMember: Hashable {
  let path: SettingPath
  /// The new value; `nil` removes the member.
  let value: JSONValue?
}

/// What an editor asks the world outside for: the store, other programs, the app, the terminal.
///
/// An effect is something that the editor can't do at once, because it takes time (an apply, a function of the app) or needs the terminal
/// (another program, the clipboard). Its result comes back later, as an event of the session. What is there at once, such as the content of
/// another file, is no effect: the editor reads it and goes on.
enum EditorEffect: Equatable {
  /// Changes the stored content; the editor's `finish(_:)` handles the report.
  case store(StoreRequest)
  /// Cancels the request that changes the stored content.
  case cancelStoring
  /// Opens text in the external editor; ``ScreenEditor/finishEditing(_:)`` handles the result.
  case edit(String, fileName: String)
  /// Removes recovery files once the draft is saved.
  case removeRecovery([RecoveryFolder.Leftover])
  /// Requests texts and choices from the app.
  case load([AppRequest])
  /// Runs an action of the app.
  case run(action: String)
  /// Cancels an action of the app.
  case cancel(action: String)
  /// Sends text to the terminal's clipboard.
  case copy(String)
  /// Stops the process, as Ctrl-Z does.
  case suspend
  /// Takes over the terminal again and repaints it.
  case repaint
  /// Closes the editor.
  case close
}
