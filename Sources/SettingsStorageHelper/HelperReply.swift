import Settings
import SettingsJSON

/// Content with the revision that the helper gives it. The revision is any text; it is only sent back in `expecting`, and never
/// interpreted.
struct HelperContent: Hashable, Sendable {
  var bytes: [UInt8]
  var revision: String
}

/// A reply of a storage helper: one line of JSON on its standard output.
///
/// A line has no type of its own. What its members mean follows from the request with the same number, so it is read together with that
/// request:
///
///     ▶ {"id": 4, "request": "header", "number": 12}
///     ◀ {"id": 4, "result": "found", "header": "eyJm…"}
///     ▶ {"id": 5, "request": "read"}
///     ◀ {"id": 5, "error": "unreachable", "message": "no server replies; check the network."}
enum HelperReply: Sendable {
  /// The first reply.
  ///
  /// - Parameters:
  ///   - identity: A name that is equal for all addresses of the same content; `nil` for the address.
  ///   - reportsChanges: Whether the helper reports changes after a `watch`. If it doesn't, the content is read every 2 s.
  ///   - takesVotes: Whether it can ask running instances of the app about content.
  ///   - author: Who stores; `nil` for the user of this process.
  case hello(version: Int, identity: String?, reportsChanges: Bool, takesVotes: Bool, author: String?)
  /// The stored content with the helper's revision of it; `nil` if nothing is stored, which isn't the same as empty content.
  case content(HelperContent?)
  /// The commit is done.
  ///
  /// - Parameter revision: The helper's revision of the new content; `nil` if it was removed.
  case committed(revision: String?, isDurable: Bool)
  /// The commit isn't done, because other content is stored, which the reply has, or because the log ends with another record. The program
  /// decides by the revision which of both it is.
  case conflict(HelperContent?)
  /// The numbers of the log's records, in ascending order. After removals, they have gaps or begin later than at 1.
  case numbers([Int])
  /// The header of a record. `missing` for a number that the log doesn't have, and `damaged` if the helper's storage can tell.
  case header(StorageLookup<[UInt8]>)
  case record(StorageLookup<StorageRecord>)
  /// Whether the record is damaged.
  case check(isDamaged: Bool)
  /// The time left, in milliseconds; `nil` if the helper has no clock.
  case timeToConfirm(Int?)
  /// The settings that were recorded last; `nil` if there are none.
  case settings([UInt8]?)
  /// The form that is stored with the content; `nil` if there is none.
  case form([UInt8]?)
  /// The result of a vote.
  ///
  /// - Parameters:
  ///   - veto: Why an instance refuses the content; `nil` if all instances agree.
  ///   - agreement: What the history notes of who agreed; `nil` for nothing.
  case vote(veto: String?, agreement: String? = nil)
  /// The request is done; the reply contains nothing else, and what it contains is ignored.
  case done
  case error(RemoteStorageError)

  /// The reply as JSON, which becomes one line. A member that can be `null`, such as the content of an empty place, is always written: a
  /// reader then tells "nothing" from a member that was forgotten.
  func json(id: Int) -> JSONValue {
    var object: JSONObject = ["id": .number(JSONNumber(id))]
    switch self {
    case .hello(let version, let identity, let reportsChanges, let takesVotes, let author):
      object["version"] = .number(JSONNumber(version))
      object["identity"] = identity.map(JSONValue.string)
      object["changes"] = .bool(reportsChanges)
      if takesVotes { object["votes"] = .bool(true) }
      object["author"] = author.map(JSONValue.string)
    case .content(let content): object.add(content)
    case .committed(let revision, let isDurable):
      object["result"] = "committed"
      object["revision"] = revision.map(JSONValue.string) ?? .null
      object["durable"] = .bool(isDurable)
    case .conflict(let content):
      object["result"] = "conflict"
      object.add(content)
    case .numbers(let numbers): object["numbers"] = .array(numbers.map { .number(JSONNumber($0)) })
    case .header(let header): object.add(header) { ["header": .base64($0)] }
    case .record(let record): object.add(record) { $0.object }
    case .check(let isDamaged): object["damaged"] = .bool(isDamaged)
    case .timeToConfirm(let time): object["milliseconds"] = time.map { .number(JSONNumber($0)) } ?? .null
    case .settings(let settings): object["settings"] = settings.map(JSONValue.base64) ?? .null
    case .form(let form): object["form"] = form.map(JSONValue.base64) ?? .null
    case .vote(let veto, let agreement):
      object["agreement"] = agreement.map(JSONValue.string)
      object["result"] = veto == nil ? "agreed" : "vetoed"
      object["reason"] = veto.map(JSONValue.string)
    case .done: break
    case .error(let error):
      object["error"] = .string(error.kind.rawValue)
      object["message"] = .string(error.reason)
    }
    return .object(object)
  }

  /// Reads the reply to a request; returns `nil` if it is malformed.
  ///
  /// Members that this version doesn't know are ignored. An error of a kind that it doesn't know counts as `refused`, because its message
  /// is for a person anyway. A commit without `durable` is durable.
  init?(_ object: JSONObject, to request: HelperRequest) {
    if case .string(let kind)? = object["error"] {
      guard case .string(let message)? = object["message"] else { return nil }
      self = .error(
        RemoteStorageError(
          .init(rawValue: kind) ?? .refused, InputLimits.cut(message, to: HelperProtocol.sentenceLength)))
      return
    }
    switch request {
    case .hello:
      guard let version = object.integer("version") else { return nil }
      self = .hello(
        version: version, identity: object["identity"]?.text,
        reportsChanges: object["changes"] == .bool(true),
        takesVotes: object["votes"] == .bool(true),
        author: object["author"]?.text.map { InputLimits.cut($0, to: HelperProtocol.authorLength) })
    case .read:
      guard let content = object.content else { return nil }
      self = .content(content)
    case .commit:
      switch object["result"] {
      case "committed":
        self = .committed(revision: object["revision"]?.text, isDurable: object["durable"] != .bool(false))
      case "conflict":
        guard let content = object.content else { return nil }
        self = .conflict(content)
      default: return nil
      }
    case .numbers:
      guard let elements = object["numbers"]?.elements, elements.count <= HelperProtocol.recordCount,
        let numbers = elements.mapAll({ $0.integer(as: Int.self) }),
        numbers.first ?? 1 > 0, numbers.last ?? 0 <= HelperProtocol.largestNumber,
        zip(numbers, numbers.dropFirst()).allSatisfy(<)
      else { return nil }
      self = .numbers(numbers)
    case .header:
      guard let header = object.lookup({ $0.bytes("header") }) else { return nil }
      self = .header(header)
    case .record:
      guard let record = object.lookup(StorageRecord.init) else { return nil }
      self = .record(record)
    case .check:
      guard case .bool(let isDamaged)? = object["damaged"] else { return nil }
      self = .check(isDamaged: isDamaged)
    case .timeToConfirm: self = .timeToConfirm(object.integer("milliseconds"))
    case .settings:
      guard let settings = object.optionalBytes("settings") else { return nil }
      self = .settings(settings)
    case .form:
      guard let form = object.optionalBytes("form") else { return nil }
      self = .form(form)
    case .recordSettings, .watch, .endProposal, .revert: self = .done
    case .propose:
      switch (object["result"], object["reason"]) {
      case ("agreed", _):
        let agreement = object["agreement"]?.text
        self = .vote(
          veto: nil, agreement: agreement.map { InputLimits.cut($0, to: HelperProtocol.sentenceLength) })
      case ("vetoed", .string(let reason)):
        self = .vote(veto: InputLimits.cut(reason, to: HelperProtocol.sentenceLength))
      default: return nil
      }
    }
  }
}

extension JSONObject {
  /// The content of a reply. The outer `nil` says that it is malformed, and the inner `nil` that nothing is stored: `{"content":null}`.
  fileprivate var content: HelperContent?? {
    guard let content = optionalBytes("content") else { return nil }
    guard let content else { return .some(nil) }
    guard case .string(let revision)? = self["revision"] else { return nil }
    return HelperContent(bytes: content, revision: revision)
  }

  /// Adds content and its revision, both `null` if nothing is stored.
  fileprivate mutating func add(_ content: HelperContent?) {
    self["content"] = content.map { .base64($0.bytes) } ?? .null
    self["revision"] = content.map { .string($0.revision) } ?? .null
  }

  /// Returns the result of a look-up; `nil` if it is malformed. `missing` and `damaged` are answers, not errors: the history shows them as
  /// such.
  fileprivate func lookup<Value>(_ value: (JSONObject) -> Value?) -> StorageLookup<Value>? {
    switch self["result"] {
    case "found": value(self).map { .found($0) }
    case "missing": .missing
    case "damaged": .damaged
    default: nil
    }
  }

  /// Adds the result of a look-up, and the members of what was found.
  fileprivate mutating func add<Value>(_ lookup: StorageLookup<Value>, object: (Value) -> JSONObject) {
    switch lookup {
    case .found(let value):
      self["result"] = "found"
      for member in object(value).members { self[member.key] = member.value }
    case .missing: self["result"] = "missing"
    case .damaged: self["result"] = "damaged"
    }
  }
}
