/// What a storage is to do at once: replace the content, and keep records of it.
public struct StorageCommit: Sendable {
  /// The new content; `nil` removes it.
  public var content: [UInt8]?
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
    self.content = content
    self.revision = revision
    self.head = head
    self.records = records
    self.oldest = oldest
  }
}
