/// What a storage does in one step: it replaces the content, and appends records to its log.
public struct StorageCommit: Sendable {
  /// How many times a commit is tried when other processes keep changing the content in between.
  static let maxAttempts = 32

  /// The new content; `nil` removes it.
  public let content: [UInt8]?
  /// The identity of the new content; `nil` if it is removed.
  public let newRevision: Revision?
  /// The identity that the stored content must have; `nil` if nothing may be stored.
  public var revision: Revision?
  /// The number that the log's last record must have, 0 for an empty log; `nil` accepts any.
  public var head: Int?
  /// The records to append to the log, durable before the new content can be seen.
  public var records: [LogRecord]
  /// The lowest number of a record that is still needed; records below it are removed.
  public var oldest: Int
  /// How many bytes of disk space to keep for a later commit that must not fail because the disk is full; 0 frees what was
  /// kept, for this commit's own use if it needs it.
  public var reservation: Int
  /// Makes the record for a save of another program that an earlier commit displaced and that was found afterwards.
  public var makeRecordOfSave: (@Sendable ([UInt8]) -> LogRecord)?

  /// Describes a commit.
  public init(
    _ content: [UInt8]?, expecting revision: Revision?, head: Int? = nil, records: [LogRecord] = [],
    oldest: Int = 0
  ) {
    self.init(
      content, content.map(Revision.init), expecting: revision, head: head, records: records, oldest: oldest)
  }

  /// Describes a commit of a content whose identity is known.
  init(
    _ content: [UInt8]?, _ newRevision: Revision?, expecting revision: Revision?, head: Int?,
    records: [LogRecord], oldest: Int, reservation: Int = 0,
    makeRecordOfSave: (@Sendable ([UInt8]) -> LogRecord)? = nil
  ) {
    self.content = content
    self.newRevision = newRevision
    self.revision = revision
    self.head = head
    self.records = records
    self.oldest = oldest
    self.reservation = reservation
    self.makeRecordOfSave = makeRecordOfSave
  }
}
