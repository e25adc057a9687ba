extension FormSection {
  /// Returns the paths of the settings in the section that have a name, by the way in which keys are spelled in names.
  ///
  /// Several settings have the same name if their keys differ only in their words: `a.bC` and `aB.c`.
  ///
  /// Cost: linear in the number of items of the sections on the path.
  ///
  /// - Parameters:
  ///   - separator: What joins the keys.
  ///   - spelled: Returns a key as it is spelled in names.
  package func settings(
    named name: some StringProtocol, separator: Character, spelled: (String) -> String
  ) -> [SettingPath] {
    var found: [SettingPath] = []
    collect(named: name[...], separator, spelled, at: .root, into: &found)
    return found
  }

  private func collect(
    named name: some StringProtocol, _ separator: Character, _ spelled: (String) -> String,
    at path: SettingPath, into found: inout [SettingPath]
  ) {
    for item in items {
      let key = spelled(item.key)
      guard name.hasPrefix(key) else { continue }
      let rest = name.dropFirst(key.count)
      switch item {
      case .setting: if rest.isEmpty { found.append(path.appending(item.key)) }
      case .section(let section):
        guard rest.first == separator else { continue }
        section.collect(
          named: rest.dropFirst(), separator, spelled, at: path.appending(item.key), into: &found)
      }
    }
  }
}
