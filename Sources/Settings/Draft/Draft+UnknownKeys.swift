/// Keys that the form doesn't know. They stay in the document unless a person removes them.
extension Draft {
  /// Stages the removal of a key that the form doesn't know, as one undo step. Does nothing for other paths.
  package mutating func removeUnknownKey(at path: SettingPath) -> [SettingPath] {
    guard isUnknownKey(path) else { return [] }
    return record([EditHistory.Edit(path, from: edits[path], to: .remove)])
  }

  /// Whether the stored document has a value at a path.
  package func hasStoredMember(at path: SettingPath) -> Bool { base.document.node(at: path) != nil }

  /// Whether the stored document has a key at a path where the form has neither a setting nor a section.
  private func isUnknownKey(_ path: SettingPath) -> Bool {
    !path.isRoot && path != ["$schema"] && index.entry(containing: path) == nil
      && index.section(at: path) == nil && base.document.node(at: path) != nil
  }

  /// Returns the change that removes a key that the form doesn't know. Its value is masked, because it may be a secret under a
  /// misspelled key.
  func removal(ofUnknownKeyAt path: SettingPath) -> SettingChange {
    let key = path.keys.last ?? ""
    return SettingChange(
      path: path,
      setting: FormSetting(key: key, title: key, kind: .json, traits: [.secret, .withoutApp]),
      kind: .remove, old: base.document.node(at: path)?.value, new: nil)
  }
}
