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

  /// Returns an element whenever this process or another may have changed the content or the log. The stream ends when its task
  /// is canceled.
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
