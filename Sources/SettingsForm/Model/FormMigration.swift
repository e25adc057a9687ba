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
