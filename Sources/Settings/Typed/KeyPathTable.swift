/// Which setting a key path names.
///
/// The generator fills the table, because the description of a key path is no identity: it is empty
/// when a program is built without reflection metadata.
public struct KeyPathTable<Root: SettingsGroup> {
  private var paths: [PartialKeyPath<Root>: SettingPath] = [:]

  /// Creates an empty table.
  init() {}

  /// Says which setting, or section, a key path names.
  public mutating func add<Value: Codable & Sendable>(
    _ keyPath: WritableKeyPath<Root, Value>, _ path: SettingPath
  ) {
    paths[keyPath] = path
  }

  /// Says which settings and sections key paths name: each line of a text is the JSON Pointer of one.
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

  /// The path of a key path's setting or section; `nil` if it names neither. Cost: constant.
  public subscript(keyPath: PartialKeyPath<Root>) -> SettingPath? {
    paths[keyPath]
  }
}

/// Unchecked, because key paths are not `Sendable` in the type system: those in the table were made from
/// literals of stored properties, capture nothing, and neither they nor the table change after `init`.
extension KeyPathTable: @unchecked Sendable {}
