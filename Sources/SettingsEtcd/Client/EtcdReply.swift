import SettingsJSON

/// A key with its value.
struct EtcdKeyValue: Hashable, Sendable {
  let key: String
  let value: [UInt8]
  /// The revision of the last change.
  let revision: Int64
  /// The lease that the key ends with; `nil` for none.
  let lease: Int64?

  /// Reads a key; returns `nil` if it is malformed. A missing value is empty.
  init?(json: JSONValue) {
    guard case .object(let object) = json, let key = object["key"]?.base64Bytes,
      let revision = object.etcdInteger("mod_revision")
    else { return nil }
    if object["value"] == nil {
      value = []
    } else {
      guard let value = object["value"]?.base64Bytes else { return nil }
      self.value = value
    }
    self.key = String(decoding: key, as: UTF8.self)
    self.revision = revision
    lease = object.etcdInteger("lease")
  }
}

/// The keys that a request found, in ascending order.
struct EtcdRangeReply: Hashable, Sendable {
  let found: [EtcdKeyValue]
  /// The number of all keys in the range, including those that the request has filtered out.
  let count: Int
  /// The revision of the cluster.
  let revision: Int64

  init?(json: JSONValue) {
    guard case .object(let object) = json, let revision = object.etcdRevision,
      let found = (object["kvs"]?.elements ?? []).mapAll(EtcdKeyValue.init(json:))
    else { return nil }
    self.revision = revision
    count = object.etcdInteger("count").map(Int.init) ?? 0
    self.found = found
  }
}

/// The result of a transaction.
enum EtcdTransactionReply: Hashable, Sendable {
  /// The operations were done; the revision of the changes, and the results of the reads.
  case done(revision: Int64, [EtcdRangeReply])
  /// Another process had changed a key, so nothing was done; the results of the reads for this case.
  case outdated([EtcdRangeReply])

  init?(json: JSONValue) {
    guard case .object(let object) = json, let revision = object.etcdRevision else { return nil }
    var ranges: [EtcdRangeReply] = []
    if case .array(let responses)? = object["responses"] {
      for response in responses {
        guard case .object(let response) = response else { return nil }
        guard let range = response["response_range"] else { continue }
        guard let reply = EtcdRangeReply(json: range) else { return nil }
        ranges.append(reply)
      }
    }
    self = object["succeeded"] == .bool(true) ? .done(revision: revision, ranges) : .outdated(ranges)
  }
}

/// A change that a watch reports.
struct EtcdEvent: Hashable, Sendable {
  /// The key with its new value, or with an empty one if it was deleted.
  let key: EtcdKeyValue
  let isDeletion: Bool

  init?(json: JSONValue) {
    guard case .object(let object) = json, let key = object["kv"].flatMap(EtcdKeyValue.init) else {
      return nil
    }
    self.key = key
    isDeletion = object["type"] == "DELETE"
  }
}

/// One message of a watch.
struct EtcdWatchMessage: Hashable, Sendable {
  /// The revision that the watch has reached; 0 if the message has none.
  let revision: Int64
  /// The changes, in order.
  let events: [EtcdEvent]
  /// Whether the message only reports that the watch exists. Its revision is the cluster's, which the watch hasn't reached yet.
  let isCreation: Bool
  /// Whether the watch has ended, because of a compaction or another reason.
  let isCanceled: Bool

  init?(json: JSONValue) {
    guard let result = json.part("result")?.object,
      let events = (result["events"]?.elements ?? []).mapAll(EtcdEvent.init(json:))
    else { return nil }
    revision = result.etcdRevision ?? 0
    self.events = events
    isCreation = result["created"] == .bool(true)
    isCanceled = result["canceled"] == .bool(true)
  }
}

extension JSONObject {
  /// The revision in the header of a reply.
  fileprivate var etcdRevision: Int64? {
    self["header"]?.object?.etcdInteger("revision")
  }

  /// Returns an integer. The gateway writes 64-bit integers as strings.
  func etcdInteger(_ key: String) -> Int64? {
    switch self[key] {
    case .string(let text): Int64(text)
    case .number(let number): number.integer(as: Int64.self)
    default: nil
    }
  }
}
