import Settings
import Synchronization

/// A running instance of an app that takes part in the applies of other processes: it is registered in etcd while it runs, validates each
/// candidate of an ``EtcdRollout`` with its participants, and votes.
///
/// ```swift
/// let store = try SettingsStore<AppSettings>(storage: storage)
/// let instance = EtcdInstance(of: store.untyped, in: storage, name: "web-3", participants: [PortCheck()])
/// let task = Task { await instance.run() }
/// try await instance.report(.healthy, with: store.untyped.revision)
/// ```
///
/// Run one in each process that has to be asked. Its participants prepare before anything is stored, and then commit or abort, as for an
/// apply of the process itself. They aren't the participants of the store.
///
/// The registration is attached to a lease, which the instance renews. So an instance that dies blocks applies for at most the time of the
/// lease. Canceling the task of ``run()`` removes the registration at once.
///
/// It can be used from any thread. Cost: a request for each quarter of the lease's time, and a connection that waits for candidates.
public final class EtcdInstance: Sendable {
  private struct State {
    var status: EtcdInstanceStatus
    /// The lease of the registration; `nil` if the instance isn't registered.
    var lease: Int64?
  }

  /// The random ID of the instance, which is in its keys and in ``EtcdInstanceStatus/id``.
  public let id: String
  private let storage: EtcdStorage
  private let leaseTime: Duration
  /// Asks the participants to prepare for content, with the form and the values of the store.
  private let prepare: @Sendable ([UInt8]) async throws(ApplyError) -> RemoteApply
  private let state: Mutex<State>
  /// Locked while the registration is renewed. Two callers that find it lost at the same time must not make two.
  private let renewing = Mutex(())

  /// Creates an instance, which isn't registered yet.
  ///
  /// - Parameters:
  ///   - store: The store of the app, whose form and values a candidate is compared with.
  ///   - storage: The storage of the store.
  ///   - name: The name for people, such as that of the machine.
  ///   - participants: The participants that prepare, commit, abort and revert for the applies of other processes.
  ///   - leaseTime: The time after which the instance counts as dead if it doesn't renew its registration; whole seconds, 2 s at least.
  public init(
    of store: StoreEngine, in storage: EtcdStorage, name: String,
    participants: [any SettingsParticipant] = [], leaseTime: Duration = .seconds(10)
  ) {
    id = String(UInt64.random(in: .min ... .max), radix: 16)
    self.storage = storage
    self.leaseTime = leaseTime
    prepare = { content throws(ApplyError) in try await store.prepare(for: content, participants) }
    state = Mutex(State(status: EtcdInstanceStatus(id: id, name: name)))
  }

  /// Takes part in applies until the task is canceled. While etcd can't be reached, it tries again.
  ///
  /// Call it once, in a task of its own. When it returns, the instance isn't registered any more.
  public func run() async {
    let heartbeat = Heartbeat(after: .zero) { self.beat() }
    await takePart()
    // End the lease now, or applies would wait for this instance until it expires.
    try? await storage.client.onThread { client throws(EtcdError) in
      heartbeat.stop()
      if let lease = self.state.withLock(\.lease) { try client.revokeLease(lease) }
    }
  }

  // MARK: - The registration

  /// Registers the instance now, before ``run()`` does so. Use it if the next apply must already ask this instance.
  ///
  /// Throws `SettingsStorageError.remote` if etcd can't be reached.
  public func register() async throws(SettingsStorageError) {
    try await converted { client throws(EtcdError) in try self.renew(client) }
  }

  /// Reports whether the instance works with its settings.
  ///
  /// If the instance isn't registered now, the report becomes a part of its next registration. Throws `SettingsStorageError` if etcd can't be
  /// reached.
  ///
  /// - Parameters:
  ///   - revision: The identity of the content that the instance uses, or refuses to use.
  ///   - reason: Why the instance doesn't work with it.
  public func report(
    _ health: EtcdInstanceStatus.Health, with revision: SettingsRevision?, reason: String = ""
  ) async throws(SettingsStorageError) {
    let (status, lease) = state.withLock { state in
      (state.status.revision, state.status.health, state.status.reason) = (revision, health, reason)
      return (state.status, state.lease)
    }
    guard let lease else { return }
    try await converted { client throws(EtcdError) in try self.put(status, lease: lease, client: client) }
  }

  /// Renews the registration; returns the time until the next renewal, a quarter of the lease's time: three renewals can fail before the
  /// lease ends.
  private func beat() -> Duration {
    do throws(EtcdError) {
      try renew(storage.client)
      return leaseTime / 4
    } catch {
      // The client has already tried all members until its time limit, so a short pause is enough.
      return .milliseconds(500)
    }
  }

  /// Renews the registration, or registers the instance if its lease has ended.
  ///
  /// A lease can end although this process lives: it was paused, or etcd was unreachable for too long. Applies in the meantime didn't ask
  /// this instance.
  private func renew(_ client: EtcdClient) throws(EtcdError) {
    try renewing.withLock { _ throws(EtcdError) in
      if let lease = state.withLock(\.lease) {
        if try client.renewLease(lease) { return }
        state.withLock { $0.lease = nil }
      }
      let lease = try client.grantLease(leaseTime)
      var isCurrent = false
      while !isCurrent {
        let status = state.withLock(\.status)
        try put(status, lease: lease, client: client)
        // A report that is made before the lease is kept only changes the status. Then the status in etcd is outdated: put it again.
        isCurrent = state.withLock { state in
          if state.status == status { state.lease = lease }
          return state.lease != nil
        }
      }
    }
  }

  /// Stores the status. The key ends with the lease; a status that is put with a lease that has ended is an error of etcd.
  private func put(_ status: EtcdInstanceStatus, lease: Int64, client: EtcdClient) throws(EtcdError) {
    let operation = EtcdOperation.put(storage.keys.instance(id), status.value, lease: lease)
    _ = try client.run(EtcdTransaction(expected: [], operations: [operation], otherwise: []))
  }

  // MARK: - Candidates

  /// Takes part in one apply after another.
  ///
  /// After each signal, it compares the stored candidate with its own participation, and doesn't interpret the change itself. So a
  /// signal that stands for several changes, or a lost one, does no harm.
  private func takePart() async {
    var current: EtcdParticipation?
    var last: RemoteApply?
    for await _ in EtcdWatch.changes(EtcdKeyRange(storage.keys.candidate), client: storage.client) {
      guard let situation = await situation() else { break }
      if let old = current, old.revision != situation.candidate?.revision {
        last = await old.end(stored: situation.stored) ?? last
        current = nil
      }
      if current == nil, let found = situation.candidate { current = participation(in: found, after: last) }
    }
    _ = await current?.end(stored: nil)
  }

  /// Begins to take part in the apply of a candidate. Returns `nil` for a candidate without a lease, which no process of this library has
  /// put: it would never end.
  private func participation(in found: EtcdKeyValue, after last: RemoteApply?) -> EtcdParticipation? {
    guard let lease = found.lease else { return nil }
    let vote: @Sendable (EtcdVote) async -> Void = { vote in
      await self.repeatedly { client throws(EtcdError) in
        // The vote is attached to the lease of the candidate, and ends with it. If the candidate has ended already, the transaction
        // does nothing.
        _ = try client.run(
          EtcdTransaction(
            expected: [(self.storage.keys.candidate, found.revision)],
            operations: [.put(self.storage.keys.vote(self.id), vote.value, lease: lease)], otherwise: []))
      }
    }
    guard let candidate = EtcdCandidate(found.value) else {
      return EtcdParticipation(refusing: found.revision, vote: vote)
    }
    return EtcdParticipation(in: candidate, at: found.revision, after: last, prepare: prepare, vote: vote)
  }

  /// Reads the candidate and the document at one revision of the cluster; returns `nil` if the task is canceled.
  ///
  /// They have to be of one moment: after a commit, the candidate is gone and the document is its content, in the same step.
  private func situation() async -> (candidate: EtcdKeyValue?, stored: SettingsRevision)? {
    await repeatedly { [keys = storage.keys] client throws(EtcdError) in
      let replies = try client.read([
        EtcdRangeRequest(EtcdKeyRange(keys.candidate)), EtcdRangeRequest(EtcdKeyRange(keys.document)),
      ])
      // A document that doesn't exist counts as an empty object, because that is how a removal is proposed.
      let stored = replies[1].found.first?.value ?? JSONDocument().bytes
      return (candidate: replies[0].found.first, stored: SettingsRevision(of: stored))
    }
  }

  /// Sends requests until they succeed, with growing pauses; returns `nil` if the task is canceled before. An instance has nobody to report
  /// an error to: the process that applies finds out by the missing vote.
  @discardableResult
  private func repeatedly<Result: Sendable>(
    _ body: @escaping @Sendable (EtcdClient) throws(EtcdError) -> Result
  ) async -> Result? {
    var backoff = EtcdBackoff()
    while !Task.isCancelled {
      do throws(EtcdError) { return try await storage.client.onThread(body) } catch {
        try? await Task.sleep(for: .milliseconds(backoff.next()))
      }
    }
    return nil
  }

  private func converted(
    _ body: @escaping @Sendable (EtcdClient) throws(EtcdError) -> Void
  ) async throws(SettingsStorageError) {
    do throws(EtcdError) {
      try await storage.client.onThread(body)
    } catch {
      throw .remote(name: storage.name, error.remote)
    }
  }
}

/// The participation of an instance in one apply: it prepares, votes, and commits or aborts when the candidate ends.
///
///     candidate appears ─▶ prepare ─▶ vote ─▶ wait ─▶ candidate ends ─┬─ its content is stored ─▶ commit
///                             └ veto ─▶ vote                          └─ other content ─────────▶ abort
///
/// If the candidate ends while the participants still prepare, because another instance has vetoed, preparing is canceled.
///
/// A candidate of the kind `revert` follows a commit whose later steps failed in the process that applied. The old content is stored again
/// by then, so the instance undoes its last commit and votes when it is done. It can't refuse.
struct EtcdParticipation: Sendable {
  /// The revision of the candidate's key.
  let revision: Int64
  private let content: SettingsRevision
  /// Prepares and votes; returns what is prepared, or `nil` if nothing has to be committed or aborted.
  private let task: Task<RemoteApply?, Never>

  /// Begins to prepare.
  ///
  /// - Parameters:
  ///   - last: The last apply that the instance has committed.
  ///   - prepare: Asks the participants to prepare.
  ///   - vote: Sends the vote to etcd.
  init(
    in candidate: EtcdCandidate, at revision: Int64, after last: RemoteApply?,
    prepare: @escaping @Sendable ([UInt8]) async throws(ApplyError) -> RemoteApply,
    vote: @escaping @Sendable (EtcdVote) async -> Void
  ) {
    self.revision = revision
    content = SettingsRevision(of: candidate.content)
    task = Task {
      switch candidate.kind {
      case .revert:
        await last?.revert()
        await vote(EtcdVote(veto: nil))
        return nil
      case .apply:
        do throws(ApplyError) {
          let apply = try await prepare(candidate.content)
          await vote(EtcdVote(veto: nil))
          return apply
        } catch {
          if !Task.isCancelled { await vote(EtcdVote(veto: error.veto)) }
          return nil
        }
      }
    }
  }

  /// Refuses a candidate that this version of the library can't read: content that it couldn't check must not be stored with its consent.
  init(refusing revision: Int64, vote: @escaping @Sendable (EtcdVote) async -> Void) {
    self.revision = revision
    content = SettingsRevision(of: [])
    task = Task {
      await vote(
        EtcdVote(
          veto: "it can't read this proposal, which a later version of the program has made; update it first")
      )
      return nil
    }
  }

  /// Ends the participation when the candidate has ended; returns the apply if it was committed.
  ///
  /// - Parameter stored: The identity of the content that is stored now.
  func end(stored: SettingsRevision?) async -> RemoteApply? {
    task.cancel()
    guard let apply = await task.value else { return nil }
    guard stored == content else {
      await apply.abort()
      return nil
    }
    await apply.commit()
    return apply
  }
}

extension ApplyError {
  /// The reason of a veto: a participant's name and reason, or the sentence of another error, such as a value that this version's form
  /// doesn't allow.
  fileprivate var veto: String {
    if case .vetoed(let failure) = self { "\(failure.participant): \(failure.reason)" } else { description }
  }
}

extension EtcdStorage {
  /// Returns the instances that are registered now, each an ``EtcdInstance`` of a running process.
  ///
  /// Throws `SettingsStorageError` if etcd can't be reached. Cost: one request.
  public func instances() throws(SettingsStorageError) -> [EtcdInstanceStatus] {
    try converted { () throws(EtcdError) in
      try client.read(EtcdRangeRequest(keys.allInstances)).instances(keys)
    }
  }

  /// Waits until all registered instances report that they are healthy with content that was stored.
  ///
  /// Returns at once if no instance is registered. An instance that ends isn't waited for. If the `commit` of a participant calls this
  /// function, an apply succeeds only if all instances are healthy: after an error, the old content is stored again.
  ///
  /// Throws `EtcdRolloutError.unhealthy` if an instance isn't healthy, and `.notHealthy` if the time is over.
  public func waitForHealth(
    with content: SettingsRevision, within limit: Duration
  ) async throws(EtcdRolloutError) {
    try await wait(atMost: limit) { () throws(EtcdRolloutError) in
      for await _ in EtcdWatch.changes(self.keys.allInstances, client: self.client) {
        if try await self.instancesWithoutHealth(content).isEmpty { return true }
      }
      return false
    } afterwards: { () throws(EtcdRolloutError) in
      let names = try await instancesWithoutHealth(content)
      if !names.isEmpty { throw .notHealthy(instances: names, limit: limit) }
    }
  }

  private func instancesWithoutHealth(_ content: SettingsRevision) async throws(EtcdRolloutError) -> [String]
  {
    let reply: EtcdRangeReply
    do throws(EtcdError) {
      reply = try await client.onThread { [keys] client throws(EtcdError) in
        try client.read(EtcdRangeRequest(keys.allInstances))
      }
    } catch {
      throw EtcdRolloutError(error)
    }
    return try EtcdHealthCheck(of: content).missing(reply.instances(keys))
  }
}

extension EtcdRangeReply {
  /// The instances that a request found.
  func instances(_ keys: EtcdKeys) -> [EtcdInstanceStatus] {
    found.compactMap { found in
      keys.instanceID(of: found.key).map { EtcdInstanceStatus(id: $0, found.value) }
    }
  }
}
