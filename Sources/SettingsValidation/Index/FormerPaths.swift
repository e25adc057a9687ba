/// The places of settings in documents of earlier versions.
struct FormerPaths: Sendable {
  /// The position of the setting for each former path. If several settings have the same former path, the first one has
  /// precedence.
  private(set) var positions: [SettingPath: Int] = [:]
  /// The paths of the objects around former paths.
  private(set) var containers: Set<SettingPath> = []

  /// Adds the former paths of a setting.
  mutating func add(_ paths: [SettingPath], of position: Int) {
    for path in paths where positions[path] == nil {
      positions[path] = position
      var container = path.parent
      while let next = container, !next.isRoot, containers.insert(next).inserted { container = next.parent }
    }
  }
}
