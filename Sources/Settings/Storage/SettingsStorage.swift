/// Where a settings document is kept: a file, or whatever else can hold bytes and compare before it writes.
///
/// The calls are synchronous and may come from any thread.
public protocol SettingsStorage: Sendable {
  /// What messages call this place: a file's path.
  var name: String { get }

  /// The content as it is now; `nil` if nothing has ever been stored.
  func read() throws(StorageError) -> StoredContent?

  /// Replaces the content, all or nothing, if it still has the expected revision; `nil` expects nothing stored.
  ///
  /// No bytes remove the content.
  ///
  /// When it returns `.committed`, the content is durable, or `isDurable` is `false` where the system would not
  /// say so.
  func commit(_ bytes: [UInt8]?, expecting revision: Revision?) throws(StorageError) -> CommitResult

  /// Says that the content may have changed, whoever did it. The stream ends when its task is cancelled.
  func changes() -> AsyncStream<Void>
}
