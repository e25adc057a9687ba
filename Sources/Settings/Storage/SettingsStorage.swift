/// Where a settings document is kept: a file, or anything else that can hold bytes and compare before it writes.
///
/// Besides the content, a storage keeps a log: numbered records, appended with a commit. A record counts if its commit
/// took place: after a crash, the content and the log agree. The calls are synchronous and may come from any thread.
public protocol SettingsStorage: Sendable {
  /// What messages call this place: a file's path.
  var name: String { get }

  /// The identity of the place: two storages of one content have the same.
  var identity: String { get }

  /// The stored content; `nil` if there is none.
  func read() throws(StorageError) -> StoredContent?

  /// Replaces the content and appends to the log, all or nothing, if both still are what the commit expects.
  ///
  /// When it returns `.committed`, content and records are durable; `isDurable` is `false` if the system doesn't confirm that. A
  /// commit that changes no byte of the content only appends the records.
  func commit(_ commit: StorageCommit) throws(StorageError) -> CommitResult

  /// The numbers of the log's records, which ascend, but may leave some out.
  func logNumbers() throws(StorageError) -> [Int]

  /// The header of a record. Cost: reads no more than the header, unless that is damaged.
  func logHeader(_ number: Int) throws(StorageError) -> LogLookup<[UInt8]>

  /// A record with its content.
  func logRecord(_ number: Int) throws(StorageError) -> LogLookup<LogRecord>

  /// The symbolic links of other users that lead to the content.
  func foreignLinks() -> [ForeignLink]

  /// Says that the content or the log may have changed, by this process or another. The stream ends when its task is cancelled.
  func changes() -> AsyncStream<Void>
}

extension SettingsStorage {
  /// Its name.
  public var identity: String { name }

  /// None.
  public func foreignLinks() -> [ForeignLink] { [] }

  /// Replaces the content if it still has the expected revision; no bytes remove it.
  public func commit(_ bytes: [UInt8]?, expecting revision: Revision?) throws(StorageError) -> CommitResult {
    try commit(StorageCommit(bytes, expecting: revision))
  }
}
