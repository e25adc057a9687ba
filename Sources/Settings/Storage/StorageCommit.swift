import SettingsSystem

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

  /// Creates a commit.
  package init(
    _ content: [UInt8]?, expecting revision: Revision?, head: Int? = nil, records: [LogRecord] = [],
    oldest: Int = 0
  ) {
    self.init(
      content, content.map(Revision.init), expecting: revision, head: head, records: records, oldest: oldest)
  }

  /// Creates a commit of content with a known identity.
  init(
    _ content: [UInt8]?, _ newRevision: Revision?, expecting revision: Revision?, head: Int?,
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
/// An attempt takes milliseconds, and each one that fails means that another one has succeeded. A fixed number of attempts alone would fail
/// by chance: of two hundred updates beside as many of another process, one or two find 32 times in a row that the other was faster.
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
