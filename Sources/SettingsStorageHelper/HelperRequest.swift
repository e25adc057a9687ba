import Settings
import SettingsJSON
import SettingsSystem

/// A request to a storage helper: one line of JSON on the helper's standard input. See Documentation/StorageHelpers.md.
///
///     ▶ {"id": 7, "request": "commit", "content": "e30=", "expecting": "41", "records": […], "oldest": 1}
///     ◀ {"id": 7, "result": "committed", "revision": "42", "durable": true}
///
/// Content is in Base64, because it can be any bytes, and a line must not contain a line feed. `json(id:)` and `init(_:)` are the two
/// directions; the program uses one, a helper in Swift the other.
///
/// A helper replies `refused` to a request that it doesn't know, so requests can be added without a new version of the protocol. A new
/// member in a known request has to be one that can be ignored.
enum HelperRequest: Sendable {
  /// The first request, with the versions of the protocol that the program knows. The helper replies with the one that both know, or with
  /// an error.
  case hello(versions: [Int])
  /// - Parameter asSignaled: Whether the content as of the last change that the helper has reported is enough.
  case read(asSignaled: Bool)
  /// The only request that must not be sent twice: done again, it would be refused, or store its records a second time.
  case commit(HelperCommit)
  /// - Parameter asRead: Whether the numbers as of the last read or commit are enough.
  case numbers(asRead: Bool)
  /// The header of a record, without its content, for a list of versions.
  case header(Int)
  case record(Int)
  /// Whether a record is damaged, without its content. A helper that doesn't know the request is asked for the record.
  case check(Int)
  /// The time left to confirm the commit whose last record has this number. Helpers with a clock of their own answer it.
  case timeToConfirm(Int)
  /// The settings of the last form, for the marks of new settings.
  case settings
  case recordSettings([UInt8])
  /// The form that is stored with the content. A helper that doesn't know the request has none.
  ///
  /// - Parameter asRead: Whether the form as of the last read is enough.
  case form(asRead: Bool)
  /// Asks for the line `{"changed": true}` whenever something may have changed, from the reply on.
  case watch
  /// Asks the running instances of the app whether they agree to content that is about to be stored. The reply can take up to a minute.
  ///
  /// - Parameter isReversion: Whether the content comes back, because a change wasn't confirmed.
  case propose([UInt8], isReversion: Bool)
  /// Ends the vote, whether the content was stored or not.
  case endProposal
  /// Tells the instances that this content, the old one, is stored again.
  case revert([UInt8])

  private enum Name: String {
    case hello, read, commit, numbers, header, record, check, settings, form, watch, propose, revert
    case endProposal = "end-proposal"
    case recordSettings = "record-settings"
    case timeToConfirm = "time-to-confirm"
  }

  func json(id: Int) -> JSONValue {
    var object: JSONObject = ["id": .number(JSONNumber(id)), "request": .string(name.rawValue)]
    switch self {
    case .hello(let versions): object["versions"] = .array(versions.map { .number(JSONNumber($0)) })
    case .commit(let commit): commit.add(to: &object)
    case .header(let number), .record(let number), .check(let number), .timeToConfirm(let number):
      object["number"] = .number(JSONNumber(number))
    case .recordSettings(let settings): object["settings"] = .base64(settings)
    case .propose(let content, let isReversion):
      object["content"] = .base64(content)
      if isReversion { object["reversion"] = .bool(true) }
    case .revert(let content): object["content"] = .base64(content)
    case .numbers(true), .form(true): object["as-read"] = .bool(true)
    case .read(true): object["as-reported"] = .bool(true)
    case .read, .numbers, .settings, .form, .watch, .endProposal: break
    }
    return .object(object)
  }

  /// The name in the member `request`.
  private var name: Name {
    switch self {
    case .hello: .hello
    case .read: .read
    case .commit: .commit
    case .numbers: .numbers
    case .header: .header
    case .record: .record
    case .check: .check
    case .timeToConfirm: .timeToConfirm
    case .settings: .settings
    case .recordSettings: .recordSettings
    case .form: .form
    case .watch: .watch
    case .propose: .propose
    case .endProposal: .endProposal
    case .revert: .revert
    }
  }

  /// Reads a request; returns `nil` if this version doesn't know it, or if it is malformed. The helper replies `refused`, and goes on with
  /// the next line.
  init?(_ object: JSONObject) {
    guard case .string(let text)? = object["request"], let name = Name(rawValue: text) else { return nil }
    switch name {
    case .hello:
      guard case .array(let versions)? = object["versions"] else { return nil }
      self = .hello(
        versions: versions.compactMap { if case .number(let number) = $0 { number.integer() } else { nil } })
    case .read: self = .read(asSignaled: object["as-reported"] == .bool(true))
    case .commit:
      guard let commit = HelperCommit(object) else { return nil }
      self = .commit(commit)
    case .numbers: self = .numbers(asRead: object["as-read"] == .bool(true))
    case .header, .record, .check, .timeToConfirm:
      guard let number = object.integer("number") else { return nil }
      self =
        switch name {
        case .header: .header(number)
        case .record: .record(number)
        case .check: .check(number)
        default: .timeToConfirm(number)
        }
    case .settings: self = .settings
    case .form: self = .form(asRead: object["as-read"] == .bool(true))
    case .recordSettings:
      guard let settings = object.bytes("settings") else { return nil }
      self = .recordSettings(settings)
    case .watch: self = .watch
    case .propose, .revert:
      guard let content = object.bytes("content") else { return nil }
      self =
        name == .propose
        ? .propose(content, isReversion: object["reversion"] == .bool(true)) : .revert(content)
    case .endProposal: self = .endProposal
    }
  }
}

/// A commit in the form that a helper receives. It identifies the expected content by the revision that the helper has given it.
///
/// The helper compares and stores in one step, as any storage does. `"expecting": null` requires that nothing is stored; without `head`,
/// the log isn't compared.
struct HelperCommit: Sendable {
  var content: [UInt8]?
  /// The helper's revision of the expected content; `nil` if the commit expects that nothing is stored.
  var expected: String?
  var head: Int?
  var records: [StorageRecord]
  var oldest: Int
  /// The time to confirm the commit, in milliseconds; `nil` if it needs no confirmation. A helper without a clock ignores it.
  var confirmWithin: Int?
  /// The bytes that a rollback of the commit may need; 0 if it isn't rolled back. A helper that can't have them later refuses the commit.
  var reservation = 0

  init(_ commit: StorageCommit, expecting expected: String?) {
    content = commit.content
    self.expected = expected
    head = commit.head
    records = commit.records
    oldest = commit.oldest
    confirmWithin = commit.confirmationLimit.map { Int($0.milliseconds) }
    reservation = commit.reservation
  }

  /// Reads a commit; returns `nil` if it lacks something. `content` and `oldest` must be there, even as `null` and 0: a helper that guesses
  /// could remove content or records.
  fileprivate init?(_ object: JSONObject) {
    guard let content = object.optionalBytes("content"),
      let records = object["records"]?.elements?.mapAll({ $0.object.flatMap(StorageRecord.init) }),
      let oldest = object.integer("oldest")
    else { return nil }
    // A missing member counts as `null`, but a number or an object is malformed: it could be a revision that would be compared wrongly.
    switch object["expecting"] {
    case .string(let text): expected = text
    case .null, nil: expected = nil
    default: return nil
    }
    self.content = content
    self.oldest = oldest
    head = object.integer("head")
    confirmWithin = object.integer("confirm-within")
    reservation = max(0, object.integer("rollback-size") ?? 0)
    self.records = records
  }

  fileprivate func add(to object: inout JSONObject) {
    object["content"] = content.map(JSONValue.base64) ?? .null
    object["expecting"] = expected.map(JSONValue.string) ?? .null
    object["head"] = head.map { .number(JSONNumber($0)) } ?? .null
    object["records"] = .array(records.map { .object($0.object) })
    object["oldest"] = .number(JSONNumber(oldest))
    object["confirm-within"] = confirmWithin.map { .number(JSONNumber($0)) }
    if reservation > 0 { object["rollback-size"] = .number(JSONNumber(reservation)) }
  }
}

extension JSONValue {
  var line: [UInt8] { bytes() + [HelperProtocol.lineFeed] }
}

extension JSONObject {
  /// Returns an integer; `nil` if it is missing.
  func integer(_ key: String) -> Int? { self[key]?.integer() }

  /// Returns the bytes of a string in Base64; `nil` if it is missing or malformed.
  func bytes(_ key: String) -> [UInt8]? { self[key]?.base64Bytes }

  /// Returns bytes, an inner `nil` for `null`; an outer `nil` if they are missing or malformed. So content that a helper has forgotten to
  /// send isn't taken for no content.
  func optionalBytes(_ key: String) -> [UInt8]?? {
    self[key] == .null ? .some(nil) : bytes(key).map { .some($0) }
  }
}

/// The version of the protocol, its framing and its limits: a message is one line, so a helper can be written in any language that reads
/// lines.
enum HelperProtocol {
  static let version = 1
  static let lineFeed = UInt8(ascii: "\n")
  /// The most bytes of a line: those of any JSON.
  static let lineLength = InputLimits.documentSize
  /// The most records of a log. The library keeps 50.
  static let recordCount = 10_000
  /// The largest number of a record: half the range, so the next numbers can't overflow.
  static let largestNumber = Int.max / 2
  /// The most characters of a sentence for a person.
  static let sentenceLength = 2_000
  /// The most characters of an author.
  static let authorLength = 200
}

extension StorageRecord {
  /// Reads a record; returns `nil` if it is malformed. A kind that isn't known is malformed, too: a record without its content must not be
  /// kept as one.
  init?(_ object: JSONObject) {
    guard let header = object.bytes("header") else { return nil }
    switch object["kind"] {
    case "version":
      guard let content = object.bytes("content") else { return nil }
      self.init(header: header, content: .version(content))
    case "removal": self.init(header: header, content: .removal)
    case "note": self.init(header: header, content: .note)
    default: return nil
    }
  }

  var object: JSONObject {
    switch content {
    case .version(let bytes): ["header": .base64(header), "kind": "version", "content": .base64(bytes)]
    case .removal: ["header": .base64(header), "kind": "removal"]
    case .note: ["header": .base64(header), "kind": "note"]
    }
  }
}

/// Reads the lines of a stream.
///
/// A line can come in many pieces, and a piece can have many lines. An incomplete line at the end is ignored: the writer died while writing
/// it.
struct LineReader {
  private let stream: ByteStream
  private var buffer: LineBuffer
  private var lines: ArraySlice<ArraySlice<UInt8>> = []
  /// Whether the lines have ended because one of them is too long.
  private(set) var isTooLong = false

  init(_ stream: ByteStream, atMost length: Int = HelperProtocol.lineLength) {
    self.stream = stream
    buffer = LineBuffer(atMost: length)
  }

  /// Returns the next line that isn't empty; `nil` at the end, where an incomplete line is ignored, and at a line that is too long.
  mutating func next() -> ArraySlice<UInt8>? {
    while lines.isEmpty {
      switch stream.readAvailable() {
      case .bytes(let more):
        guard let complete = buffer.add(more) else {
          isTooLong = true
          return nil
        }
        lines = complete[...]
      case .nothingYet: _ = ByteStream.wait(for: [stream])
      case .ended: return nil
      }
    }
    return lines.removeFirst()
  }
}
