public import Settings
import Synchronization

/// Keeps a settings document, and its log, in etcd 3.4 or later, for many machines.
///
/// A commit is one transaction, which compares what it replaces: it is done as a whole or not at all, even if a member is killed or the
/// network fails. If the reply to a commit is lost, the storage finds out whether it was done. All reads are linearizable.
///
/// ```swift
/// let storage = try EtcdStorage(
///   endpoints: ["10.0.0.1:2379", "10.0.0.2:2379", "10.0.0.3:2379"], prefix: "settings/trend")
/// let store = try SettingsStore<AppSettings>(storage: storage)
/// ```
///
/// It uses etcd's JSON gateway through the system's libcurl, 7.68 or later. A request is at most 1.5 MiB, and an apply stores the document
/// twice, once for the history.
public final class EtcdStorage: SettingsStorage {
  /// The address, as messages show it.
  public let name: String
  /// The address, independent of the order of the members.
  public let identity: String
  let keys: EtcdKeys
  let client: EtcdClient
  /// The last state that was seen, so that a commit after a read needs no other read.
  private let seen = Mutex<EtcdState?>(nil)

  /// Creates a storage at an address, which may be empty. It connects when it is used.
  public init(_ address: EtcdAddress, options: EtcdOptions = EtcdOptions()) {
    name = address.description
    identity = address.identity
    keys = EtcdKeys(prefix: address.prefix)
    client = EtcdClient(address, options)
  }

  /// Creates a storage on some members of a cluster.
  ///
  /// - Parameters:
  ///   - endpoints: The members, each `HOST:PORT`, or `https://HOST:PORT` for TLS.
  ///   - prefix: The prefix of all keys.
  public convenience init(
    endpoints: [String], prefix: String, options: EtcdOptions = EtcdOptions()
  ) throws(EtcdAddressError) {
    self.init(try EtcdAddress(endpoints: endpoints, prefix: prefix), options: options)
  }

  // MARK: - The content

  /// Returns the content; `nil` if nothing is stored. Cost: one request; the content is transferred only if it has changed.
  public func read() throws(StorageError) -> StoredContent? {
    try converted { () throws(EtcdError) in try readState().document?.content }
  }

  /// Replaces the content and appends to the log, if both are as the commit expects.
  ///
  /// Cost: one request, if the last request saw the content that the commit expects.
  public func commit(_ commit: StorageCommit) throws(StorageError) -> CommitResult {
    try converted { () throws(EtcdError) in
      let deadline = ContinuousClock.now + client.options.timeout
      var current = seen.withLock(\.self)
      if current?.isAsExpected(by: commit) != true { current = try readState() }
      // A lease whose commit is refused ends by itself.
      let lease = try commit.confirmationLimit.map { limit throws(EtcdError) in try client.grantLease(limit) }
      while let base = current, ContinuousClock.now < deadline {
        guard base.isAsExpected(by: commit) else { return .conflict(current: base.document?.content) }
        switch try EtcdCommit(commit, on: base, keys, lease: lease).run(client) {
        case .done(let state):
          see(state)
          return .committed(commit.newRevision, isDurable: true)
        case .outdated(let state):
          see(state)
          current = state
        }
      }
      throw .contended
    }
  }

  /// Reads the document and the head, or only what has changed since they were last seen.
  func readState() throws(EtcdError) -> EtcdState {
    if let old = seen.withLock(\.self), let document = old.document {
      let reply = try client.read(EtcdRangeRequest(keys.state, changedSince: document.revision + 1))
      if let new = try old.updated(by: reply, keys) {
        see(new)
        return new
      }
    }
    let state = try EtcdState(client.read(EtcdRangeRequest(keys.state)), keys)
    see(state)
    return state
  }

  /// Keeps a state, unless a later one has been seen.
  private func see(_ state: EtcdState) {
    seen.withLock { seen in
      if (seen?.revision ?? 0) <= state.revision { seen = state }
    }
  }

  // MARK: - The log

  /// Returns the numbers of the log's records. Cost: one request.
  public func logNumbers() throws(StorageError) -> [Int] {
    try converted { () throws(EtcdError) in
      try client.read(EtcdRangeRequest(keys.allHeaders, keysOnly: true)).found
        .compactMap { keys.number(ofHeader: $0.key) }
    }
  }

  /// Returns the header of a record. Cost: one request.
  public func logHeader(_ number: Int) throws(StorageError) -> LogLookup<[UInt8]> {
    try header(number).map(\.header)
  }

  /// Returns a record with its content. Cost: one or two requests.
  public func logRecord(_ number: Int) throws(StorageError) -> LogLookup<LogRecord> {
    switch try header(number) {
    case .missing: return .missing
    case .damaged: return .damaged
    case .found(let header):
      let content: [UInt8]? =
        header.kind == .version
        ? try converted { () throws(EtcdError) in try value(of: keys.content(number)) } : nil
      if let record = header.record(content) { return .found(record) }
      // The record may have been removed since its header was read.
      if case .missing = try self.header(number) { return .missing }
      return .damaged
    }
  }

  /// Returns the time left to confirm the commit that appended a record, by the cluster's clock: the rest of a lease. So the clocks of
  /// the machines don't matter. Cost: two requests.
  public func timeToConfirm(_ number: Int) throws(StorageError) -> Duration? {
    try converted { () throws(EtcdError) in
      let found = try client.read(EtcdRangeRequest(EtcdKeyRange(keys.deadline(number)))).found.first
      guard let lease = found?.lease else { return .zero }
      // The cluster rounds down, and the time must not end early.
      return .seconds(max(0, try client.secondsLeft(ofLease: lease) + 1))
    }
  }

  private func header(_ number: Int) throws(StorageError) -> LogLookup<EtcdRecord> {
    try converted { () throws(EtcdError) in
      guard let value = try value(of: keys.header(number)) else { return .missing }
      return EtcdRecord(value).map { .found($0) } ?? .damaged
    }
  }

  private func value(of key: String) throws(EtcdError) -> [UInt8]? {
    try client.read(EtcdRangeRequest(EtcdKeyRange(key))).found.first?.value
  }

  // MARK: - Recorded settings

  /// Returns the settings that were recorded last; `nil` if there are none, or if they have the given revision.
  public func recordedSettings(otherThan revision: @autoclosure () -> Revision) -> KnownSettings? {
    guard let value = try? value(of: keys.settings) else { return nil }
    let settings = KnownSettings(value)
    return settings.revision == revision() ? nil : settings
  }

  /// Records the settings of a form.
  public func recordSettings(_ settings: KnownSettings) {
    guard let old = try? client.read(EtcdRangeRequest(EtcdKeyRange(keys.settings))),
      old.found.first?.value != settings.bytes
    else { return }
    let transaction = EtcdTransaction(
      expected: [(keys.settings, old.found.first?.revision ?? 0)],
      operations: [.put(keys.settings, settings.bytes)], otherwise: [])
    _ = try? client.run(transaction)
  }

  // MARK: - Changes

  /// Returns an element whenever the document or the log may have changed. Each stream has a thread and a connection, which end with it.
  ///
  /// A change brings the new document, so that the read that follows doesn't transfer it again.
  public func changes() -> AsyncStream<Void> {
    EtcdWatch.changes(keys, client) { [self] message, reached in
      seen.withLock { seen in
        if let new = seen?.updated(by: message, after: reached, keys) { seen = new }
      }
    }
  }

  // MARK: - Errors

  /// Runs an operation, and converts its error.
  private func converted<Result>(
    _ body: () throws(EtcdError) -> Result
  ) throws(StorageError) -> Result {
    do throws(EtcdError) { return try body() } catch {
      throw .remote(name: name, error.remote)
    }
  }
}

extension EtcdState {
  /// Whether content and log are as a commit expects.
  fileprivate func isAsExpected(by commit: StorageCommit) -> Bool {
    document?.content.revision == commit.revision && (commit.head == nil || commit.head == head.value.record)
  }
}
