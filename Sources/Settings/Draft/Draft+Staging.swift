/// Staging. Each of these methods returns the settings that it changed.
extension Draft {
  /// Stages a value. An invalid value is staged, too; the review then contains a problem.
  ///
  /// Staging the stored value unstages the setting, and so does staging the default of a setting that isn't set, unless
  /// `storesDefaults` is true, or a keyword such as `required` depends on the setting's presence. An object at a section's path stages the
  /// settings in the section as one undo step.
  ///
  /// - Parameter storesDefaults: Whether a value that equals the default is stored, too: to override a layer below, or to keep the value
  ///   when a rule or a later version of the app changes the default.
  ///
  /// Throws if the path, or the path of a member of an object for a section, names no setting. Then nothing is staged.
  @discardableResult
  package mutating func stage(
    _ value: JSONValue, at path: SettingPath, storesDefaults: Bool = false
  ) throws(UnknownSettingError) -> [SettingPath] {
    stage(try index.valuesToStage(value, at: path), storesDefaults: storesDefaults)
  }

  /// Resets a setting, or all settings of a section that the form describes, to their defaults, as one undo step. An undescribed section is
  /// removed with everything in it.
  ///
  /// Throws if the path names none of these.
  @discardableResult
  package mutating func reset(_ path: SettingPath) throws(UnknownSettingError) -> [SettingPath] {
    if index.section(at: path)?.isUndescribed == true { return removeUndescribed(at: path) }
    return reset(try index.entries(at: path))
  }

  /// Unstages all changes as one undo step.
  @discardableResult
  package mutating func discard() -> [SettingPath] {
    record(edits.map { EditHistory.Edit($0.path, from: $0.change, to: nil) } + uncommenting)
  }
}

/// A value to stage; `nil` resets the setting.
package struct StagedValue: Hashable, Sendable {
  package let entry: FormIndex.Entry
  package let value: JSONValue?

  package init(_ entry: FormIndex.Entry, _ value: JSONValue?) {
    self.entry = entry
    self.value = value
  }

  package var path: SettingPath { entry.path }
}

/// Staging for settings of the form.
extension Draft {
  /// Stages values as one undo step.
  @discardableResult
  package mutating func stage(_ values: [StagedValue], storesDefaults: Bool = false) -> [SettingPath] {
    record(
      values.map { staged in
        EditHistory.Edit(
          staged.path, from: edits[staged.path],
          to: staged.value.map { change(to: $0, of: staged.entry, storesDefaults: storesDefaults) }
            ?? changeForReset(of: staged.entry))
      })
  }

  /// Resets settings as one undo step.
  @discardableResult
  package mutating func reset(_ entries: [FormIndex.Entry]) -> [SettingPath] {
    stage(entries.map { StagedValue($0, nil) })
  }

  /// Unstages settings as one undo step.
  @discardableResult
  package mutating func unstage(_ entries: [FormIndex.Entry]) -> [SettingPath] {
    record(entries.map { EditHistory.Edit($0.path, from: edits[$0.path], to: nil) })
  }

  /// Returns the change that gives a setting a value; `nil` if it has the value without a change.
  private func change(
    to value: JSONValue, of entry: FormIndex.Entry, storesDefaults: Bool
  ) -> JSONEdits.Change? {
    let stored = isRemovedWithSection(entry.path) ? nil : base.storedValue(of: entry)
    let isDefault =
      stored == nil && !storesDefaults && unsetValue(of: entry) == value
      && !index.judgesPresence(at: entry.path)
    return stored == value || isDefault ? nil : .set(value)
  }
}

extension FormIndex {
  /// Returns the setting at a path, or all settings of the section there, in form order.
  func entries(at path: SettingPath) throws(UnknownSettingError) -> [Entry] {
    guard self[path] != nil || section(at: path) != nil else { throw UnknownSettingError(path, in: self) }
    return settingPaths(at: path).compactMap { self[$0] }
  }

  /// Returns the setting at a path, or all settings of the section there that the form describes, in form order; empty for an unknown path.
  ///
  /// A member that the form doesn't describe belongs to somebody else, such as a later version of the app, so a reset of the section keeps
  /// it.
  func settingPaths(at path: SettingPath) -> [SettingPath] {
    if self[path] != nil { return [path] }
    guard let section = section(at: path) else { return [] }
    return section.items.flatMap { $0.isUndescribed ? [] : settingPaths(at: path.appending($0.key)) }
  }

  /// Returns what to stage for the value of a setting, or for the object of a section.
  fileprivate func valuesToStage(
    _ value: JSONValue, at path: SettingPath
  ) throws(UnknownSettingError) -> [StagedValue] {
    if let entry = self[path] { return [StagedValue(entry, value)] }
    guard section(at: path) != nil else { throw UnknownSettingError(path, in: self) }
    guard case .object(let object) = value else { throw UnknownSettingError(path, .section) }
    var values: [StagedValue] = []
    for member in object.members { values += try valuesToStage(member.value, at: path.appending(member.key)) }
    return values
  }
}
