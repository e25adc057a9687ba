extension Snapshot {
  /// Returns the changes since older content, in form order, and then those of members that the form doesn't describe. Stored values
  /// that another layer overrides are marked.
  ///
  /// Cost: a comparison of the bytes; linear in the number of changed settings.
  func changes(since old: Snapshot, in index: FormIndex) -> [SettingChange] {
    changesOfSettings(since: old, in: index)
      + index.othersDiffering(between: old.document, and: document).map(SettingChange.init)
  }

  private func changesOfSettings(since old: Snapshot, in index: FormIndex) -> [SettingChange] {
    var positions = index.settings(differingBetween: old.document, and: document)
    if !layers.isSame(as: old.layers) {
      positions = Set(positions + layers.positions + old.layers.positions).sorted()
    }
    return positions.compactMap { position in
      let entry = index.settings[position]
      let (before, after) = (old.storedValue(of: entry), storedValue(of: entry))
      let kind: SettingChange.Kind =
        switch (before, after) {
        case (nil, .some): .add
        case (.some, nil): .remove
        default: .replace
        }
      if old.layers.isEmpty, layers.isEmpty {
        guard before != after else { return nil }
        return SettingChange(
          path: entry.path, setting: entry.setting, kind: kind, old: before ?? old.value(of: entry),
          new: after ?? value(of: entry))
      }
      return change(of: entry, since: old, kind, isStored: before != after)
    }
  }

  /// Returns the change of a setting's effective value, or else of its stored value without an effect; `nil` if neither changed.
  private func change(
    of entry: FormIndex.Entry, since old: Snapshot, _ kind: SettingChange.Kind, isStored: Bool
  ) -> SettingChange? {
    let (before, after) = (old.value(of: entry), value(of: entry))
    guard before == after else {
      return SettingChange(path: entry.path, setting: entry.setting, kind: kind, old: before, new: after)
    }
    guard isStored, let origin = layers.overrider(of: entry) else { return nil }
    return SettingChange(
      path: entry.path, setting: entry.setting, kind: kind, old: old.editedValue(of: entry),
      new: editedValue(of: entry), overriddenBy: origin)
  }

  /// Returns the changes that rules have derived since older content in settings that aren't set, in form order.
  func derivedChanges(since old: Snapshot, in index: FormIndex) -> [SettingChange] {
    Set(rules.derivedPositions + old.rules.derivedPositions).sorted().compactMap { position in
      let entry = index.settings[position]
      guard !isSet(entry), !old.isSet(entry) else { return nil }
      return SettingChange(derived: entry, from: old.value(of: entry), to: value(of: entry))
    }
  }
}
