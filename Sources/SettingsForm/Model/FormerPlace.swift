/// The place of a setting or section in earlier versions, as a name in `was` describes it.
package enum FormerPlace: Hashable {
  /// A key in the same section.
  case key(String)
  /// A path from the root.
  case path(SettingPath)

  /// Parses a name. A dotted path of several keys and a JSON Pointer start at the root; any other string is a key.
  package init(_ name: String) {
    guard let path = try? SettingPath(parsing: name), let key = path.keys.first else {
      self = .key(name)
      return
    }
    self = path.keys.count > 1 || name.hasPrefix("/") ? .path(path) : .key(key)
  }

  /// Returns the paths of an item with other names in earlier versions, the current path first: one for each name, in each
  /// place of its section.
  package static func paths(
    of key: String, named names: [String], in sections: [SettingPath]
  ) -> [SettingPath] {
    let current = sections.map { $0.appending(key) }
    return current
      + names.flatMap { name in
        switch FormerPlace(name) {
        case .key(let key): sections.map { $0.appending(key) }
        case .path(let path): [path]
        }
      }
  }
}
