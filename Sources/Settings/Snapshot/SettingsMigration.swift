import SettingsForm

/// One change that an app makes to documents of its earlier versions.
///
/// A released app can't rename, retype or remove a setting without regard to the files that its users have. A migration says what an old
/// value becomes. A setting that only has another name or another place needs none: write `was` above it.
///
/// A root lists its migrations; they run in this order. They run on what was read, before it is checked, in the settings file and the
/// layers around it, in plans, and in the versions of the history. The next apply stores the result, together with the comments.
///
/// ```swift
/// struct ServerSettings: SettingsGroup {
///   var host = "localhost"
///   var port = 80
///   var timeout = Duration.seconds(5)
///
///   static let migrations: [SettingsMigration<ServerSettings>] = [
///     .convert(\.timeout) { (seconds: Int) in .seconds(seconds) },
///     .split("address", into: \.host, \.port) { (address: String) in
///       let parts = address.split(separator: ":")
///       return (String(parts[0]), Int(parts.last ?? "") ?? 80)
///     },
///     .remove("legacyMode"),
///   ]
/// }
/// ```
///
/// A closure that throws or returns `nil` leaves the old value where it is, which then is a problem at its place; no value is lost. A
/// migration runs again at each read until its result is stored, so a closure must not have effects, and must return the same for the same
/// value.
///
/// A migration that converts values of a type to the same type, such as seconds to milliseconds, can't tell old values from new ones; give
/// it the version of the document `before` which it runs. A document of an app with such migrations has its version as `"$version"`;
/// without that key, it is 0. Variables and options have no version, so such a migration doesn't run for them.
///
/// A path is a setting's path in the document, such as `"server.port"`. In `"servers.*.timeout"`, `*` stands for each element of a list or
/// each entry of a dictionary.
///
/// Test a migration with ``SettingsRoot/migrated(_:)``. A migration with a path or a key path that names no setting is an error when the
/// store is opened.
public struct SettingsMigration<Root: SettingsGroup>: Sendable {
  /// Where a value is, as the app writes it: as text for a place of earlier versions, and as a key path for one that the compiler knows.
  enum Place: Sendable {
    case path(String)
    case keyPath(@Sendable (KeyPathTable<Root>) -> SettingPath?)
  }

  enum Action: Sendable {
    case convert(from: [Place], to: [Place], FormMigration.Conversion?)
    /// Converts the values at a place, which were at another path in earlier versions.
    case convertInPlace(Place, was: String?, FormMigration.Conversion)
    case move(String, to: Place)
  }

  let action: Action
  let version: Int?
}

extension SettingsMigration {
  /// Moves the value at a path of earlier versions to a setting or section, which may also have its own `was`.
  ///
  /// `.move("net.port", to: \.network.port)` turns `{"net": {"port": 80}}` into `{"network": {"port": 80}}`. If both places have a value,
  /// the current one counts, and the former one is a warning.
  public static func move<Value>(
    _ path: String, to keyPath: any WritableKeyPath<Root, Value> & Sendable
  ) -> SettingsMigration {
    SettingsMigration(action: .move(path, to: .to(keyPath)), version: nil)
  }

  /// Removes a value that the app doesn't use any more, which then isn't reported as an unknown key.
  ///
  /// `.remove("legacyMode")` turns `{"legacyMode": true, "times": 2}` into `{"times": 2}`.
  ///
  /// - Parameters:
  ///   - path: The path of the value in the document.
  ///   - version: The version of the documents that can have such a key again, with another meaning; `nil` to remove it always.
  public static func remove(_ path: String, before version: Int? = nil) -> SettingsMigration {
    SettingsMigration(action: .convert(from: [.path(path)], to: [], nil), version: version)
  }

  /// Converts a setting's value that has the type of earlier versions.
  ///
  /// `.convert(\.timeout) { (seconds: Int) in .seconds(seconds) }` turns `{"timeout": 30}` into `{"timeout": "PT30S"}`. The type of the
  /// closure's argument decides which values are converted: others are left as they are.
  ///
  /// With `was`, it also moves the value: `.convert(\.timeout, was: "net.timeoutSeconds") { … }` turns `{"net": {"timeoutSeconds": 30}}`
  /// into `{"timeout": "PT30S"}`. A variable or an option with that name is also converted.
  ///
  /// - Parameters:
  ///   - keyPath: The setting.
  ///   - path: The path of the value in earlier versions; `nil` if it is the same, or if the setting has an annotation `was`.
  ///   - version: The version of the documents that have new values only. Without it, a value that is valid today isn't converted.
  ///   - convert: Returns the new value; `nil` to leave the value as it is.
  public static func convert<Old: Decodable & SendableMetatype, New: Encodable & SendableMetatype>(
    _ keyPath: any WritableKeyPath<Root, New> & Sendable, was path: String? = nil,
    before version: Int? = nil, _ convert: @escaping @Sendable (Old) throws -> New?
  ) -> SettingsMigration {
    SettingsMigration(
      action: .convertInPlace(.to(keyPath), was: path, single(convert)), version: version)
  }

  /// Converts the values at a path, which may be inside lists and dictionaries, such as `"servers.*.timeout"`.
  ///
  /// With `was`, it also renames them: `.convert("servers.*.timeout", was: "servers.*.seconds") { … }`.
  ///
  /// - Parameters:
  ///   - path: The path of the values, with `*` for each element or entry.
  ///   - former: The path of the values in earlier versions, with as many `*`; `nil` if it is the same.
  ///   - version: The version of the documents that have new values only. Without it, a value that is valid today isn't converted.
  ///   - convert: Returns the new value; `nil` to leave the value as it is.
  public static func convert<Old: Decodable & SendableMetatype, New: Encodable & SendableMetatype>(
    _ path: String, was former: String? = nil, before version: Int? = nil,
    _ convert: @escaping @Sendable (Old) throws -> New?
  ) -> SettingsMigration {
    SettingsMigration(
      action: .convertInPlace(.path(path), was: former, single(convert)), version: version)
  }

  /// Makes the values of two settings from one value of earlier versions.
  ///
  /// `.split("address", into: \.host, \.port) { … }` turns `{"address": "a:80"}` into `{"host": "a", "port": 80}`.
  ///
  /// - Parameters:
  ///   - path: The path of the old value.
  ///   - first: The setting of the first new value.
  ///   - second: The setting of the second new value.
  ///   - version: The version of the documents that have new values only; `nil` to split in all documents.
  ///   - split: Returns both new values; `nil` to leave the old value as it is.
  public static func split<
    Old: Decodable & SendableMetatype, First: Encodable & SendableMetatype,
    Second: Encodable & SendableMetatype
  >(
    _ path: String, into first: any WritableKeyPath<Root, First> & Sendable,
    _ second: any WritableKeyPath<Root, Second> & Sendable, before version: Int? = nil,
    _ split: @escaping @Sendable (Old) throws -> (First, Second)?
  ) -> SettingsMigration {
    SettingsMigration(
      action: .convert(from: [.path(path)], to: [.to(first), .to(second)]) { values in
        guard let old = values[0].decoded(as: Old.self), let new = try split(old) else { return nil }
        return [try SettingsEncoder().encode(new.0), try SettingsEncoder().encode(new.1)]
      }, version: version)
  }

  /// Makes the value of a setting from two values of earlier versions. An argument of the closure that is an optional allows that its value
  /// is missing.
  ///
  /// `.merge("first", "last", into: \.name) { (first: String, last: String?) in … }` turns `{"first": "Ada", "last": "King"}` into
  /// `{"name": "Ada King"}`, if the closure joins them.
  ///
  /// - Parameters:
  ///   - first: The path of the first old value.
  ///   - second: The path of the second old value.
  ///   - keyPath: The setting.
  ///   - version: The version of the documents that have new values only; `nil` to merge in all documents.
  ///   - merge: Returns the new value; `nil` to leave the old values as they are.
  public static func merge<
    First: Decodable & SendableMetatype, Second: Decodable & SendableMetatype,
    New: Encodable & SendableMetatype
  >(
    _ first: String, _ second: String, into keyPath: any WritableKeyPath<Root, New> & Sendable,
    before version: Int? = nil, _ merge: @escaping @Sendable (First, Second) throws -> New?
  ) -> SettingsMigration {
    SettingsMigration(
      action: .convert(from: [.path(first), .path(second)], to: [.to(keyPath)]) { values in
        guard let first = values[0].decoded(as: First.self),
          let second = values[1].decoded(as: Second.self),
          let new = try merge(first, second)
        else { return nil }
        return [try SettingsEncoder().encode(new)]
      }, version: version)
  }

  /// Changes a whole document of earlier versions in any way. What stays the same keeps its text and its comments.
  ///
  /// Use it where no other migration fits. The document is an object of all values that the file has; settings that it lacks have their
  /// defaults.
  ///
  /// - Parameters:
  ///   - version: Documents of earlier versions than this are changed. The app stores the latest of such versions as `"$version"`.
  ///   - edit: Changes the document. If it throws, the document stays as it is.
  public static func edit(
    before version: Int, _ edit: @escaping @Sendable (inout JSONValue) throws -> Void
  ) -> SettingsMigration {
    SettingsMigration(
      action: .convert(from: [.path("")], to: [.path("")]) { values in
        guard var document = values[0] else { return nil }
        try edit(&document)
        return [document]
      }, version: version)
  }

  private static func single<Old: Decodable & SendableMetatype, New: Encodable & SendableMetatype>(
    _ convert: @escaping @Sendable (Old) throws -> New?
  ) -> FormMigration.Conversion {
    { values in
      guard let old = values[0].decoded(as: Old.self), let new = try convert(old) else { return nil }
      return [try SettingsEncoder().encode(new)]
    }
  }
}

extension JSONValue? {
  /// Returns the value as a type of an app; `nil` for a value of another type, which isn't converted then. A missing value is `null`, so an
  /// optional type accepts it.
  fileprivate func decoded<Old: Decodable>(as type: Old.Type) -> Old? { (self ?? .null).decoded(as: type) }
}

extension SettingsMigration.Place {
  static func to<Value>(_ keyPath: any WritableKeyPath<Root, Value> & Sendable) -> Self {
    .keyPath { $0[keyPath] }
  }

  /// Returns the path in the document. Throws a sentence for the developer if the text isn't a path, or if the key path is that of a
  /// computed property.
  fileprivate func path(_ keyPaths: KeyPathTable<Root>) throws(FormSchemaError) -> SettingPath {
    switch self {
    case .path(""): return .root
    case .path(let text):
      if let path = try? SettingPath(parsing: text) { return path }
      throw .migration("Correct the path \(Phrase.excerpt(.string(text))) of the migration.")
    case .keyPath(let find):
      if let path = find(keyPaths) { return path }
      throw .migration("Use the key path of a setting or section in the migration.")
    }
  }
}

extension FormSchema {
  /// Adds the migrations of an app. A move becomes a former path of its setting, like `was`, and the others stay closures in their order.
  mutating func add<Root>(
    _ migrations: [SettingsMigration<Root>], keyPaths: @autoclosure () -> KeyPathTable<Root>
  ) throws(FormSchemaError) {
    if migrations.isEmpty { return }
    let keyPaths = keyPaths()
    for migration in migrations {
      switch migration.action {
      case .move(let name, let place): try addFormerPath(name, of: place, keyPaths)
      case .convertInPlace(let place, let former, let convert):
        if let former { try addFormerPath(former, of: place, keyPaths) }
        let path = try place.path(keyPaths)
        self.migrations.append(
          FormMigration(reading: [path], writing: [path], before: migration.version, convert))
      case .convert(let from, let to, let convert):
        var (reads, writes): ([SettingPath], [SettingPath]) = ([], [])
        for place in from { reads.append(try place.path(keyPaths)) }
        for place in to { writes.append(try place.path(keyPaths)) }
        self.migrations.append(
          FormMigration(reading: reads, writing: writes, before: migration.version, convert))
      }
    }
  }

  /// Adds the path that a setting, a section, or a part of the elements of a list had in earlier versions.
  private mutating func addFormerPath<Root>(
    _ name: String, of place: SettingsMigration<Root>.Place, _ keyPaths: KeyPathTable<Root>
  ) throws(FormSchemaError) {
    let move = try place.move(from: name, keyPaths)
    if root.addFormerPath(move.from, at: move.to.keys[...]) { return }
    try move.checkStars()
    migrations.append(FormMigration(moving: move.from, to: move.to))
  }
}

extension SettingsMigration {
  /// Finds the faults of migrations without reading the form, whose settings and sections are those of the key paths.
  static func check(
    _ migrations: [SettingsMigration], keyPaths: KeyPathTable<Root>
  ) throws(FormSchemaError) {
    for migration in migrations {
      switch migration.action {
      case .move(let name, let place), .convertInPlace(let place, let name?, _):
        let move = try place.move(from: name, keyPaths)
        if !keyPaths.contains(move.to) { try move.checkStars() }
      case .convertInPlace(let place, nil, _): _ = try place.path(keyPaths)
      case .convert(let from, let to, _): for place in from + to { _ = try place.path(keyPaths) }
      }
    }
  }
}

extension SettingsMigration.Place {
  /// The paths of a move in the form.
  fileprivate struct Move {
    let from: SettingPath
    let to: SettingPath

    /// Throws unless both paths lead into as many lists or dictionaries. Any other move has to lead to a setting or section.
    func checkStars() throws(FormSchemaError) {
      let stars = [from, to].map { $0.keys.count { $0 == "*" } }
      guard stars[0] > 0, stars[0] == stars[1] else {
        throw .migration("Move \(from) to a setting or section of the form, which \(to) is not.")
      }
    }
  }

  fileprivate func move(from name: String, _ keyPaths: KeyPathTable<Root>) throws(FormSchemaError) -> Move {
    Move(from: try Self.path(name).path(keyPaths), to: try path(keyPaths))
  }
}

extension FormSection {
  /// Adds a former path to a setting or section; returns `false` if there is none at its path. Several migrations may move values to one
  /// place.
  fileprivate mutating func addFormerPath(_ former: SettingPath, at keys: ArraySlice<String>) -> Bool {
    guard let key = keys.first, let position = items.firstIndex(where: { $0.key == key }) else {
      return false
    }
    switch items[position] {
    case .section(var section):
      if keys.count > 1 {
        guard section.addFormerPath(former, at: keys.dropFirst()) else { return false }
      } else {
        section.formerKeys.append(former.pointer)
      }
      items[position] = .section(section)
    case .setting(var setting):
      guard keys.count == 1 else { return false }
      setting.formerKeys.append(former.pointer)
      items[position] = .setting(setting)
    }
    return true
  }
}

extension FormSchemaError {
  fileprivate static func migration(_ text: String) -> FormSchemaError {
    FormSchemaError(path: .root, reason: .migration(text))
  }
}
