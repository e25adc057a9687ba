import Synchronization

/// Keeps a settings document, and its log, in memory: for tests and previews.
///
/// It has everything that a file has: a history, confirmations, and news of changes. Nothing is kept when the process ends.
///
/// ```swift
/// let storage = MemoryStorage(#"{"times": 2}"#)
/// let store = try SettingsStore<AppSettings>(inMemory: storage)
/// try await store.update { $0.name = "Ada" }
/// print(storage.text ?? "nothing")  // {"name": "Ada", "times": 2}
/// ```
///
/// Two stores on the same storage behave like two processes with the same file. A store that isn't for a test opens it by
/// `SettingsStore(storage: storage)`, and then has the clocks of the system.
///
/// It can be used from any thread, and its methods throw nothing. Cost: a commit copies the content.
public final class MemoryStorage: SettingsStorage {
  private struct State {
    var content: StoredContent?
    var log: [Int: StorageRecord] = [:]
    var head = 0
    var settings: KnownSettings?
  }

  /// The name in messages, where a file has its path.
  public let name: String
  private let state: Mutex<State>
  private let observers = StoreObservers<Void>()

  /// Creates a storage with the text of a document, or an empty storage.
  ///
  /// - Parameters:
  ///   - text: The text, as in a file; it isn't checked before a store reads it. `nil` for a storage without content.
  ///   - name: The name in messages, `settings.json` by default.
  public init(_ text: String? = nil, name: String = "settings.json") {
    self.name = name
    state = Mutex(State(content: text.map { StoredContent(Array($0.utf8)) }))
  }

  /// Creates a storage with the bytes of a document.
  package init(bytes: [UInt8], name: String) {
    self.name = name
    state = Mutex(State(content: StoredContent(bytes)))
  }

  /// The text of the document, as a file would have it; `nil` if nothing is stored.
  public var text: String? { read().map { String(decoding: $0.bytes, as: UTF8.self) } }

  /// Returns the content, byte for byte; `nil` if nothing is stored.
  public func read() -> StoredContent? {
    state.withLock { $0.content }
  }

  /// Replaces the content and appends to the log, if both are as the commit expects; otherwise returns a conflict, and changes nothing.
  ///
  /// Streams of ``changes()`` get an element for each commit, also for one of the same process.
  public func commit(_ commit: StorageCommit) -> StorageCommitResult {
    let result = state.withLock { state -> StorageCommitResult in
      guard state.content?.revision == commit.revision, commit.head == nil || commit.head == state.head else {
        return .conflict(current: state.content)
      }
      state.content = commit.content.map(StoredContent.init)
      for record in commit.records {
        state.head += 1
        state.log[state.head] = record
      }
      state.log = state.log.filter { $0.key >= commit.oldest }
      return .committed(state.content?.revision, isDurable: true)
    }
    if case .committed = result { observers.notify(()) }
    return result
  }

  /// Replaces the content if it still has the expected revision.
  package func commit(_ bytes: [UInt8]?, expecting revision: SettingsRevision?) -> StorageCommitResult {
    commit(StorageCommit(bytes, expecting: revision))
  }

  /// Returns the numbers of the log's records.
  public func logNumbers() -> [Int] {
    state.withLock { $0.log.keys.sorted() }
  }

  /// Returns the header of a record.
  public func logHeader(_ number: Int) -> StorageLookup<[UInt8]> {
    logRecord(number).map(\.header)
  }

  /// Returns a record with its content.
  public func logRecord(_ number: Int) -> StorageLookup<StorageRecord> {
    state.withLock { state in state.log[number].map { .found($0) } ?? .missing }
  }

  /// Replaces records of the log, or removes them.
  public func rewriteLog(_ records: [Int: StorageRecord?], head: Int) -> Bool {
    state.withLock { state in
      guard state.head == head else { return false }
      for (number, record) in records { state.log[number] = record }
      return true
    }
  }

  /// Returns the settings that were recorded last; `nil` if there are none, or if they have the given revision. Tests of new settings use
  /// it.
  public func recordedSettings(otherThan revision: @autoclosure () -> SettingsRevision) -> KnownSettings? {
    state.withLock(\.settings).flatMap { $0.revision == revision() ? nil : $0 }
  }

  /// Records the settings of a form.
  public func recordSettings(_ settings: KnownSettings) {
    state.withLock { $0.settings = settings }
  }

  /// Returns an element whenever the content or the log may have changed; several changes can be one element.
  public func changes() -> AsyncStream<Void> { observers.stream(keeping: 1) { $0 } }
}
