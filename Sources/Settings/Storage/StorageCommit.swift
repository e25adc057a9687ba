/// What a storage is to do at once: replace the content, and keep records of it.
public struct StorageCommit: Sendable {
  /// The new content; `nil` removes it.
  public let content: [UInt8]?
  /// The identity of the new content; `nil` if it is removed.
  public let newRevision: Revision?
  /// The identity that the present content has to have; `nil` if nothing may be stored.
  public var revision: Revision?
  /// The number that the log's last record has to have, 0 for none; `nil` if any will do.
  public var head: Int?
  /// The records to append to the log, durable before the new content can be seen.
  public var records: [LogRecord]
  /// The lowest number of a record that is still needed; those below it may go.
  public var oldest: Int

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
    records: [LogRecord],
    oldest: Int
  ) {
    self.content = content
    self.newRevision = newRevision
    self.revision = revision
    self.head = head
    self.records = records
    self.oldest = oldest
  }
}
