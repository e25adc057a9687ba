/// One step on the way from a document of an earlier version to today's. A step sees what the steps before it have made, and every reader of
/// documents walks the same list: ``FormSchema/steps``.
///
/// In a path, `*` stands for each key or index of a dictionary's or a list's parts.
package struct FormStep: Sendable {
  package enum Action: Sendable {
    /// The value, or the section, moves from a place of an earlier version to its place of today, unless that has a value already (`was`).
    case move(isSection: Bool)
    /// The app changes values. It finds them at their places of today, also by the paths that they had before they moved.
    case migration(FormMigration)
    /// Values become what today's types ask for, as far as that loses nothing: one value becomes a list of one. Keys and cases inside of
    /// values get the names of today.
    case conversions
  }

  package let action: Action
  /// The places whose values it reads.
  package let reads: [SettingPath]
  /// The places whose values it writes; empty if it only removes. Conversions write what they read: any value.
  package let writes: [SettingPath]

  package init(moving former: SettingPath, to path: SettingPath, isSection: Bool) {
    (action, reads, writes) = (.move(isSection: isSection), [former], [path])
  }

  package init(_ migration: FormMigration) {
    (action, reads, writes) = (.migration(migration), migration.reads, migration.writes)
  }

  fileprivate init(_ action: Action, of path: SettingPath) {
    (self.action, reads, writes) = (action, [path], [path])
  }
}

extension FormSchema {
  /// The steps from a document of an earlier version to today's, in their order.
  ///
  /// Values move first, so a migration finds a value wherever a file has it. Conversions come last: a migration may mean the single value
  /// that would otherwise become a list of one.
  package var steps: [FormStep] {
    root.moves() + migrations.map(FormStep.init) + [FormStep(.conversions, of: .root)]
  }
}

extension FormSection {
  /// The moves of the settings and sections inside, in form order; of each one, the latest place first.
  ///
  /// - Parameter places: The path of the section, and its paths in earlier versions. Each of its items has been at all of these places.
  package func moves(at places: [SettingPath] = [.root]) -> [FormStep] {
    var moves: [FormStep] = []
    // A switch over an element of the array copies only its setting or section, but a loop over the elements copies each one, too.
    for position in items.indices {
      let (key, names, inner): (String, [String], FormSection?) =
        switch items[position] {
        case .section(let section): (section.key, section.formerKeys, section)
        case .setting(let setting): (setting.key, setting.formerKeys, nil)
        }
      if names.isEmpty, places.count == 1, inner == nil { continue }
      let paths = FormerPlace.paths(of: key, named: names, in: places)
      moves += paths.dropFirst().map { FormStep(moving: $0, to: paths[0], isSection: inner != nil) }
      if let inner { moves += inner.moves(at: paths) }
    }
    return moves
  }
}

extension SettingPath {
  /// Whether this path, in which `*` stands for any key, can lie inside or around another.
  package func meets(_ other: SettingPath) -> Bool {
    zip(keys, other.keys).allSatisfy { $0 == "*" || $1 == "*" || $0 == $1 }
  }

  /// Returns the path with each `*` replaced by what it stands for. A star without a counterpart stays.
  package func replacing(_ binding: [String]) -> SettingPath {
    var rest = binding[...]
    return SettingPath(keys.map { $0 == "*" ? rest.popFirst() ?? $0 : $0 })
  }
}

/// A change that an app makes to documents of its earlier versions, apart from the new places of values, which the
/// settings themselves name (`was`).
///
/// A path can have `*` in place of the keys or the indices of a dictionary's or a list's parts; `*` stands for the same
/// element or key in all paths of a migration.
///
/// The form, as JSON, has only the places and the version; the code is in the app. So a program without the app knows
/// that a value will be converted, but not to what, and says so instead of calling the key unknown.
///
/// `{"read": ["address"], "write": ["host", "port"]}` splits `"db:5432"` into two settings;
/// `{"read": ["servers.*.legacy"]}` removes a member of each server.
package struct FormMigration: Sendable {
  /// The app's code of a migration. It gets the values at the paths in ``reads``, and returns a value or `nil` for each path in ``writes``.
  /// If the values aren't of the version that it converts, it returns `nil` as a whole.
  package typealias Conversion = @Sendable ([JSONValue?]) throws -> [JSONValue?]?

  /// The places whose values it reads. Those that it doesn't write are removed, so their values exist once in the
  /// document.
  package var reads: [SettingPath]
  /// The places whose values it writes; empty for a migration that only removes.
  package var writes: [SettingPath]
  /// The version of the documents that don't need the migration any more; `nil` if the values themselves say whether they need it.
  package var before: Int?
  /// The code; `nil` for a migration that only removes, and in a form that was read from JSON.
  package var convert: Conversion?
  /// Whether it stores what it reads at another place, unchanged. Every program can do that.
  package private(set) var isMove = false

  /// Creates a migration that moves values inside the elements of lists and dictionaries, unless a value is there already.
  package init(moving former: SettingPath, to path: SettingPath) {
    self.init(reading: [former], writing: [path]) { $0 }
    isMove = true
  }

  package init(
    reading reads: [SettingPath], writing writes: [SettingPath] = [], before: Int? = nil,
    _ convert: Conversion? = nil
  ) {
    (self.reads, self.writes, self.before, self.convert) = (reads, writes, before, convert)
  }

  /// Whether only the app can run it. What only removes needs no code.
  package var needsApp: Bool { !writes.isEmpty && convert == nil }
}

extension FormMigration: Equatable {
  /// Whether both change the same places. Code can't be compared.
  package static func == (left: FormMigration, right: FormMigration) -> Bool {
    left.reads == right.reads && left.writes == right.writes && left.before == right.before
  }
}

extension FormMigration {
  package static let keyword = "x-migrations"

  /// The migration as an element of the keyword, without its code.
  package var json: JSONValue {
    var json = JSONObject()
    json["read"] = .array(reads.map { .string($0.description) })
    if !writes.isEmpty { json["write"] = .array(writes.map { .string($0.description) }) }
    json["before"] = before.map { .number(JSONNumber($0)) }
    json["move"] = isMove ? true : nil
    return .object(json)
  }

  /// Reads the keyword of a form.
  ///
  /// - Throws: ``FormSchemaError`` for the first element that isn't a migration, at its position in the list.
  package static func migrations(_ value: JSONValue) throws(FormSchemaError) -> [FormMigration] {
    guard case .array(let elements) = value else {
      throw FormSchemaError(path: [keyword], reason: .wrongValue(expected: "a list of migrations"))
    }
    var migrations: [FormMigration] = []
    for (position, element) in elements.enumerated() {
      guard let migration = FormMigration(element) else {
        throw FormSchemaError(
          path: [keyword, String(position)],
          reason: .wrongValue(expected: "an object with lists of paths as \"read\" and \"write\""))
      }
      migrations.append(migration)
    }
    return migrations
  }

  /// Reads an element of the keyword; returns `nil` for a malformed one. A version below 1 is malformed, because 0
  /// means that versions aren't counted.
  private init?(_ json: JSONValue) {
    guard case .object(let object) = json, let reads = Self.paths(object["read"]), !reads.isEmpty,
      let writes = Self.paths(object["write"] ?? [])
    else { return nil }
    if object["move"] == true, reads.count == 1, writes.count == 1 {
      self.init(moving: reads[0], to: writes[0])
    } else {
      self.init(reading: reads, writing: writes)
    }
    guard let number = object["before"] else { return }
    guard case .number(let number) = number, let version = number.integer(as: Int.self), version > 0 else {
      return nil
    }
    before = version
  }

  /// Reads a list of paths; `nil` for anything else, and if one of them isn't a path. The empty string is the whole
  /// document.
  private static func paths(_ json: JSONValue?) -> [SettingPath]? {
    guard case .array(let elements)? = json else { return nil }
    let paths = elements.compactMap { $0.text.flatMap { $0.isEmpty ? .root : try? SettingPath(parsing: $0) } }
    return paths.count == elements.count ? paths : nil
  }
}

extension FormSchema {
  /// The version of the documents that this form describes: the latest before which a migration runs; 0 if versions aren't counted.
  package var documentVersion: Int { migrations.compactMap(\.before).max() ?? 0 }
}
