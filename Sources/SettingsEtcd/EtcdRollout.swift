import Settings
import SettingsForm
import Synchronization

/// The participant that asks all running instances of an app whether they agree to an apply, before anything is stored.
///
/// Each instance is an ``EtcdInstance``. It validates the candidate with its own participants, which prepare, and votes. A veto of any
/// instance, or the silence of an instance, stops the apply. When the apply ends, the instances commit or abort.
///
/// ```swift
/// let storage = try EtcdStorage(endpoints: ["10.0.0.1:2379"], prefix: "settings/trend")
/// let store = try SettingsStore<AppSettings>(storage: storage, participants: [EtcdRollout(storage)])
/// try await store.update { $0.network.port = 8443 }
/// ```
///
/// An instance that dies isn't waited for once its lease has ended, after 10 s by default. One that is alive and doesn't answer stops every
/// apply, unless a quorum is enough. Only one apply is voted on at a time; other applies wait. If no instance runs, there is no vote.
///
/// A veto reaches the caller as `ApplyError.vetoed`, with the name of the instance and its reason. An instance that fails to commit has no
/// effect on the apply; to make it fail, call ``EtcdStorage/waitForHealth(with:within:)`` in a participant.
///
/// If a form is stored beside the settings (`PREFIX/schema`), it has to agree as well.
///
/// Create one object for each store. Cost of an apply: one request if no instance runs; otherwise six requests, and one for each vote.
public final class EtcdRollout: SettingsParticipant {
  private struct State {
    var proposal: EtcdProposal?
    /// Whether instances have voted on the current apply. If so, they have to be informed if it is reverted.
    var hasVoters = false
    var agreement: String?
  }

  /// The name in messages: `rollout`.
  public let name = "rollout"
  /// The time limit of `prepare`: twice the time that the instances have to answer, because another apply may be voted on first, and
  /// 10 s for the network.
  public var timeLimit: Duration { limit * 2 + .seconds(10) }

  /// The instances that agreed to the last apply, and those that a quorum did without: `web-1 and web-2 agreed; web-3 didn't answer`.
  public var agreement: String? { state.withLock(\.agreement) }

  private let storage: EtcdStorage
  private let limit: Duration
  private let quorum: Double
  private let ownID: String?
  private let state = Mutex(State())

  /// Creates a participant.
  ///
  /// - Parameters:
  ///   - storage: The storage of the store that applies.
  ///   - instance: The instance of this process. It isn't asked, because the participants of the store take part in the apply anyway.
  ///   - limit: The time that the instances have to answer.
  ///   - quorum: The share of the instances that has to answer, from 0 to 1. With 0.9, one of ten instances may be silent when the time is
  ///     over: it uses the new content once it responds again, without having prepared for it. A veto always counts.
  public init(
    _ storage: EtcdStorage, except instance: EtcdInstance? = nil, limit: Duration = .seconds(30),
    quorum: Double = 1
  ) {
    self.storage = storage
    self.limit = limit
    self.quorum = quorum
    ownID = instance?.id
  }

  /// Asks the instances. Throws `EtcdRolloutError`, or `CancellationError` if the task is canceled.
  public func prepare(_ review: FormReview) async throws {
    guard let content = review.candidate else { return }
    do throws(EtcdRolloutError) {
      try await propose(content, isReversion: review.isReversion)
    } catch .canceled {
      throw CancellationError()
    }
  }

  /// Tells the instances that the content is stored. They commit on their own.
  public func commit(_ review: FormReview) async {
    await end()
  }

  /// Tells the instances to drop what they have prepared.
  public func abort(_ review: FormReview) async {
    await end()
  }

  /// Tells the instances to undo their commit, and waits for their answers.
  ///
  /// Throws `EtcdRolloutError` if instances don't answer within the time limit, or if etcd can't be reached.
  public func revert(_ review: FormReview) async throws {
    guard let content = review.candidate else { return }
    try await revert(to: content)
  }

  // MARK: - Without a review

  /// Compares content with the stored form, and asks the instances; returns when all of them agree. It is for a storage helper, whose apply
  /// runs in another process.
  ///
  /// - Parameter isReversion: Whether a change that wasn't confirmed is taken back. That depends on no form: the form can have changed since,
  ///   and a way back must not be blocked.
  package func propose(_ content: [UInt8], isReversion: Bool) async throws(EtcdRolloutError) {
    state.withLock { ($0.hasVoters, $0.agreement) = (false, nil) }
    let (companion, instances) = try await request { [storage] _ throws(EtcdError) in
      try storage.readCompanion()
    }
    if !isReversion, let objection = await storage.objection(to: content, beside: companion) {
      throw .unfit(reason: objection)
    }
    guard instances.contains(where: { $0.id != ownID }) else { return }
    try await holdVote(on: EtcdCandidate(.apply, content: content))
  }

  /// Ends the vote, if there is one. The instances commit if the content is stored, otherwise they abort.
  package func end() async {
    storage.endComparison()
    let proposal = state.withLock { state in
      defer { state.proposal = nil }
      return state.proposal
    }
    guard let proposal else { return }
    storage.endVote(on: proposal)
    await proposal.end()
  }

  /// Tells the instances to undo their commit, and waits until they have done so. Does nothing if no instance was asked.
  package func revert(to content: [UInt8]) async throws(EtcdRolloutError) {
    guard state.withLock(\.hasVoters) else { return }
    do throws(EtcdRolloutError) {
      try await holdVote(on: EtcdCandidate(.revert, content: content))
    } catch {
      await end()
      throw error
    }
    await end()
  }

  // MARK: - The vote

  /// Stores a candidate, and waits until all instances agree.
  ///
  /// Throws `vetoed`, `silent` after the time limit, or `interrupted` if the candidate ended. The candidate stays in each case; whoever
  /// calls ends it.
  private func holdVote(on candidate: EtcdCandidate) async throws(EtcdRolloutError) {
    state.withLock { $0.hasVoters = true }
    let proposal = try await put(candidate)
    state.withLock { $0.proposal = proposal }
    if candidate.kind == .apply { storage.beginVote(on: proposal) }
    // Read the voters after the candidate is stored: an instance that registers from now on sees the candidate. Its veto counts, but
    // the vote doesn't wait for it.
    let ballot = EtcdBallot(try await voters())
    try await wait(atMost: limit) { () throws(EtcdRolloutError) in
      for await _ in self.changes() {
        if try await self.hasAgreed(ballot, proposal: proposal) { return true }
      }
      return false
    } afterwards: { () throws(EtcdRolloutError) in
      guard case .open(let names, let agreed) = try await self.count(ballot, proposal: proposal) else {
        return
      }
      guard ballot.hasQuorum(self.quorum, without: names.count) else {
        throw .silent(instances: names, limit: self.limit)
      }
      self.note(agreed, silent: names)
    }
  }

  /// Keeps who agreed, for the log.
  private func note(_ names: [String], silent: [String] = []) {
    let parts = [(names, "agreed"), (silent, "didn't answer")].filter { !$0.0.isEmpty }
    let text = parts.map { "\($0.0.listed) \($0.1)" }.joined(separator: "; ")
    state.withLock { $0.agreement = text.isEmpty ? nil : text }
  }

  /// Puts a candidate as soon as there is no other candidate. It is tried again after each change of the rollout's keys, and `busy` is
  /// thrown if the time is over.
  private func put(_ candidate: EtcdCandidate) async throws(EtcdRolloutError) -> EtcdProposal {
    // It outlives the task that stores it, because a proposal that is stored when the time is over has to be ended, too.
    let result = Shared<EtcdProposal?>(nil)
    do throws(EtcdRolloutError) {
      try await wait(atMost: limit) { () throws(EtcdRolloutError) in
        for await _ in self.changes() {
          let proposal = try await self.request { [keys = self.storage.keys] client throws(EtcdError) in
            try EtcdProposal.put(candidate, keys: keys, client: client)
          }
          result.value = proposal
          if proposal != nil { return true }
        }
        return false
      } afterwards: { () throws(EtcdRolloutError) in
        if result.value == nil { throw .busy }
      }
    } catch {
      // The candidate might have been put while the time ended.
      await result.value?.end()
      throw error
    }
    guard let proposal = result.value else { throw .canceled }
    return proposal
  }

  /// Counts the votes again after a change; returns whether all agree. Whom it waits for is reported as progress, which an editor shows.
  private func hasAgreed(_ ballot: EtcdBallot, proposal: EtcdProposal) async throws(EtcdRolloutError)
    -> Bool
  {
    switch try await count(ballot, proposal: proposal) {
    case .agreed(let names):
      note(names)
      return true
    case .open(let names, _):
      ApplyProgress.report("waiting for \(names.joined(separator: ", "))")
      return false
    case .vetoed(let instance, let reason): throw .vetoed(instance: instance, reason: reason)
    }
  }

  /// Reads the candidate, the instances and the votes at one revision, and counts. If the candidate isn't this process's anymore, the votes
  /// are about something else, and the vote is `interrupted`.
  private func count(_ ballot: EtcdBallot, proposal: EtcdProposal) async throws(EtcdRolloutError)
    -> EtcdBallot.Result
  {
    let keys = storage.keys
    let replies = try await request { client throws(EtcdError) in
      try client.read([
        EtcdRangeRequest(EtcdKeyRange(keys.candidate), keysOnly: true), EtcdRangeRequest(keys.allInstances),
        EtcdRangeRequest(keys.allVotes),
      ])
    }
    guard replies[0].found.first?.revision == proposal.revision else { throw .interrupted }
    let votes = replies[2].found.compactMap { found in
      keys.instanceID(of: found.key).map { ($0, EtcdVote(found.value)) }
    }
    return ballot.count(
      replies[1].instances(keys).filter { $0.id != ownID }, votes: Dictionary(votes) { _, last in last })
  }

  /// Returns the registered instances, except that of this process.
  private func voters() async throws(EtcdRolloutError) -> [EtcdInstanceStatus] {
    let keys = storage.keys
    let reply = try await request { client throws(EtcdError) in
      try client.read(EtcdRangeRequest(keys.allInstances))
    }
    return reply.instances(keys).filter { $0.id != ownID }
  }

  private func changes() -> AsyncStream<Void> {
    EtcdWatch.changes(storage.keys.rollout, client: storage.client)
  }

  private func request<Result: Sendable>(
    _ body: @escaping @Sendable (EtcdClient) throws(EtcdError) -> Result
  ) async throws(EtcdRolloutError) -> Result {
    do throws(EtcdError) {
      return try await storage.client.onThread(body)
    } catch {
      throw EtcdRolloutError(error)
    }
  }
}

/// The votes that a candidate needs.
///
/// Every instance that was registered when the candidate was stored has to agree, unless its lease ends, because it is dead then. A
/// veto of any instance counts, also of one that has started since.
///
/// With `web-1` and `web-2` as voters:
///
///     web-1 agrees                                    open: web-2
///     web-1 agrees, the lease of web-2 ends           agreed: a dead process uses no settings
///     web-1 agrees, web-3 has started since           open: web-2; web-3 isn't waited for
///     web-3 vetoes                                    vetoed: it would use the content, too
struct EtcdBallot: Sendable {
  /// The result of the votes so far.
  enum Result: Hashable, Sendable {
    /// All agree; the names of those that did, without those that have died.
    case agreed([String])
    /// An instance refuses the changes, with the reason of its participant: `web-3: port 80 is in use`.
    ///
    /// A veto counts at once, so the vote doesn't wait for the other instances.
    case vetoed(instance: String, reason: String)
    /// The names of the instances that haven't voted, and of those that agreed.
    case open([String], agreed: [String])
  }

  /// The names of the instances that have to agree, by their IDs. Names needn't be unique.
  private let voters: [String: String]

  init(_ voters: [EtcdInstanceStatus]) {
    self.voters = Dictionary(voters.map { ($0.id, $0.name) }) { first, _ in first }
  }

  /// Counts the votes.
  ///
  /// - Parameters:
  ///   - living: The instances that are registered now.
  ///   - votes: The votes by the IDs of the instances.
  func count(_ living: [EtcdInstanceStatus], votes: [String: EtcdVote]) -> Result {
    let names = voters.merging(living.map { ($0.id, $0.name) }) { first, _ in first }
    // Sort the votes: of several vetoes, each count reports the same veto.
    for (id, vote) in votes.sorted(by: { $0.key < $1.key }) {
      if let reason = vote.veto { return .vetoed(instance: names[id] ?? id, reason: reason) }
    }
    let missing = living.filter { voters[$0.id] != nil && votes[$0.id] == nil }
    let agreed = votes.keys.map { names[$0] ?? $0 }.sorted()
    return missing.isEmpty ? .agreed(agreed) : .open(missing.map(\.name).sorted(), agreed: agreed)
  }

  /// Whether a share of the instances has answered or died, if the given number of them hasn't.
  func hasQuorum(_ quorum: Double, without silent: Int) -> Bool {
    Double(voters.count - silent) >= Double(voters.count) * quorum
  }
}

/// Whether all instances work with content, as they report. An instance that reports about other content hasn't used the new one yet, so
/// its health says nothing.
struct EtcdHealthCheck: Sendable {
  private let content: SettingsRevision

  init(of content: SettingsRevision) {
    self.content = content
  }

  /// Returns the names of the instances that haven't reported their health with the content.
  ///
  /// Throws `unhealthy` for the first instance that reports that it doesn't work. Without instances, none is missing.
  func missing(_ instances: [EtcdInstanceStatus]) throws(EtcdRolloutError) -> [String] {
    var missing: [String] = []
    for instance in instances {
      guard instance.revision == content, instance.health != .starting else {
        missing.append(instance.name)
        continue
      }
      guard instance.health == .healthy else {
        throw .unhealthy(instance: instance.name, reason: instance.reason)
      }
    }
    return missing
  }
}

/// Why a rollout stops. Nothing is stored, unless it is an error of ``EtcdStorage/waitForHealth(with:within:)`` or of a revert.
///
/// In an apply, it is the reason of the failure of the participant `rollout`, as text. ``EtcdStorage/waitForHealth(with:within:)`` throws
/// it:
///
/// ```swift
/// if let revision = store.untyped.revision {
///   do throws(EtcdRolloutError) {
///     try await storage.waitForHealth(with: revision, within: .seconds(60))
///   } catch .unhealthy(let instance, let reason) {
///     print("\(instance): \(reason)")
///   } catch {
///     print(error)
///   }
/// }
/// ```
///
/// The description is a sentence that says what to do.
public enum EtcdRolloutError: Error, Hashable, Sendable {
  /// The stored form refuses the settings, or the stored settings don't fit the form; the reason names the setting.
  case unfit(reason: String)
  /// An instance refuses the changes.
  case vetoed(instance: String, reason: String)
  /// Instances didn't answer within the time limit, although their leases are alive. Restart what doesn't respond.
  case silent(instances: [String], limit: Duration)
  /// Another apply was being voted on during the whole time limit. Try again.
  case busy
  /// The candidate ended during the vote, because this process had no connection for too long. Nothing was stored.
  case interrupted
  /// An instance doesn't work with the new content.
  case unhealthy(instance: String, reason: String)
  /// Instances haven't reported within the time limit that they use the new content and are healthy: they haven't reported, or use other
  /// content.
  case notHealthy(instances: [String], limit: Duration)
  /// The task was canceled.
  case canceled
  /// etcd doesn't reply, or refuses a request.
  case storage(RemoteStorageError)

  init(_ error: EtcdError) {
    self = .storage(error.remote)
  }
}

extension EtcdRolloutError: CustomStringConvertible {
  /// One sentence that describes the error and what to do.
  public var description: String {
    switch self {
    case .unfit(let reason): reason
    case .vetoed(let instance, let reason): "\(instance): \(reason)"
    case .silent(let instances, let limit):
      "\(instances.names) didn't answer within \(limit.words); restart what doesn't respond, and try again."
    case .busy: "another apply is being voted on; try again."
    case .interrupted: "the connection to etcd was lost during the vote, so nothing was changed; try again."
    case .unhealthy(let instance, let reason):
      "\(instance) isn't healthy with the changes" + (reason.isEmpty ? "." : ": \(reason)")
    case .notHealthy(let instances, let limit):
      "\(instances.names) didn't become healthy with the changes within \(limit.words)."
    case .canceled: "it was canceled"
    case .storage(let error): error.reason
    }
  }
}

/// Waits for work to end, and cancels it when its time is over.
///
/// - Parameters:
///   - work: Returns `false` if it ended because it was canceled.
///   - afterwards: What to do if the time is over. It determines the error, or returns if the work isn't needed.
func wait(
  atMost limit: Duration, for work: @escaping @Sendable () async throws(EtcdRolloutError) -> Bool,
  afterwards: () async throws(EtcdRolloutError) -> Void
) async throws(EtcdRolloutError) {
  let result = await withTaskGroup(of: Result<Bool, EtcdRolloutError>.self) { group in
    group.addTask {
      do throws(EtcdRolloutError) { return .success(try await work()) } catch { return .failure(error) }
    }
    group.addTask {
      try? await Task.sleep(for: limit)
      return .success(false)
    }
    let first = await group.next() ?? .success(false)
    group.cancelAll()
    return first
  }
  if try result.get() { return }
  guard !Task.isCancelled else { throw .canceled }
  try await afterwards()
}

extension [String] {
  /// The most names of instances in a sentence.
  private static let namedCount = 5

  /// The most characters of names in a record.
  private static let listedLength = 1_500

  /// The names in the log: all of them, unless there are hundreds.
  fileprivate var listed: String {
    let text = joined(separator: ", ")
    guard text.count > Self.listedLength else { return text }
    var (names, length) = (0, 0)
    while length <= Self.listedLength { (names, length) = (names + 1, length + self[names].count + 2) }
    return prefix(names).joined(separator: ", ") + " and \(count - names) more"
  }

  /// The names of instances in a sentence: the first of many, and how many others there are.
  fileprivate var names: String {
    let names = sorted().prefix(Self.namedCount).joined(separator: ", ")
    return count > Self.namedCount ? "\(names) and \(count - Self.namedCount) more" : names
  }
}
