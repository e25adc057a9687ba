/// A map from key paths to the paths of settings and sections.
///
/// The generator emits its content, because the description of a key path is empty when a program is built without reflection metadata. A
/// store creates the table when it first needs it, and looks up each key path that the app uses.
///
/// Cost: creating it is linear in the number of settings; a look-up is constant.
@_documentation(visibility: internal)
public struct KeyPathTable<Root: SettingsGroup> {
  private var paths: [PartialKeyPath<Root>: SettingPath] = [:]

  /// Creates an empty table.
  init() {}

  /// Adds the path of a key path's setting or section. A key whose name contains a line feed is added this way.
  public mutating func add<Value: Codable & Sendable>(
    _ keyPath: WritableKeyPath<Root, Value>, _ path: SettingPath
  ) {
    paths[keyPath] = path
  }

  /// Adds the paths of several key paths: each line of a string is a JSON Pointer.
  ///
  /// Generated code calls it once with all key paths, which takes the optimizer a third of the time of a call for each setting. It
  /// isn't inlined, so that the generated code stays small.
  @inline(never)
  public mutating func add(_ keyPaths: [PartialKeyPath<Root>], at pointers: StaticString) {
    let lines = pointers.description.split(separator: "\n", omittingEmptySubsequences: false)
    for (keyPath, line) in zip(keyPaths, lines) {
      do {
        paths[keyPath] = try SettingPath(parsing: String(line))
      } catch {
        preconditionFailure("\(Root.self): \(error)")
      }
    }
  }

  /// Returns the paths of the settings in a section, sorted. Cost: linear in the size of the table, so only rules over a whole section call
  /// it, once.
  func settings(in section: SettingPath) -> [SettingPath] {
    let inner = paths.values.filter {
      $0.keys.count > section.keys.count && $0.keys.starts(with: section.keys)
    }
    let sections = Set(inner.compactMap(\.parent))
    return inner.filter { !sections.contains($0) }.sorted { $0.keys.lexicographicallyPrecedes($1.keys) }
  }

  /// Whether a path is that of a setting or section. Cost: linear in the size of the table.
  func contains(_ path: SettingPath) -> Bool { paths.values.contains(path) }

  /// The path of a key path's setting or section; `nil` if it refers to neither. Cost: constant.
  package subscript(keyPath: PartialKeyPath<Root>) -> SettingPath? {
    paths[keyPath]
  }
}

/// Unchecked, because key paths aren't `Sendable` in the type system: the key paths in the table come from literals of stored properties
/// and capture nothing, and the table doesn't change after the generated code has filled it.
extension KeyPathTable: @unchecked Sendable {}
