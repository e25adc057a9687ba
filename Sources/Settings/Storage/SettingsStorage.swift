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

  /// Returns the content as it was at the last element of ``changes()``, or later; `nil` if nothing is stored.
  ///
  /// It is never older than what this storage has returned or stored before. A store calls it after an element. A storage whose changes
  /// bring the new content doesn't have to read it again.
  func readAsSignaled() throws(StorageError) -> StoredContent?

  /// Replaces the content and appends to the log, all or nothing, if both are as the commit expects.
  ///
  /// When it returns `.committed`, content and records are durable; `isDurable` is `false` if the system doesn't confirm that. A
  /// commit that changes no byte of the content only appends the records.
  func commit(_ commit: StorageCommit) throws(StorageError) -> CommitResult

  /// Returns the numbers of the log's records in ascending order, possibly with gaps.
  func logNumbers() throws(StorageError) -> [Int]

  /// Returns the numbers of the log's records as they were when this process last read or changed the content, or later.
  ///
  /// An apply has read the content before, and its commit requires that the log hasn't changed since.
  func logNumbersAsRead() throws(StorageError) -> [Int]

  /// Returns the header of a record. Cost: reads only the header, unless it is damaged.
  func logHeader(_ number: Int) throws(StorageError) -> LogLookup<[UInt8]>

  /// Returns a record with its content.
  func logRecord(_ number: Int) throws(StorageError) -> LogLookup<LogRecord>

  /// Returns the time left to confirm the commit that appended a record, by the storage's own clock; `nil` if it has none, so that the
  /// clocks of the machine are used.
  func timeToConfirm(_ number: Int) throws(StorageError) -> Duration?

  /// Returns the settings that were recorded last; `nil` if there are none, or if they have a revision that is already known.
  ///
  /// Only marks in editors and listings depend on them, so an error is the same as no recorded settings. Cost: for the known
  /// revision, it doesn't depend on the number of settings.
  ///
  /// - Parameter revision: The known revision; it is computed only if settings are recorded.
  func recordedSettings(otherThan revision: @autoclosure () -> Revision) -> KnownSettings?

  /// Records the settings that the form of an apply has, after its commit, instead of those that were recorded before.
  ///
  /// Errors are ignored, because the commit is already durable. Nothing is written if the same settings are recorded.
  func recordSettings(_ settings: KnownSettings)

  /// Returns the symbolic links of other users on the path of the content.
  func foreignLinks() -> [ForeignLink]

  /// Returns why a commit would be refused now, as far as that is known without a commit; otherwise `nil`.
  func commitRefusal() -> StorageError?

  /// Returns an element whenever this process or another may have changed the content or the log. The stream ends when its task
  /// is canceled.
  func changes() -> AsyncStream<Void>
}

extension SettingsStorage {
  /// The name.
  public var identity: String { name }

  /// The current content.
  public func readAsSignaled() throws(StorageError) -> StoredContent? { try read() }

  /// The current numbers.
  public func logNumbersAsRead() throws(StorageError) -> [Int] { try logNumbers() }

  /// Nothing is known.
  public func commitRefusal() -> StorageError? { nil }

  /// The storage has no clock.
  public func timeToConfirm(_ number: Int) throws(StorageError) -> Duration? { nil }

  /// No settings are recorded.
  public func recordedSettings(otherThan revision: @autoclosure () -> Revision) -> KnownSettings? { nil }

  /// Records nothing.
  public func recordSettings(_ settings: KnownSettings) {}

  /// No links.
  public func foreignLinks() -> [ForeignLink] { [] }

  /// Replaces the content if it has the expected revision; `nil` removes it.
  package func commit(_ bytes: [UInt8]?, expecting revision: Revision?) throws(StorageError) -> CommitResult {
    try commit(StorageCommit(bytes, expecting: revision))
  }
}
