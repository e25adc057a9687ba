import SettingsJSON

/// A range of keys: one key, or all keys from a first key up to, but not including, an end.
///
/// etcd has no folders. All keys under `/app/` are the range from `/app/` up to `/app0`.
struct EtcdKeyRange: Hashable, Sendable {
  let first: String
  let end: String?

  init(_ key: String) {
    first = key
    end = nil
  }

  init(from first: String, before end: String) {
    self.first = first
    self.end = end
  }

  /// All keys that start with a string, which ends with a slash: `a/` → from `a/` before `a0`. In ASCII, `0` is the character after the
  /// slash.
  init(under start: String) {
    self.init(from: start, before: String(start.dropLast()) + "0")
  }

  var json: JSONObject {
    var object: JSONObject = ["key": .base64(Array(first.utf8))]
    if let end { object["range_end"] = .base64(Array(end.utf8)) }
    return object
  }

  /// The number of bytes in a request to the servers, without the encoding of the gateway.
  var size: Int { first.utf8.count + (end?.utf8.count ?? 0) }
}

/// An operation of a transaction. All operations of one transaction happen at the same revision. etcd refuses a transaction that puts a key
/// twice.
enum EtcdOperation: Sendable {
  case put(String, [UInt8], lease: Int64? = nil)
  case delete(EtcdKeyRange)
  case read(EtcdRangeRequest)

  var json: JSONValue {
    switch self {
    case .put(let key, let value, let lease):
      var put: JSONObject = [
        "key": .base64(Array(key.utf8)), "value": .base64(value),
      ]
      if let lease { put["lease"] = .string("\(lease)") }
      return ["request_put": .object(put)]
    case .delete(let range): return ["request_delete_range": .object(range.json)]
    case .read(let request): return ["request_range": .object(request.json)]
    }
  }

  /// The maximum number of bytes that the operation takes in a request to etcd: of keys, value, and the fields around them.
  ///
  /// It is an upper bound, so a transaction that passes the check isn't refused by a member with the same limit. JSON and Base64 don't
  /// count: the gateway decodes them before the limit applies.
  var size: Int {
    let content =
      switch self {
      case .put(let key, let value, _): key.utf8.count + value.count
      case .delete(let range): range.size
      case .read(let request): request.range.size
      }
    return content + 48
  }
}

/// A request for keys and their values, at the latest revision of the cluster.
///
/// With `changedSince`, the reply has only what is new, but its count is that of all keys, which shows whether one was deleted.
struct EtcdRangeRequest: Sendable {
  var range: EtcdKeyRange
  /// Returns only keys that were changed in this revision or later; `nil` for all keys.
  var changedSince: Int64?
  var keysOnly = false

  init(_ range: EtcdKeyRange, changedSince: Int64? = nil, keysOnly: Bool = false) {
    self.range = range
    self.changedSince = changedSince
    self.keysOnly = keysOnly
  }

  var json: JSONObject {
    var object = range.json
    if let changedSince { object["min_mod_revision"] = .string("\(changedSince)") }
    if keysOnly { object["keys_only"] = .bool(true) }
    return object
  }
}

/// Operations that happen together if all keys were last changed in given revisions.
///
/// This is etcd's "compare, then, else" (https://etcd.io/docs/v3.5/learning/api/#transaction). All commits are built on it: a commit states
/// what it has read, and either all of its operations happen, or none and it learns what is there now.
struct EtcdTransaction: Sendable {
  /// The expected revision of the last change of each key; 0 for a key that doesn't exist.
  var expected: [(key: String, revision: Int64)]
  var operations: [EtcdOperation]
  /// The reads that are done instead of the operations if a key was changed.
  var otherwise: [EtcdRangeRequest]

  var json: JSONValue {
    [
      "compare": .array(
        expected.map { key, revision in
          [
            "key": .base64(Array(key.utf8)), "target": "MOD", "result": "EQUAL",
            "mod_revision": .string("\(revision)"),
          ]
        }),
      "success": .array(operations.map(\.json)),
      "failure": .array(otherwise.map { EtcdOperation.read($0).json }),
    ]
  }

  /// The maximum number of bytes that the transaction takes in a request to etcd.
  var size: Int {
    operations.reduce(0) { $0 + $1.size } + expected.reduce(0) { $0 + $1.key.utf8.count + 48 }
      + otherwise.reduce(0) { $0 + EtcdOperation.read($1).size }
  }
}

/// A key with its value.
struct EtcdKeyValue: Hashable, Sendable {
  let key: String
  let value: [UInt8]
  let revision: Int64
  /// The lease that the key ends with; `nil` for none.
  let lease: Int64?

  /// Reads a key; returns `nil` if it is malformed. A missing value is empty: the gateway leaves out what has its default.
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
    lease = object.etcdIdentifier("lease")
  }
}

/// The keys that a request found, in ascending order.
struct EtcdRangeReply: Hashable, Sendable {
  let found: [EtcdKeyValue]
  /// The number of all keys in the range, including the keys that the request has filtered out. The gateway leaves out a count of zero.
  let count: Int
  /// The revision of the cluster.
  let revision: Int64

  /// Reads a reply; returns `nil` if it isn't one of etcd's, which the caller reports with the name of the member.
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
///
/// The gateway omits members with a zero value, as Protocol Buffers in JSON do: no `succeeded` is `false`, no `responses` is none.
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

/// A change that a watch reports. The gateway names the type only of a deletion; `PUT` is the default, which it leaves out.
struct EtcdEvent: Hashable, Sendable {
  /// The key with its new value, or with an empty value if it was deleted.
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

/// One message of a watch, a line of its reply.
///
///     {"result":{"header":{"revision":"700"},"created":true}}                    the watch exists
///     {"result":{"header":{"revision":"701"},"events":[{"kv":{…}}]}}             a change
///     {"result":{"canceled":true,"compact_revision":"900"}}                      revisions before 900 are gone
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

  /// Returns an integer to count with; `nil` if there is none, if it isn't one, or if it is so large that the next ones could overflow.
  func etcdInteger(_ key: String) -> Int64? {
    etcdIdentifier(key).flatMap { abs($0 / 2) < Int64.max / 4 ? $0 : nil }
  }

  /// Returns an integer of any size; `nil` if there is none or if it isn't one. The gateway writes 64-bit integers as strings, as Protocol
  /// Buffers in JSON do, since a `double` can't hold them all.
  func etcdIdentifier(_ key: String) -> Int64? {
    switch self[key] {
    case .string(let text): Int64(text)
    case .number(let number): number.integer(as: Int64.self)
    default: nil
    }
  }
}
