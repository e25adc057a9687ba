/// Members that the form doesn't describe. They stay in the document unless a person removes them.
extension Draft {
  /// Stages the removal of a member that the form doesn't describe, with everything in it, as one undo step. Does nothing for other paths.
  ///
  /// The member doesn't have to be listed in the form. If it is listed as a section, this also unstages the changes inside it.
  package mutating func removeUndescribed(at path: SettingPath) -> [SettingPath] {
    guard isUndescribed(path) else { return [] }
    let inside = edits.filter { $0.path != path && path.contains($0.path) }
    return record(
      inside.map { EditHistory.Edit($0.path, from: $0.change, to: nil) }
        + [EditHistory.Edit(path, from: edits[path], to: .remove)])
  }

  /// Whether the stored document has a member at a path, and the form doesn't describe it.
  private func isUndescribed(_ path: SettingPath) -> Bool {
    guard !path.isRoot, path != ["$schema"], base.document.node(at: path) != nil else { return false }
    if let section = index.section(at: path) { return section.isUndescribed }
    guard let entry = index.entry(containing: path) else { return true }
    return entry.path == path && entry.setting.traits.contains(.undescribed)
  }

  /// Whether the stored document has a value at a path.
  package func hasStoredMember(at path: SettingPath) -> Bool {
    base.document.node(at: path) != nil
  }

  /// The sections that the stored document has without members.
  package var emptySections: [SettingPath] { index.emptySections(of: base.document) }

  /// Whether a section around a setting is removed, with the setting's stored value.
  func isRemovedWithSection(_ path: SettingPath) -> Bool {
    !removedSections.isEmpty && removedSections.contains { $0 != path && $0.contains(path) }
  }

  /// Returns the change that removes a member that isn't listed as a setting.
  func removal(ofUndescribed path: SettingPath) -> SettingChange {
    let value = base.document.node(at: path)?.value
    let setting = FormSetting.undescribed(path.keys.last ?? "", value ?? .null)
    return SettingChange(
      path: path, setting: setting.inheriting(index.secrecy(at: path)), kind: .remove, old: value, new: nil)
  }

  /// Returns warnings about undescribed members whose values have another type with the changes. No form tells whether that is a mistake.
  func typeChanges() -> [FormProblem] {
    edits.compactMap { path, change in
      guard case .set(let new) = change, let entry = index[path], entry.setting.traits.contains(.undescribed),
        let old = base.node(of: entry)?.value, old.kind != new.kind, old != .null
      else { return nil }
      return FormProblem(
        path: path, severity: .warning, reason: .typeChange(from: JSONType(of: old), to: JSONType(of: new)))
    }
  }
}
