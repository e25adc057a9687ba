import Settings
import SettingsJSON

/// The keys of one document.
///
/// | Key | Value |
/// |---|---|
/// | `PREFIX/document` | the document, byte for byte |
/// | `PREFIX/head` | the numbers of the last record and of the last commit: ``EtcdHead`` |
/// | `PREFIX/headers/NUMBER` | the kind and the header of a record |
/// | `PREFIX/contents/NUMBER` | the content of a record that has one, byte for byte |
/// | `PREFIX/commits/NUMBER` | the random ID of a commit |
/// | `PREFIX/deadlines/NUMBER` | `5`; it exists, with a lease, until 5 s after the time to confirm the commit of a record |
/// | `PREFIX/rollout/candidate` | the content that running instances are asked about: ``EtcdCandidate`` |
/// | `PREFIX/rollout/instances/ID` | a running instance: ``EtcdInstanceStatus`` |
/// | `PREFIX/rollout/votes/ID` | the answer of an instance: ``EtcdVote`` |
/// | `PREFIX/settings` | the settings of the last form |
/// | `PREFIX/schema/…` | the form, a document with the prefix `PREFIX/schema`: ``EtcdCompanion`` |
///
/// Numbers have 19 digits: etcd sorts keys as bytes, and that must be the order of the numbers. No other key is between `document` and
/// `head`, so both are read and watched as one range. `form` would be, so the form is under `schema`.
///
/// With the prefix `settings/trend`, record 12 has its header at `settings/trend/headers/0000000000000000012`. Content and header have two
/// keys, because a history is listed by its headers, without the contents.
///
/// Other prefixes in the same cluster aren't touched: all ranges that are read or deleted begin with the prefix and a slash.
struct EtcdKeys: Hashable, Sendable {
  let document: String
  let head: String
  let settings: String
  let candidate: String
  /// Whether the document is the form of other settings: the prefix ends with `/schema`.
  let isOfForm: Bool
  /// What is stored beside the document: its form, or the settings whose form it is.
  let companion: String
  private let headers: String
  private let contents: String
  private let commits: String
  private let deadlines: String
  private let instances: String
  private let votes: String

  init(prefix: String) {
    document = prefix + "/document"
    head = prefix + "/head"
    settings = prefix + "/settings"
    isOfForm = prefix.hasSuffix(Self.form)
    companion = (isOfForm ? String(prefix.dropLast(Self.form.count)) : prefix + Self.form) + "/document"
    headers = prefix + "/headers/"
    contents = prefix + "/contents/"
    commits = prefix + "/commits/"
    deadlines = prefix + "/deadlines/"
    candidate = prefix + "/rollout/candidate"
    instances = prefix + "/rollout/instances/"
    votes = prefix + "/rollout/votes/"
  }

  private static let form = "/schema"

  /// The document and the head as one range, which one request reads at one revision of the cluster. Its end is the first key after `head`:
  /// `head` with a zero byte.
  var state: EtcdKeyRange { EtcdKeyRange(from: document, before: head + "\0") }
  /// The headers of all records.
  var allHeaders: EtcdKeyRange { EtcdKeyRange(under: headers) }
  /// The contents of all records.
  var allContents: EtcdKeyRange { EtcdKeyRange(under: contents) }

  func header(_ number: Int) -> String { headers + Self.digits(number) }
  func content(_ number: Int) -> String { contents + Self.digits(number) }
  func commit(_ number: Int) -> String { commits + Self.digits(number) }

  func deadline(_ number: Int) -> String { deadlines + Self.digits(number) }

  /// The headers and the contents of the records before a number, which a commit deletes when its policy keeps no more.
  func records(before number: Int) -> [EtcdKeyRange] {
    [headers, contents].map { EtcdKeyRange(from: $0, before: $0 + Self.digits(number)) }
  }

  /// The IDs of the commits before a number, whose outcome can't be asked about anymore.
  func commits(before number: Int) -> EtcdKeyRange {
    EtcdKeyRange(from: commits, before: commit(number))
  }

  // MARK: - Rollouts

  /// The candidate, the instances and their votes. The keys sort as `candidate`, `instances/`, `votes/`, so one watch sees all of a vote.
  var rollout: EtcdKeyRange { EtcdKeyRange(from: candidate, before: EtcdKeyRange(under: votes).end ?? votes) }
  var allInstances: EtcdKeyRange { EtcdKeyRange(under: instances) }
  var allVotes: EtcdKeyRange { EtcdKeyRange(under: votes) }

  func instance(_ id: String) -> String { instances + id }
  func vote(_ id: String) -> String { votes + id }

  /// Returns the ID of the instance that a key of a status or of a vote belongs to; `nil` for other keys. `…/rollout/votes/9f3a` → `9f3a`.
  func instanceID(of key: String) -> String? {
    for start in [instances, votes] where key.hasPrefix(start) { return String(key.dropFirst(start.count)) }
    return nil
  }

  // MARK: - Numbers

  /// Returns the number of the record that a header or a content belongs to; `nil` for other keys, and for keys of another program, which
  /// aren't numbers, or not of 19 digits.
  func number(of key: String) -> Int? {
    for start in [headers, contents] where key.hasPrefix(start) {
      let text = key.dropFirst(start.count)
      return Int(text).flatMap { Self.digits($0) == text ? $0 : nil }
    }
    return nil
  }

  private static func digits(_ number: Int) -> String { String(number, digits: 19) }
}

/// The ends of the log and of the list of commits: `{"format":1,"record":12,"commit":40}`.
///
/// Every commit writes it, so its revision changes with every commit, also with one that doesn't change the document.
///
/// It is therefore what a commit compares: if its revision is still what was read, nothing has been committed since.
struct EtcdHead: Hashable, Sendable {
  private static let format = 1

  /// The number of the last record; 0 if there was none.
  var record = 0
  /// The number of the last commit; 0 if there was none.
  var commit = 0

  init(record: Int = 0, commit: Int = 0) {
    self.record = record
    self.commit = commit
  }

  /// Reads a value; returns `nil` if it is malformed or has another format.
  ///
  /// The caller refuses to work with such a head (`EtcdError.incompatible`): to overwrite it could destroy the log of a later version.
  /// Numbers of at least half the range are refused, too, so the next number can't overflow.
  init?(_ value: [UInt8]) {
    guard let object = JSONObject(parsing: value),
      object.etcdInteger("format") == Int64(Self.format),
      let record = object.etcdInteger("record"), let commit = object.etcdInteger("commit"),
      record >= 0, commit >= 0
    else { return nil }
    self.init(record: Int(record), commit: Int(commit))
  }

  var value: [UInt8] {
    let json: JSONValue = [
      "format": .number(JSONNumber(Self.format)), "record": .number(JSONNumber(record)),
      "commit": .number(JSONNumber(commit)),
    ]
    return json.bytes()
  }
}

/// The value of a record's header key: the kind of its content, a line feed, and its header.
///
/// The kind is here, and not only in the header, because the storage has to know whether there is a key with a content, and a header is
/// opaque to it: `version⏎{"format":…}`.
struct EtcdRecord: Hashable, Sendable {
  /// The kind of a record's content: a version has bytes, a removal says that the document was deleted, and a note, such as a confirmation,
  /// has no content.
  enum Kind: String, Hashable, Sendable {
    case version, removal, note
  }

  let kind: Kind
  let header: [UInt8]

  init(_ record: StorageRecord) {
    header = record.header
    kind =
      switch record.content {
      case .version: .version
      case .removal: .removal
      case .note: .note
      }
  }

  /// Reads a value; returns `nil` if it is malformed or has a kind of a later version. The record then counts as damaged, and the history
  /// goes on around it.
  init?(_ value: [UInt8]) {
    guard let end = value.firstIndex(of: Self.lineFeed),
      let kind = Kind(rawValue: String(decoding: value[..<end], as: UTF8.self))
    else { return nil }
    self.kind = kind
    header = Array(value[(end + 1)...])
  }

  var value: [UInt8] { Array(kind.rawValue.utf8) + [Self.lineFeed] + header }

  private static let lineFeed = UInt8(ascii: "\n")

  /// Returns the record with the content that its own key holds; `nil` for a version whose key is missing. Kinds without a content ignore
  /// the argument.
  func record(_ content: [UInt8]?) -> StorageRecord? {
    switch kind {
    case .version: content.map { StorageRecord(header: header, content: .version($0)) }
    case .removal: StorageRecord(header: header, content: .removal)
    case .note: StorageRecord(header: header, content: .note)
    }
  }
}

/// Content that running instances are asked about: a header, a line feed, and the content, byte for byte.
///
/// It ends with its lease or when it is deleted. An instance that sees it end looks at the document: if the document is the candidate's
/// content, the instance commits, otherwise it aborts.
struct EtcdCandidate: Hashable, Sendable {
  /// The task of the instances.
  enum Kind: String, Hashable, Sendable {
    /// Prepare, and vote. If the content is stored when the candidate ends, commit, otherwise abort.
    case apply
    /// Undo the last commit, because the content of the candidate is stored again. Vetoes have no effect.
    case revert
  }

  private static let format = 1

  let kind: Kind
  let content: [UInt8]

  init(_ kind: Kind, content: [UInt8]) {
    self.kind = kind
    self.content = content
  }

  /// Reads a value; returns `nil` if it is malformed or has another format. An instance vetoes such a candidate, because it can't check
  /// what it can't read.
  init?(_ value: [UInt8]) {
    guard let end = value.firstIndex(of: Self.lineFeed),
      let header = JSONObject(parsing: value[..<end]),
      header.etcdInteger("format") == Int64(Self.format),
      let kind = header["kind"]?.text.flatMap(Kind.init(rawValue:))
    else { return nil }
    self.init(kind, content: Array(value[(end + 1)...]))
  }

  var value: [UInt8] {
    let header: JSONValue = ["format": .number(JSONNumber(Self.format)), "kind": .string(kind.rawValue)]
    return header.bytes() + [Self.lineFeed] + content
  }

  private static let lineFeed = UInt8(ascii: "\n")
}

/// The answer of an instance to a candidate: `{}`, or `{"veto":"port 80 is in use"}`.
struct EtcdVote: Hashable, Sendable {
  /// The maximum number of characters of a reason; the rest is left out. Each instance's vote is sent to the process that applies, and a
  /// person reads it.
  private static let maxReason = 2_000

  /// Why the instance refuses the candidate, on one line; `nil` if it agrees.
  let veto: String?

  init(veto: String?) {
    self.veto = veto.map { reason in
      let lines = reason.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
      return String(lines.joined(separator: " ").prefix(Self.maxReason))
    }
  }

  /// Reads a value. A vote that can't be read is a veto: an instance of a later version may refuse for a reason that this version doesn't
  /// know.
  init(_ value: [UInt8]) {
    let unreadable = "its vote can't be read"
    switch JSONObject(parsing: value).map({ $0["veto"] }) {
    case .some(nil): self.init(veto: nil)
    case .some(.string(let reason)): self.init(veto: reason)
    default: self.init(veto: unreadable)
    }
  }

  var value: [UInt8] {
    var object: JSONObject = [:]
    if let veto { object["veto"] = .string(veto) }
    return JSONValue.object(object).bytes()
  }
}
