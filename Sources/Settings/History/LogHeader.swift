import SettingsForm
import SettingsSystem

/// The header of a record: the description of a version of the content, or of a confirmation.
///
/// It is one line of JSON. It has all that `log` shows, with secrets masked, so that a history can be listed without reading contents and
/// without the form. `secrets` names the paths that were secret when the version was stored: if the app is gone, or its form was lost,
/// `show` and `diff` still mask them.
struct LogHeader: Hashable, Sendable {
  /// The operation that stored a version of the content; `nil` if the record says that an apply was confirmed.
  ///
  /// A header with a kind that only a later version of the library knows counts as damaged.
  var kind: SettingsHistoryEntry.Kind?
  var revision: SettingsRevision?
  var time: WallTime
  var author: String
  var message: String?
  var changes: [SettingChange] = []
  /// The members of which only the comment changes; the first 500.
  var commentedPaths: [SettingPath] = []
  /// The number of all changes, those of comments included.
  var changeCount = 0
  /// What was stored of an earlier version besides the changes; the first 500.
  var upgrades: [SettingChange] = []
  /// What participants noted when they agreed.
  var agreements: [String] = []
  /// The paths of the secrets in the content. They keep it masked when the form is gone. See ``Secrecy/paths(in:)``.
  var secrets: [SettingPath] = []
  var confirmation: PendingConfirmation?
  /// Whether a reversion undoes an apply that has failed after its content was stored, rather than one that wasn't confirmed.
  var isAfterFailure = false

  /// Creates the header of content that a commit is about to store. Values are masked here, so no secret gets into a record.
  init(
    _ kind: SettingsHistoryEntry.Kind, revision: SettingsRevision?, changes: [SettingChange],
    commentedPaths: [SettingPath] = [], secrets: [SettingPath],
    at time: WallTime, by author: String, message: String?, confirmation: PendingConfirmation? = nil,
    upgrades: [SettingChange] = []
  ) {
    self.init(kind, revision: revision, at: time, by: author, message: message)
    self.changes = SettingChange.recorded(changes)
    self.commentedPaths = Array(commentedPaths.prefix(SettingChange.maxCount))
    changeCount = changes.count + commentedPaths.count
    self.upgrades = SettingChange.recorded(upgrades)
    self.secrets = secrets
    self.confirmation = confirmation
  }

  init(
    _ kind: SettingsHistoryEntry.Kind?, revision: SettingsRevision?, at time: WallTime, by author: String,
    message: String? = nil
  ) {
    self.kind = kind
    self.revision = revision
    self.time = time
    self.author = author
    self.message = message
  }
}

// MARK: - As JSON

extension LogHeader {
  /// The kind of the record that an apply was confirmed.
  private static let confirmation = "confirm"

  /// Reads a header; returns `nil` if it is damaged.
  ///
  /// Unknown members are ignored, since a later version of the library may have added them. A member that earlier versions didn't write has
  /// a default. If the confirmation can't be read, the whole header is damaged: without it, the apply would count as confirmed.
  init?(line: [UInt8]) {
    guard let object = JSONObject(parsing: line), let name = object["kind"]?.text,
      let kind = name == Self.confirmation
        ? .some(nil) : SettingsHistoryEntry.Kind(rawValue: name).map(Optional.some),
      let time = object["time"]?.integer(as: Int64.self), let author = object["author"]?.text,
      let revision = object["revision"]?.optional({ $0.text.flatMap { SettingsRevision($0) } })
    else { return nil }
    self.kind = kind
    self.revision = revision
    self.time = WallTime(milliseconds: time)
    self.author = author
    message = object["message"]?.text
    if case .array(let changes)? = object["changes"] {
      self.changes = changes.compactMap(SettingChange.init(record:))
    }
    commentedPaths = (object["comments"]?.elements ?? []).compactMap {
      $0.text.flatMap { try? SettingPath(parsing: $0) }
    }
    changeCount = object["changeCount"]?.integer() ?? changes.count
    if case .array(let upgrades)? = object["upgrades"] {
      self.upgrades = upgrades.compactMap(SettingChange.init(record:))
    }
    agreements = (object["agreements"]?.elements ?? []).compactMap(\.text)
    if case .array(let pointers)? = object["secrets"] {
      // A path that can't be read hides everything.
      secrets = pointers.map { $0.text.flatMap { try? SettingPath(parsing: $0) } ?? .root }
    }
    isAfterFailure = object["isAfterFailure"] == true
    if let json = object["confirmation"] {
      guard let pending = PendingConfirmation(json: json, author: author, message: message) else {
        return nil
      }
      confirmation = pending
    }
  }

  /// The header as one line of JSON, as `init(line:)` reads it. Members without content are left out:
  ///
  ///     {"kind":"apply","time":1763717400000,"author":"ada","revision":"4f…","changes":[…],"secrets":["/network/password"]}
  var line: [UInt8] {
    var object: JSONObject = [
      "kind": .string(kind?.rawValue ?? Self.confirmation),
      "time": .number(JSONNumber(time.milliseconds)),
      "author": .string(author),
      "revision": revision.map { .string($0.description) } ?? .null,
    ]
    object["message"] = message.map(JSONValue.string)
    if !changes.isEmpty { object["changes"] = .array(changes.map { .object($0.record) }) }
    if !commentedPaths.isEmpty {
      object["comments"] = .array(commentedPaths.map { .string($0.pointer) })
    }
    if changeCount != changes.count { object["changeCount"] = .number(JSONNumber(changeCount)) }
    if !upgrades.isEmpty { object["upgrades"] = .array(upgrades.map { .object($0.record) }) }
    if !agreements.isEmpty { object["agreements"] = .array(agreements.map(JSONValue.string)) }
    if !secrets.isEmpty { object["secrets"] = .array(secrets.map { .string($0.pointer) }) }
    object["confirmation"] = confirmation?.json
    if isAfterFailure { object["isAfterFailure"] = true }
    return Array(JSONValue.object(object).description.utf8)
  }
}

extension SettingChange {
  /// The maximum number of changes in a record. Of further changes, only their number is recorded.
  ///
  /// An import of a document can change every setting, and the history would be as large as the documents again.
  fileprivate static let maxCount = 500

  /// Returns the changes as the history keeps them: the first 500, with masked values and without the form.
  static func recorded(_ changes: [SettingChange]) -> [SettingChange] {
    changes.prefix(maxCount).map { change in
      SettingChange(
        recordedAt: change.path, change.title, change.kind, old: change.setting.masked(change.old),
        new: change.setting.masked(change.new), from: change.formerPath, change.commentRole,
        origins: change.origins.elements)
    }
  }

  /// Creates a change of a record, whose form may be gone.
  private init(
    recordedAt path: SettingPath, _ title: String, _ kind: Kind, old: JSONValue, new: JSONValue,
    from formerPath: SettingPath?, _ commentRole: CommentRole?, origins: ElementOrigins
  ) {
    self.init(
      path: path, setting: FormSetting(key: path.keys.last ?? "", title: title, kind: .json), kind: kind,
      old: old, new: new, formerPath: formerPath, origins: PartOrigins(elements: origins))
    self.commentRole = commentRole
  }

  fileprivate init?(record: JSONValue) {
    guard case .object(let object) = record, let text = object["path"]?.text,
      let path = try? SettingPath(parsing: text), let title = object["title"]?.text,
      let kind = object["kind"]?.text.flatMap(Kind.init(rawValue:)), let old = object["old"],
      let new = object["new"]
    else { return nil }
    self.init(
      recordedAt: path, title, kind, old: old, new: new,
      from: object["from"]?.text.flatMap { try? SettingPath(parsing: $0) },
      object["comment"]?.text.flatMap(CommentRole.init(rawValue:)),
      origins: TextChanges(object)?.elementOrigins ?? [:])
  }

  /// The change in a record. Its values must be masked.
  package var record: JSONObject {
    var object: JSONObject = [
      "path": .string(path.description),
      "title": .string(title),
      "kind": .string(kind.rawValue),
      "old": old ?? .null,
      "new": new ?? .null,
    ]
    object["elements"] = TextChanges(elementOrigins: origins.elements).json["elements"]
    object["from"] = formerPath.map { .string($0.pointer) }
    object["comment"] = (commentRole?.rawValue).map(JSONValue.string)
    return object
  }

  /// Returns the change with what is secret in a value masked, in addition to what the record has masked.
  func masked(by secrecy: Secrecy) -> SettingChange {
    var change = self
    (change.old, change.new) = (old.map(secrecy.masked), new.map(secrecy.masked))
    return change
  }

  /// Returns a recorded change as a form describes it: values are masked, compared and shown by this form, too. The record might have been
  /// written by another form, or by an earlier version that masked less. It keeps its title; a setting that the form lacks is any JSON.
  func described(by index: FormIndex) -> SettingChange {
    let secrecy = index.secrecy(at: path)
    var change = masked(by: secrecy)
    change.setting = index[path]?.setting ?? setting.inheriting(secrecy)
    change.setting.title = title
    // A record has null also for a value that isn't known.
    let isUnknown = change.setting.defaultValue == nil
    if isUnknown, kind == .add, old == .null { change.old = nil }
    if isUnknown, kind == .remove, new == .null { change.new = nil }
    return change
  }
}

extension PendingConfirmation {
  fileprivate init?(json: JSONValue, author: String, message: String?) {
    guard case .object(let object) = json, let id = object["id"]?.text.flatMap({ ConfirmationID($0) }),
      let deadline = object["deadline"]?.integer(as: Int64.self),
      let limit = object["limit"]?.integer(as: Int64.self),
      let session = object["session"]?.text,
      let restores = object["restores"]?.optional({ $0.integer() })
    else { return nil }
    var end = Moment(wall: WallTime(milliseconds: deadline))
    if let boot = object["boot"]?.text, let milliseconds = object["bootDeadline"]?.integer(as: Int64.self) {
      end.sinceBoot = Moment.SinceBoot(boot: boot, milliseconds: milliseconds)
    }
    self.init(
      id: id, author: author, message: message, restores: restores, session: session, end: end,
      limit: .milliseconds(limit))
  }

  fileprivate var json: JSONValue {
    var object: JSONObject = [
      "id": .string(id.description),
      "deadline": .number(JSONNumber(end.wall.milliseconds)),
      "limit": .number(JSONNumber(limit.milliseconds)),
      "restores": restores.map { .number(JSONNumber($0)) } ?? .null,
      "session": .string(session),
    ]
    if let sinceBoot = end.sinceBoot {
      object["boot"] = .string(sinceBoot.boot)
      object["bootDeadline"] = .number(JSONNumber(sinceBoot.milliseconds))
    }
    return .object(object)
  }
}

extension JSONValue {
  /// Reads a value that can be `null`. The outer `nil` means that it is neither `null` nor valid, so a damaged revision isn't mistaken for
  /// a missing one.
  fileprivate func optional<Meaning>(_ meaning: (JSONValue) -> Meaning?) -> Meaning?? {
    if case .null = self { return .some(nil) }
    return meaning(self).map { .some($0) } ?? nil
  }
}
