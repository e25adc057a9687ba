import Settings
import SettingsSystem
import Synchronization

/// Keeps a settings document, and its log, in etcd 3.4 or later, for many machines.
///
/// Pass it to a store instead of a file. Everything else is as with a file: drafts, history, confirmations, and news of what other machines
/// store.
///
/// ```swift
/// let storage = try EtcdStorage(
///   endpoints: ["10.0.0.1:2379", "10.0.0.2:2379", "10.0.0.3:2379"], prefix: "settings/trend")
/// let store = try SettingsStore<AppSettings>(storage: storage)
/// ```
///
/// A commit is one transaction, which compares what it replaces: it is done as a whole or not at all, even if a member is killed or the
/// network fails. If the reply to a commit is lost, the storage finds out whether it was done. All reads are linearizable.
///
/// It uses etcd's JSON gateway through the system's libcurl, 7.68 or later. A request is at most 1.5 MiB, and an apply stores the document
/// twice, once for the history.
///
/// Its methods block the calling thread for up to ``EtcdOptions/timeout``, and throw `SettingsStorageError.remote`. The error's kind describes
/// whether a later attempt can succeed. It can be used from any thread.
///
/// To ask running instances of an app before a change, add an ``EtcdRollout`` to the participants. To keep several documents in a cluster,
/// give each its own prefix.
public final class EtcdStorage: SettingsStorage {
  /// The address, as messages show it.
  public let name: String
  /// The address, independent of the order of the members. Two storages with the same identity keep the same document: `etcd://b,a/p` and
  /// `etcd://a,b/p`.
  public let identity: String
  /// The user, the machine, and the name by which etcd knows the user: `ann@web-3 (deploy in etcd)`.
  public let author: String
  let keys: EtcdKeys
  let client: EtcdClient
  /// The content that was seen last. With it, an apply needs only one read and one commit.
  private let view = Mutex(EtcdView())
  /// The candidate that instances vote on, or have agreed to. A commit of its content requires in its transaction that the candidate still
  /// exists.
  private let proposal = Mutex<EtcdProposal?>(nil)
  /// What is stored beside the content, as it was last read.
  private let companion = Mutex<EtcdCompanion?>(nil)
  /// The content that was compared with what is stored beside it, and that. A commit of the content requires in its transaction that it is
  /// still there.
  private let comparison = Mutex<(content: SettingsRevision, companion: EtcdCompanion)?>(nil)

  /// Creates a storage at an address, which may be empty. It connects when it is used.
  public init(_ address: EtcdAddress, options: EtcdOptions = EtcdOptions()) {
    name = address.description
    identity = address.identity
    author = Login.nameOnMachine + (options.user.map { " (\($0) in etcd)" } ?? "")
    keys = EtcdKeys(prefix: address.prefix)
    client = EtcdClient(address, options: options)
  }

  /// Creates a storage on some members of a cluster. It connects when it is used.
  ///
  /// Throws `EtcdAddressError` if a member or the prefix is malformed.
  ///
  /// - Parameters:
  ///   - endpoints: The members, each `HOST:PORT`, or `https://HOST:PORT` for TLS.
  ///   - prefix: The prefix of all keys.
  public convenience init(
    endpoints: [String], prefix: String, options: EtcdOptions = EtcdOptions()
  ) throws(EtcdAddressError) {
    self.init(try EtcdAddress(endpoints: endpoints, prefix: prefix), options: options)
  }

  /// What a request that stores a version needs beside its contents: a header with a list of changes, and the operations.
  private static let rollbackOverhead = 1 << 16

  // MARK: - The content

  /// Returns the content; `nil` if nothing is stored. Cost: one request; the content is transferred only if it has changed.
  public func read() throws(SettingsStorageError) -> StoredContent? {
    try converted { () throws(EtcdError) in try readState().document?.content }
  }

  /// Returns the content; `nil` if nothing is stored. Cost: for the last signal, no request, unless the connection that reports changes was
  /// interrupted.
  public func read(_ freshness: StorageFreshness) throws(SettingsStorageError) -> StoredContent? {
    if freshness == .lastSignal, let state = view.withLock(\.signaledState) { return state.document?.content }
    return try read()
  }

  /// Replaces the content and appends to the log, if both are as the commit expects.
  ///
  /// Cost: one request, if the last request saw the content that the commit expects.
  public func commit(_ commit: StorageCommit) throws(SettingsStorageError) -> StorageCommitResult {
    try converted { () throws(EtcdError) in
      let deadline = ContinuousClock.now + client.options.timeout
      var current = view.withLock(\.state)
      // A state that only seems to be as expected, because it is outdated, does no harm: the transaction compares the revisions.
      if current?.isAsExpected(by: commit) != true { current = try readState() }
      if commit.confirmationLimit != nil { try checkRollback(to: current?.document?.content) }
      // A lease whose commit is refused ends by itself.
      let lease = try commit.confirmationLimit.map { limit throws(EtcdError) in
        try client.grantLease(limit + PendingConfirmation.headStart)
      }
      let proposal = proposal.withLock(\.self).flatMap { $0.content == commit.newRevision ? $0 : nil }
      let companion = comparison.withLock(\.self).flatMap {
        $0.content == commit.newRevision ? $0.companion : nil
      }
      while let base = current, ContinuousClock.now < deadline {
        guard base.isAsExpected(by: commit) else { return .conflict(current: base.document?.content) }
        switch try EtcdCommit(
          commit, on: base, keys: keys, lease: lease, after: proposal, beside: companion
        ).run(client) {
        case .done(let state):
          if let proposal { endVote(on: proposal) }
          view.withLock { $0.remember(commit, from: base, to: state) }
          return .committed(commit.newRevision, isDurable: true)
        case .outdated(let state):
          view.withLock { $0.remember(state) }
          current = state
        // The next attempt of the apply compares them again.
        case .incomparable(let state):
          view.withLock { $0.remember(state) }
          return .conflict(current: state.document?.content)
        }
      }
      throw .contended
    }
  }

  /// Throws unless one request can store content again, once as the document and once as a version: a change that can't be taken back can't
  /// wait for its confirmation. Content that another program has stored can be larger than what a commit can store.
  private func checkRollback(to content: StoredContent?) throws(EtcdError) {
    let size = 2 * (content?.bytes.count ?? 0) + Self.rollbackOverhead
    guard size <= client.options.maxRequestSize else {
      throw .rollbackTooLarge(size: size, limit: client.options.maxRequestSize)
    }
  }

  /// Makes the commit of a candidate's content require that the candidate still exists.
  ///
  /// If this process was paused for longer than the candidate's lease, the instances have aborted. Without the requirement, the commit
  /// would store content that no instance is prepared for.
  func beginVote(on proposal: EtcdProposal) {
    self.proposal.withLock { $0 = proposal }
  }

  /// Ends what ``beginVote(on:)`` began. Does nothing if another vote has begun since.
  func endVote(on proposal: EtcdProposal) {
    self.proposal.withLock { if $0 === proposal { $0 = nil } }
  }

  // MARK: - The form

  /// Returns the form that is stored at `PREFIX/schema`; `nil` if there is none. Cost: for the last read, no request; otherwise one, which
  /// transfers the form only if it has changed.
  public func storedForm(_ freshness: StorageFreshness) throws(SettingsStorageError) -> [UInt8]? {
    if keys.isOfForm { return nil }
    if freshness == .lastRead, let known = companion.withLock(\.self) { return known.bytes }
    return try converted { () throws(EtcdError) in try readCompanion().companion.bytes }
  }

  /// Returns what is stored beside the content, and the instances that are registered, as of one moment.
  func readCompanion() throws(EtcdError) -> (companion: EtcdCompanion, instances: [EtcdInstanceStatus]) {
    let known = companion.withLock(\.self)
    let replies = try client.read([
      EtcdRangeRequest(EtcdKeyRange(keys.companion), changedSince: known.map { $0.revision + 1 }),
      EtcdRangeRequest(keys.allInstances),
    ])
    return (remember(replies[0], insteadOf: known), replies[1].instances(keys))
  }

  /// Keeps what a request has found beside the content.
  @discardableResult
  private func remember(_ reply: EtcdRangeReply, insteadOf known: EtcdCompanion?) -> EtcdCompanion {
    let found = reply.found.first.map { EtcdCompanion(key: $0.key, bytes: $0.value, revision: $0.revision) }
    // A key that hasn't changed isn't in the reply, but in its count.
    let kept = known.flatMap { $0.revision > 0 && reply.count == 1 ? $0 : nil }
    let new = found ?? kept ?? EtcdCompanion(key: keys.companion, bytes: nil, revision: 0)
    companion.withLock { $0 = new }
    return new
  }

  /// Compares content that is about to be stored with what is stored beside it; returns why it can't be stored, or else `nil`. A commit of
  /// the content then requires that what it was compared with is still there.
  func objection(to content: [UInt8], beside companion: EtcdCompanion) async -> String? {
    comparison.withLock { $0 = (SettingsRevision(of: content), companion) }
    let stored = view.withLock(\.state)?.document?.content.bytes
    return await companion.objection(to: content, insteadOf: stored, isForm: keys.isOfForm)
  }

  /// Ends what ``objection(to:beside:)`` began: a later commit of the same content requires nothing.
  func endComparison() {
    comparison.withLock { $0 = nil }
  }

  // MARK: - State

  /// Reads the document, the head and the recorded settings, or only what has changed since they were last seen. The first time, it also
  /// reads what is stored beside the document: a program asks for the form next.
  @discardableResult
  func readState() throws(EtcdError) -> EtcdState {
    let settings = view.withLock(\.settings)
    let request = EtcdRangeRequest(
      EtcdKeyRange(keys.settings), changedSince: settings.map { $0.revision + 1 })
    let isFirst = companion.withLock { $0 == nil }
    let (state, replies) = try readState(
      with: [request] + (isFirst ? [EtcdRangeRequest(EtcdKeyRange(keys.companion))] : []))
    if isFirst { remember(replies[1], insteadOf: nil) }
    // Settings that haven't changed aren't in the reply, but in its count. With a count of 0, they have been removed.
    let known = settings.map { $0.revision > 0 && replies[0].count == 1 ? $0 : nil } ?? nil
    view.withLock { view in
      view.remember(replies[0].found.first.map(EtcdView.RecordedSettings.init) ?? known ?? .none)
    }
    return state
  }

  /// Reads the document and the head, or only what has changed since they were last seen, and other keys at the same revision.
  private func readState(
    with requests: [EtcdRangeRequest]
  ) throws(EtcdError) -> (EtcdState, [EtcdRangeReply]) {
    // Count the signals before the read: the read may miss the changes of later signals.
    let (old, gapCount) = view.withLock { ($0.state, $0.gapCount) }
    if let old, let document = old.document {
      let request = EtcdRangeRequest(keys.state, changedSince: document.revision + 1)
      let replies = try client.read([request] + requests)
      if let new = try old.updated(by: replies[0], keys) {
        remember(new, after: gapCount)
        return (new, Array(replies.dropFirst()))
      }
    }
    let replies = try client.read([EtcdRangeRequest(keys.state)] + requests)
    let state = try EtcdState(replies[0], keys: keys)
    remember(state, after: gapCount)
    return (state, Array(replies.dropFirst()))
  }

  /// Keeps a state that was read after a number of signals, and closes the gaps up to the last of these signals.
  private func remember(_ state: EtcdState, after gapCount: Int) {
    view.withLock { view in
      view.remember(state)
      view.closeGaps(gapCount)
    }
  }

  // MARK: - The log

  /// Returns the numbers of the log's records. Cost: one request, which also reads the headers that haven't been seen: a caller that asks for
  /// the numbers reads headers next.
  public func logNumbers() throws(SettingsStorageError) -> [Int] {
    try converted { () throws(EtcdError) in
      let listed = view.withLock(\.listedRevision)
      let (state, replies) = try readState(with: [
        EtcdRangeRequest(keys.allHeaders, keysOnly: true),
        EtcdRangeRequest(keys.allHeaders, changedSince: listed + 1),
        EtcdRangeRequest(keys.allContents, keysOnly: true),
      ])
      // A key of another program can have a larger number.
      let numbers = replies[0].found.compactMap { keys.number(of: $0.key) }
        .filter { 1...max(1, state.head.value.record) ~= $0 }
      let headers = replies[1].found.compactMap { found in
        keys.number(of: found.key).flatMap { number in EtcdRecord(found.value).map { (number, $0) } }
      }
      let contents = Set(replies[2].found.compactMap { keys.number(of: $0.key) })
      view.withLock {
        $0.remember(
          numbers, headers: Dictionary(uniqueKeysWithValues: headers), contents: contents, at: state)
      }
      return numbers
    }
  }

  /// Returns the numbers of the log's records. Cost: for the last read, no request, unless another process has changed the log.
  public func logNumbers(_ freshness: StorageFreshness) throws(SettingsStorageError) -> [Int] {
    if freshness == .lastRead, let numbers = view.withLock(\.numbers) { return numbers }
    return try logNumbers()
  }

  /// Returns the header of a record. Cost: one request, if this storage hasn't seen the record.
  public func logHeader(_ number: Int) throws(SettingsStorageError) -> StorageLookup<[UInt8]> {
    if let known = view.withLock({ $0.header(number) }) { return .found(known.header) }
    return try readHeader(number).map(\.header)
  }

  /// Whether a record has lost its content. Cost: no request, if the record was there when the numbers were last read.
  public func isRecordDamaged(_ number: Int) throws(SettingsStorageError) -> Bool {
    if let isDamaged = view.withLock({ $0.isDamaged(number) }) { return isDamaged }
    return try logRecord(number) == .damaged
  }

  /// Returns a record with its content. Cost: one or two requests.
  public func logRecord(_ number: Int) throws(SettingsStorageError) -> StorageLookup<StorageRecord> {
    switch try readHeader(number) {
    case .missing: return .missing
    case .damaged: return .damaged
    case .found(let header):
      let content: [UInt8]? =
        header.kind == .version
        ? try converted { () throws(EtcdError) in try value(of: keys.content(number)) } : nil
      if let record = header.record(content) { return .found(record) }
      // The record might have been removed since its header was read.
      if case .missing = try readHeader(number) { return .missing }
      return .damaged
    }
  }

  /// Returns the time left to confirm the commit that appended a record, by the cluster's clock: the rest of a lease. The clocks of the
  /// machines have no effect. Cost: two requests.
  ///
  /// The lease outlasts the time to confirm by the head start, whose length is the key's value. So a machine that finds the key knows how
  /// long the time is over, and one that doesn't knows that nobody has a head start anymore.
  public func timeToConfirm(_ number: Int) throws(SettingsStorageError) -> Duration? {
    try converted { () throws(EtcdError) in
      let found = try client.read(EtcdRangeRequest(EtcdKeyRange(keys.deadline(number)))).found.first
      guard let found, let lease = found.lease else { return .zero - PendingConfirmation.headStart }
      // Earlier versions gave no head start, and left the value empty.
      let headStart = found.value.isEmpty ? .zero : PendingConfirmation.headStart
      // The cluster rounds down, and the time must not end early.
      return .seconds(max(0, try client.secondsLeft(ofLease: lease) + 1)) - headStart
    }
  }

  /// Returns the header of a record, from the cluster: a record can be removed at any time, so a header that was seen doesn't prove that
  /// the content is still there.
  private func readHeader(_ number: Int) throws(SettingsStorageError) -> StorageLookup<EtcdRecord> {
    try converted { () throws(EtcdError) in
      guard let value = try value(of: keys.header(number)) else { return .missing }
      guard let header = EtcdRecord(value) else { return .damaged }
      view.withLock { $0.remember(header, of: number) }
      return .found(header)
    }
  }

  private func value(of key: String) throws(EtcdError) -> [UInt8]? {
    try client.read(EtcdRangeRequest(EtcdKeyRange(key))).found.first?.value
  }

  // MARK: - Recorded settings

  /// Returns the settings that were recorded last; `nil` if there are none, or if they have the given revision.
  public func recordedSettings(otherThan revision: @autoclosure () -> SettingsRevision) -> KnownSettings? {
    guard let value = try? value(of: keys.settings) else { return nil }
    let settings = KnownSettings(value)
    return settings.revision == revision() ? nil : settings
  }

  /// Records the settings of a form. Cost: no request, if the same settings were recorded when the content was last read.
  ///
  /// Nothing is reported: the settings only decide which are marked as new, and the next apply records them again.
  public func recordSettings(_ settings: KnownSettings) {
    if view.withLock({ $0.settings == nil }) { _ = try? readState() }
    guard let old = view.withLock(\.settings), old.bytes != settings.bytes else { return }
    let transaction = EtcdTransaction(
      expected: [(keys.settings, old.revision)], operations: [.put(keys.settings, settings.bytes)],
      otherwise: [])
    guard case .done(let revision, _)? = try? client.run(transaction) else { return }
    view.withLock { $0.remember(EtcdView.RecordedSettings(bytes: settings.bytes, revision: revision)) }
  }

  // MARK: - Changes

  /// Returns an element whenever the document or the log may have changed. Each stream has a thread and a connection, which end with it.
  ///
  /// A change contains the new document, so that a store doesn't read it again.
  public func changes() -> AsyncStream<Void> {
    // Changes before the start of the watch aren't signaled, so count them as a gap that only a read can close.
    view.withLock { $0.receiveSignal { _ in nil } }
    return EtcdWatch.changes(keys.state, client: client) { [self] signal in
      view.withLock { view in
        view.receiveSignal { state in
          guard case .changes(let message, let reached) = signal else { return nil }
          return state.updated(by: message, after: reached, keys)
        }
      }
    }
  }

  // MARK: - Errors

  /// Runs an operation, and gives its error the form that all storages share. The name of the storage is added here, because requests don't
  /// know it.
  func converted<Result>(
    _ body: () throws(EtcdError) -> Result
  ) throws(SettingsStorageError) -> Result {
    do throws(EtcdError) { return try body() } catch {
      throw .remote(name: name, error.remote)
    }
  }
}

extension EtcdView.RecordedSettings {
  /// No settings are recorded.
  fileprivate static let none = Self(bytes: nil, revision: 0)

  fileprivate init(_ found: EtcdKeyValue) {
    self.init(bytes: found.value, revision: found.revision)
  }
}

extension EtcdState {
  /// Whether content and log are as a commit expects.
  fileprivate func isAsExpected(by commit: StorageCommit) -> Bool {
    document?.content.revision == commit.revision && (commit.head == nil || commit.head == head.value.record)
  }
}
