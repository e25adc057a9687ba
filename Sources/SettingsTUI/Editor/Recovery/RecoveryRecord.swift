import Settings

/// What was staged when an editor was ended from outside, to be offered at the next start.
///
/// Secrets are not in it: only the settings file itself holds them. That they were staged is, so that they can be
/// asked for.
struct RecoveryRecord: Equatable, Sendable {
  /// A change as it was staged; no value takes the setting back to its default.
  struct Change: Equatable, Sendable {
    let path: SettingPath
    let value: JSONValue?
    /// The value that was stored at the time; `nil` if there was none.
    let base: JSONValue?
  }

  /// The settings file, as an absolute path.
  let file: String
  /// When it was written, in seconds since 1970.
  let time: Int64
  let changes: [Change]
  /// Secrets that were staged.
  let secrets: [SettingPath]

  init(file: String, time: Int64, changes: [Change], secrets: [SettingPath]) {
    self.file = file
    self.time = time
    self.changes = changes
    self.secrets = secrets
  }

  /// The changes of a review.
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

  // MARK: JSON

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

  /// Reads a record; `nil` for anything else, such as a file that a newer version wrote.
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
