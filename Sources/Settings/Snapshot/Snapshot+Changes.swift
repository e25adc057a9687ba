extension Snapshot {
  /// Returns the changes since older content, in form order.
  ///
  /// Cost: a comparison of the bytes; linear in the number of changed settings.
  func changes(since old: Snapshot, in index: FormIndex) -> [SettingChange] {
    index.settings(differingBetween: old.document, and: document).compactMap { position in
      let entry = index.settings[position]
      let (before, after) = (old.storedValue(of: entry), storedValue(of: entry))
      guard before != after else { return nil }
      let kind: SettingChange.Kind = before == nil ? .add : after == nil ? .remove : .replace
      return SettingChange(
        path: entry.path, setting: entry.setting, kind: kind, old: before ?? old.value(of: entry),
        new: after ?? value(of: entry))
    }
  }

  /// Returns the changes that rules have derived since older content in settings that aren't set, in form order.
  func derivedChanges(since old: Snapshot, in index: FormIndex) -> [SettingChange] {
    Set(rules.derivedPositions + old.rules.derivedPositions).sorted().compactMap { position in
      let entry = index.settings[position]
      guard node(of: entry) == nil, old.node(of: entry) == nil else { return nil }
      return SettingChange(derived: entry, from: old.value(of: entry), to: value(of: entry))
    }
  }
}
