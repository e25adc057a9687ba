/// Where a settings document is kept: a file, or whatever else can hold bytes and compare before it writes.
///
/// Beside the content a storage keeps a log: numbered records, appended with a commit. A record counts if its commit
/// took place: after a crash, the content and the log agree. The calls are synchronous and may come from any thread.
public protocol SettingsStorage: Sendable {
  /// What messages call this place: a file's path.
  var name: String { get }

  /// The place itself, however it is called: two storages of one content have the same.
  var identity: String { get }

  /// The content as it is now; `nil` if nothing has ever been stored.
  func read() throws(StorageError) -> StoredContent?

  /// Replaces the content and appends to the log, all or nothing, if both still are what the commit expects.
  ///
  /// When it returns `.committed`, content and records are durable, or `isDurable` is `false` where the system
  /// would not say so. A commit that changes no byte of the content only appends the records.
  func commit(_ commit: StorageCommit) throws(StorageError) -> CommitResult

  /// The numbers of the log's records, which ascend, but may leave some out.
  func logNumbers() throws(StorageError) -> [Int]

  /// The header of a record; `nil` if there is none of that number. Cost: no more than the header's.
  func logHeader(_ number: Int) throws(StorageError) -> [UInt8]?

  /// A record; `nil` if there is none of that number.
  func logRecord(_ number: Int) throws(StorageError) -> LogRecord?

  /// Says that the content or the log may have changed, whoever did it. The stream ends when its task is cancelled.
  func changes() -> AsyncStream<Void>
}

extension SettingsStorage {
  /// Its name.
  public var identity: String { name }

  /// Replaces the content if it still has the expected revision; no bytes remove it.
  public func commit(_ bytes: [UInt8]?, expecting revision: Revision?) throws(StorageError) -> CommitResult {
    try commit(StorageCommit(bytes, expecting: revision))
  }
}
