import Settings

/// The draft of an editor that was terminated, to be offered at the next start.
///
/// It contains no secrets, because only the settings file may contain them. It lists the secrets that were staged, so that the
/// editor can ask for them again.
struct RecoveryRecord: Equatable, Sendable {
  /// A staged change; a change without a value resets the setting.
  struct Change: Equatable, Sendable {
    let path: SettingPath
    let value: JSONValue?
    /// The value that was stored then; `nil` if there was none.
    let base: JSONValue?
  }

  /// The settings file, as an absolute path.
  let file: String
  /// When it was written, in seconds since 1970.
  let time: Int64
  let changes: [Change]
  /// The secrets that were staged.
  let secrets: [SettingPath]

  init(file: String, time: Int64, changes: [Change], secrets: [SettingPath]) {
    self.file = file
    self.time = time
    self.changes = changes
    self.secrets = secrets
  }

  /// Creates a record of the changes of a review.
  init(_ review: Review, file: String, time: Int64) {
    let isKept = { (change: SettingChange) in !change.isSecret || change.kind == .remove }
    self.init(
      file: file, time: time,
      changes: review.changes.filter(isKept).map { change in
        Change(
          path: change.path, value: change.kind == .remove ? nil : change.new,
          base: change.kind == .add || change.isSecret ? nil : change.old)
      },
      secrets: review.changes.filter { !isKept($0) }.map(\.path))
  }

  var count: Int { changes.count + secrets.count }

  // MARK: - JSON

  var bytes: [UInt8] {
    let json: JSONValue = [
      "version": 1, "file": .string(file), "time": .number(JSONNumber(time)),
      "changes": .array(
        changes.map { change in
          var object: JSONObject = ["path": .string(change.path.pointer)]
          if let value = change.value { object["value"] = value }
          if let base = change.base { object["base"] = base }
          return .object(object)
        }),
      "secrets": .array(secrets.map { .string($0.pointer) }),
    ]
    return Array((json.text(.pretty(indent: 2)) + "\n").utf8)
  }

  /// Reads a record; returns `nil` if the bytes aren't a record of this version.
  init?(_ bytes: [UInt8]) {
    guard let root = try? JSONDocument(parsing: bytes).root, root["version"]?.integer() == 1,
      let file = root["file"]?.string, let time = root["time"]?.integer(as: Int64.self),
      let changes = root["changes"], let secrets = root["secrets"]
    else { return nil }
    func path(_ node: JSONNode?) -> SettingPath? {
      node?.string.flatMap { try? SettingPath(parsing: $0) }
    }
    self.init(
      file: file, time: time,
      changes: changes.elements.compactMap { node in
        path(node["path"]).map { Change(path: $0, value: node["value"]?.value, base: node["base"]?.value) }
      },
      secrets: secrets.elements.compactMap { path($0) })
  }
}
