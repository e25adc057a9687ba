extension FormIndex {
  /// Returns the path of the entry at or around a path if a section describes it, but the form doesn't list it as a setting;
  /// otherwise `nil`.
  package func unlistedEntry(at path: SettingPath) -> SettingPath? {
    guard form.rootSetting == nil else { return nil }
    let sections = positions(around: path).sections
    guard sections.count <= path.keys.count else { return nil }
    let node = nodes[sections[sections.count - 1]]
    let key = path.keys[sections.count - 1]
    guard node.keys[key] == nil, key != "$schema", node.section.kind(ofEntry: key) != nil else { return nil }
    return SettingPath(Array(path.keys.prefix(sections.count)))
  }

  /// Returns the index of the form that also lists entries of sections as settings.
  package func listing(entriesAt paths: [SettingPath]) -> FormIndex {
    let listing = form.listingEntries(of: nil, at: paths)
    return listing.root == form.root ? self : FormIndex(listing)
  }
}
