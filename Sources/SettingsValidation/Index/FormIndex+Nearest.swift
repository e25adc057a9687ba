extension FormIndex {
  /// Returns the setting or section that was probably meant by an unknown path; `nil` if no path is similar.
  ///
  /// Each key is corrected within its section, by at most a third of its characters. Otherwise, a setting of another section with the
  /// same last key is returned.
  ///
  /// Cost: linear in the size of the sections on the path; for a misplaced key, in the number of settings.
  ///
  /// - Parameter describedOnly: Whether members that are listed although the form doesn't describe them are left out: such a member can be
  ///   misspelled itself.
  package func nearest(to path: SettingPath, describedOnly: Bool = false) -> SettingPath? {
    // The parts of one value have no names in the form.
    guard form.rootSetting == nil else { return nil }
    if let current = entry(formerlyAt: path) { return current.path }
    var budget = Int.max
    return corrected(path, describedOnly: describedOnly, budget: &budget)
      ?? elsewhere(path, describedOnly: describedOnly)
  }

  /// Returns the path with each unknown key replaced by the nearest key of its section.
  func corrected(_ path: SettingPath, describedOnly: Bool = false, budget: inout Int) -> SettingPath? {
    var node = 0
    var found = SettingPath.root
    for (depth, key) in path.keys.enumerated() {
      guard
        let known = nodes[node].keys.has(key, describedOnly: describedOnly)
          ? key : nearestKey(to: key, in: node, describedOnly: describedOnly, budget: &budget)
      else { return nil }
      found.keys.append(known)
      switch nodes[node].keys[known] {
      case .section(let inner)?: node = inner
      case .setting?, nil: return depth == path.keys.count - 1 ? found : nil
      }
    }
    return found
  }

  /// Returns the key of a section that is nearest to an unknown key; `nil` if no key is similar.
  ///
  /// - Parameter budget: The number of keys that may still be compared. When it is used up, the result is `nil`, so that a
  ///   document full of unknown keys takes linear time.
  func nearestKey(
    to key: String, in node: Int, describedOnly: Bool = true, budget: inout Int
  ) -> String? {
    let items = nodes[node].section.items
    guard budget >= items.count else { return nil }
    budget -= items.count
    return EditDistance.nearest(
      to: key, among: items.lazy.filter { !describedOnly || !$0.isUndescribed }.map(\.key))
  }

  private func elsewhere(_ path: SettingPath, describedOnly: Bool) -> SettingPath? {
    guard let key = path.keys.last else { return nil }
    return settings.first {
      $0.path.keys.last == key && !(describedOnly && $0.setting.traits.contains(.undescribed))
    }?.path
  }
}
