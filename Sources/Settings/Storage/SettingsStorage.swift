import SettingsSystem

/// A place that keeps a settings document: a file, or anything else that can store bytes and compare before it writes.
///
/// In addition to the content, a storage keeps a log: numbered records, which commits append. A record is valid if its commit
/// is done, so the content and the log agree after a crash. The methods are synchronous and are called from any thread.
public protocol SettingsStorage: Sendable {
  /// The name in messages: for a file, its path.
  var name: String { get }

  /// The identity of the place, which is equal for all storages of the same content.
  var identity: String { get }

  /// Returns the stored content; `nil` if nothing is stored.
  func read() throws(StorageError) -> StoredContent?

  /// Replaces the content and appends to the log, all or nothing, if both are as the commit expects.
  ///
  /// When it returns `.committed`, content and records are durable; `isDurable` is `false` if the system doesn't confirm that. A
  /// commit that changes no byte of the content only appends the records.
  func commit(_ commit: StorageCommit) throws(StorageError) -> CommitResult

  /// Returns the numbers of the log's records in ascending order, possibly with gaps.
  func logNumbers() throws(StorageError) -> [Int]

  /// Returns the header of a record. Cost: reads only the header, unless it is damaged.
  func logHeader(_ number: Int) throws(StorageError) -> LogLookup<[UInt8]>

  /// Returns a record with its content.
  func logRecord(_ number: Int) throws(StorageError) -> LogLookup<LogRecord>

  /// Returns an element whenever this process or another might have changed the content or the log. The stream ends when its task is
  /// canceled.
  func changes() -> AsyncStream<Void>
}

extension SettingsStorage {
  /// The name.
  public var identity: String { name }

  /// Replaces the content if it has the expected revision; `nil` removes it.
  package func commit(_ bytes: [UInt8]?, expecting revision: Revision?) throws(StorageError) -> CommitResult {
    try commit(StorageCommit(bytes, expecting: revision))
  }
}

/// Stored content and its identity.
public struct StoredContent: Hashable, Sendable {
  /// The content.
  public let bytes: [UInt8]
  /// Its identity.
  public let revision: Revision

  /// Creates stored content, and computes its identity.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    revision = Revision(of: bytes)
  }

  /// Creates stored content whose identity is known.
  init(_ bytes: [UInt8], revision: Revision) {
    self.bytes = bytes
    self.revision = revision
  }
}

/// The result of a commit.
public enum CommitResult: Hashable, Sendable {
  /// The content is stored, or removed; `isDurable` indicates whether it is known to survive a crash.
  case committed(Revision?, isDurable: Bool)
  /// Other content has been stored; nothing was written.
  case conflict(current: StoredContent?)
}

/// One atomic step of a storage: it replaces the content and appends records to the log.
public struct StorageCommit: Sendable {
  /// How many times a commit is tried while other processes keep changing the content.
  package static let maxAttempts = 32

  /// The new content; `nil` removes it.
  public let content: [UInt8]?
  /// The identity of the new content; `nil` if it is removed.
  package let newRevision: Revision?
  /// The required identity of the stored content; `nil` if nothing may be stored.
  public package(set) var revision: Revision?
  /// The required number of the log's last record, 0 for an empty log; `nil` accepts any.
  public package(set) var head: Int?
  /// The records to append to the log. They are durable before the new content is visible.
  public package(set) var records: [LogRecord]
  /// The lowest number of the records to keep; earlier records are removed.
  public package(set) var oldest: Int
  /// The bytes of disk space to reserve for a later commit that must not fail because the disk is full; 0 frees earlier
  /// reservations, which this commit can use.
  package var reservation: Int
  /// The time to confirm the commit. A storage with its own clock keeps it with the last record, so that machines whose clocks differ
  /// agree on the deadline.
  package var confirmationLimit: Duration?
  /// Creates the record for another program's save that an earlier commit displaced and that was found later.
  package var makeRecordOfSave: (@Sendable ([UInt8]) -> LogRecord)?

  package init(
    _ content: [UInt8]?, expecting revision: Revision?, head: Int? = nil, records: [LogRecord] = [],
    oldest: Int = 0
  ) {
    self.init(
      content, newRevision: content.map(Revision.init), expecting: revision, head: head, records: records,
      oldest: oldest)
  }

  /// Creates a commit of content with a known identity.
  init(
    _ content: [UInt8]?, newRevision: Revision?, expecting revision: Revision?, head: Int?,
    records: [LogRecord], oldest: Int, reservation: Int = 0, confirmationLimit: Duration? = nil,
    makeRecordOfSave: (@Sendable ([UInt8]) -> LogRecord)? = nil
  ) {
    self.content = content
    self.newRevision = newRevision
    self.revision = revision
    self.head = head
    self.records = records
    self.oldest = oldest
    self.reservation = reservation
    self.confirmationLimit = confirmationLimit
    self.makeRecordOfSave = makeRecordOfSave
  }

  /// Whether the new content consists of the given bytes. `nil` stands for no content.
  func isOf(_ bytes: [UInt8]?) -> Bool {
    guard let content, let bytes else { return content == nil && bytes == nil }
    return content.hasSameBytes(as: bytes)
  }
}

/// The attempts of a commit while other processes keep changing the content: many, and as many as it takes within a time.
///
/// An attempt takes milliseconds, and each failure means that another attempt has succeeded. A fixed number of attempts alone would fail by
/// chance: of two hundred updates beside as many of another process, one or two find 32 times in a row that the other was faster.
struct CommitAttempts {
  /// The time in which attempts are repeated.
  private static let maxDuration = Duration.seconds(30)

  private var count = 0
  private let start = ContinuousClock.now

  /// Begins the next attempt; returns `false` if there were enough.
  mutating func begin() -> Bool {
    count += 1
    return count <= StorageCommit.maxAttempts || ContinuousClock.now - start < Self.maxDuration
  }
}

/// One record of a storage's log: a header, and the content that a commit stored.
///
/// The storage doesn't interpret the header.
public struct LogRecord: Hashable, Sendable {
  /// The stored content of a record.
  public enum Content: Hashable, Sendable {
    /// The content that was stored.
    case version([UInt8])
    /// The content was removed.
    case removal
    /// The record has no content, because the commit didn't change it; for example, it records a confirmation.
    case note
  }

  /// One line of UTF-8 without its line feed.
  public let header: [UInt8]
  /// The content.
  public let content: Content

  /// Creates a record.
  public init(header: [UInt8], content: Content) {
    self.header = header
    self.content = content
  }
}

extension LogRecord.Content {
  /// Creates the content of a commit, which removes the content if the bytes are `nil`.
  init(_ bytes: [UInt8]?) {
    self = bytes.map { .version($0) } ?? .removal
  }
}

/// The result of looking up a part of a log.
public enum LogLookup<Value: Sendable>: Sendable {
  /// There is such a part.
  case found(Value)
  /// The record exists, but its checksum or its format is wrong.
  case damaged
  /// There is no record with that number.
  case missing

  /// Transforms the value that was found.
  package func map<Other>(_ transform: (Value) -> Other) -> LogLookup<Other> {
    switch self {
    case .found(let value): .found(transform(value))
    case .damaged: .damaged
    case .missing: .missing
    }
  }
}

extension LogLookup: Equatable where Value: Equatable {}
