extension UntypedViewModel {
  /// Stages a value. An invalid value is a problem that prevents an apply.
  ///
  /// Throws if the path names no setting, as `Draft` does.
  public func stage(_ value: JSONValue, at path: SettingPath) throws(UnknownSettingError) {
    try change { draft throws(UnknownSettingError) in try draft.stage(value, at: path) }
  }

  /// Resets a setting, or all settings of a section, to their defaults.
  ///
  /// Throws if the path names neither.
  public func reset(_ path: SettingPath) throws(UnknownSettingError) {
    try change { draft throws(UnknownSettingError) in try draft.reset(path) }
  }

  /// Stages values as one undo step.
  ///
  /// - Parameter storesDefaults: Whether a value that equals the default is stored, too.
  package func stage(_ values: [StagedValue], storesDefaults: Bool = false) {
    change { $0.stage(values, storesDefaults: storesDefaults) }
  }

  /// Stages values in which a member has another path than before. It takes its text, its comments and its place along.
  package func stage(_ values: [StagedValue], moving old: SettingPath, to new: SettingPath) {
    change { draft in
      draft.note(originOf: new, old)
      return draft.stage(values, storesDefaults: true)
    }
  }

  /// Stages a comment above a member or an element, as one undo step.
  package func stageComment(_ text: String, above path: SettingPath) {
    change { $0.stageComment(text, above: path) }
  }

  /// Resets settings to their defaults as one undo step.
  package func reset(_ entries: [FormIndex.Entry]) {
    change { $0.reset(entries) }
  }

  /// Stages the removal of a key that the form doesn't know, as one undo step.
  package func removeUndescribed(at path: SettingPath) {
    change { $0.removeUndescribed(at: path) }
  }

  /// Unstages settings as one undo step.
  package func unstage(_ entries: [FormIndex.Entry]) {
    change { $0.unstage(entries) }
  }

  /// Unstages the changes of some settings, and of some parts of values, as one undo step.
  package func unstage(_ items: Set<Review.Item>) {
    change { $0.unstage(items) }
  }

  /// Unstages all changes as one undo step.
  package func discard() {
    change { $0.discard() }
  }

  /// Whether there is a step to undo.
  package var canUndo: Bool { draft.canUndo }

  /// Whether there is a step to redo.
  package var canRedo: Bool { draft.canRedo }

  /// Undoes the last step, and returns the changed settings.
  @discardableResult
  package func undo() -> [SettingPath] {
    change { $0.undo() }
  }

  /// Redoes the last undone step, and returns the changed settings.
  @discardableResult
  package func redo() -> [SettingPath] {
    change { $0.redo() }
  }

  /// Resolves the conflict of a setting: keeps the staged value, or the stored one.
  package func resolve(_ entry: FormIndex.Entry, keeping side: Conflict.Side) {
    change { draft in
      draft.resolve(entry, keeping: side)
      return [entry.path]
    }
  }
}
