import Settings

/// The draft of an editor that was terminated, to be offered at the next start.
///
/// It contains no secrets, because only the settings file may contain them. It lists the secrets that were staged, without their values;
/// the editor asks for them again.
///
/// It keeps the value from which each change started (`base`). With it, the offer says which of the settings another program has changed
/// since.
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
  /// What was left out of the review of the changes.
  var leftOut: [FormReview.Item] = []
  /// The comments that were staged.
  var comments: [FormReview.Comment] = []
  /// Text that couldn't be staged.
  var text: UnstagedText?

  var isEmpty: Bool { changes.isEmpty && secrets.isEmpty && comments.isEmpty && text == nil }

  /// Whether another record has the same content, whenever it was written.
  func hasSameContent(as other: RecoveryRecord) -> Bool {
    changes == other.changes && secrets == other.secrets && leftOut == other.leftOut
      && comments == other.comments && text == other.text
  }
}

extension RecoveryRecord {
  /// Creates a record of a draft.
  init(_ draft: RecoveryDraft, file: String, time: Int64) {
    let review = draft.review
    let isKept = { (change: SettingChange) in !change.isSecret || change.kind == .remove }
    self.init(
      file: file, time: time,
      changes: review.changes.filter(isKept).map { change in
        Change(
          path: change.path, value: change.kind == .remove ? nil : change.new,
          base: change.kind == .add || change.isSecret ? nil : change.old)
      },
      secrets: review.changes.filter { !isKept($0) }.map(\.path),
      leftOut: draft.leftOut.isEmpty
        ? [] : review.changes.filter(isKept).flatMap { draft.leftOut.items(of: $0) },
      comments: review.comments, text: draft.text)
  }

  // MARK: - JSON

  var bytes: [UInt8] {
    var json: JSONObject = [
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
    if !leftOut.isEmpty { json["leftOut"] = .array(leftOut.map(\.json)) }
    if !comments.isEmpty {
      json["comments"] = .array(
        comments.map { ["path": .string($0.path.pointer), "text": .string($0.text)] })
    }
    if let text {
      var object: JSONObject = ["text": .string(text.text)]
      if let path = text.path { object["path"] = .string(path.pointer) }
      json["unstaged"] = .object(object)
    }
    return Array((JSONValue.object(json).text(.pretty(indent: 2)) + "\n").utf8)
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
      secrets: secrets.elements.compactMap { path($0) },
      leftOut: root["leftOut"]?.elements.compactMap { node in
        path(node["path"]).flatMap { FormReview.Item(at: $0, part: node["part"]?.string) }
      } ?? [],
      comments: root["comments"]?.elements.compactMap { node in
        path(node["path"]).flatMap { path in node["text"]?.string.map { FormReview.Comment($0, above: path) }
        }
      } ?? [],
      text: root["unstaged"].flatMap { node in
        node["text"]?.string.map { UnstagedText(path: path(node["path"]), text: $0) }
      })
  }
}

extension Set<FormReview.Item> {
  /// Returns what is left out of a change: the whole change, or some of its parts in their order.
  fileprivate func items(of change: SettingChange) -> [FormReview.Item] {
    if contains(.setting(change.path)) { return [.setting(change.path)] }
    guard contains(where: { change.path.contains($0.path) }) else { return [] }
    return change.parts.map { .part($0.id) }.filter(contains)
  }
}

extension FormReview.Item {
  /// Creates an item; returns `nil` if the kind of the part's change is unknown.
  fileprivate init?(at path: SettingPath, part kind: String?) {
    guard let kind else {
      self = .setting(path)
      return
    }
    guard let kind = SettingPartChange.Kind(rawValue: kind) else { return nil }
    self = .part(SettingPartChange.ID(path: path, kind: kind))
  }

  fileprivate var json: JSONValue {
    switch self {
    case .setting(let path): ["path": .string(path.pointer)]
    case .part(let part): ["path": .string(part.path.pointer), "part": .string(part.kind.rawValue)]
    }
  }
}
