import Settings

/// A commit as one transaction.
///
/// If a reply is lost, the transaction might have been done or not, and a paused member may still do it later. It is then sent again,
/// unchanged, to another member. The outcome is determined as follows:
///
/// - Every commit changes the head, so the revision of the head's last change increases with every commit and never has the same value
///   again. The transaction requires the revision that was read before. So of all its copies, at most one is ever done, and none
///   after the commit of another process.
/// - If the reply to the copy that was done is lost, the requirement fails for the next copy. That copy reads, in the same step, the ID at
///   this commit's number. Only the commit that is done on top of the expected head has that number. If the ID is this commit's, an earlier
///   copy was done; if it is another ID, no copy was done, and none will be.
/// - All reads are linearizable, which is etcd's default, so they see everything that was done before, through any member.
///
/// IDs are kept for the last ``keptCommits`` commits. If that many follow before a copy gets its reply, the outcome stays unknown, as it
/// does if no member replies until the time limit.
///
/// An example: the head is commit 40 at revision 700, and this commit has the ID `a1`.
///
///     copy 1   expects head@700   done at 701: head = 41, commits/41 = a1      the reply is lost
///     copy 2   expects head@700   refused, since the head is at 701; reads commits/41 = a1: done, at 701
///
///     copy 1   still on its way
///     other    expects head@700   done at 701: head = 41, commits/41 = b2
///     copy 2   expects head@700   refused; reads commits/41 = b2: not done
///     copy 1   arrives            refused: the head will never be at 700 again
struct EtcdCommit: Sendable {
  /// The number of commits whose IDs are kept. A retry comes within seconds of the first copy, so a thousand outlast it even on a busy
  /// document.
  static let keptCommits = 1_000
  /// The maximum number of operations in a transaction, etcd's default (`--max-txn-ops`). A record takes up to two of them.
  private static let maxOperations = 128

  /// The result of the transaction, as of its own moment. If others have committed since, the state of `done` doesn't have their commits;
  /// the next request finds them.
  enum Outcome: Sendable {
    case done(EtcdState)
    /// Another commit was first; nothing was changed.
    case outdated(EtcdState)
    /// What is stored beside the content has changed since they were compared; nothing was changed. They have to be compared again.
    case incomparable(EtcdState)
  }

  private let commit: StorageCommit
  private let base: EtcdState
  private let keys: EtcdKeys
  private let id: String
  private let head: EtcdHead
  /// The lease of the time to confirm the commit; `nil` if it doesn't have to be confirmed.
  private let lease: Int64?

  /// The vote of the running instances on the content; `nil` if they weren't asked about it. If there is one, its candidate is a
  /// requirement of the transaction, like the head.
  private let proposal: EtcdProposal?
  /// What the content was compared with; `nil` if it wasn't. It is a requirement of the transaction as well.
  private let companion: EtcdCompanion?

  /// Creates a commit on top of a state whose content and head are as the commit expects. Its ID is drawn here, once, because all copies of
  /// its request must have the same.
  init(
    _ commit: StorageCommit, on base: EtcdState, keys: EtcdKeys, lease: Int64?,
    after proposal: EtcdProposal?, beside companion: EtcdCompanion?
  ) {
    self.lease = lease
    self.proposal = proposal
    self.companion = companion
    self.commit = commit
    self.base = base
    self.keys = keys
    id = String(UInt64.random(in: .min ... .max), radix: 16)
    head = EtcdHead(
      record: base.head.value.record + commit.records.count, commit: base.head.value.commit + 1)
  }

  /// Sends the transaction, and finds out what has become of it.
  ///
  /// Throws `unanswered` if no member replied, `outcomeForgotten` if so many commits followed that the ID isn't kept anymore, `voteEnded`
  /// if only the candidate was missing, and `tooManyRecords` before anything is sent.
  func run(_ client: EtcdClient) throws(EtcdError) -> Outcome {
    let operations = operations
    guard operations.count <= Self.maxOperations else {
      throw .tooManyRecords(commit.records.count, limit: Self.maxOperations / 2 - 4)
    }
    var expected = [(keys.document, base.document?.revision ?? 0), (keys.head, base.head.revision)]
    if let proposal { expected.append((keys.candidate, proposal.revision)) }
    if let companion { expected.append((companion.key, companion.revision)) }
    let transaction = EtcdTransaction(
      expected: expected.map { (key: $0.0, revision: $0.1) },
      operations: operations,
      otherwise: [
        EtcdRangeRequest(keys.state), EtcdRangeRequest(EtcdKeyRange(keys.commit(head.commit))),
        EtcdRangeRequest(EtcdKeyRange(keys.companion), keysOnly: true),
      ])
    let reply: EtcdTransactionReply
    do throws(EtcdError) {
      reply = try client.run(transaction)
    } catch {
      guard case .full = error else { throw error }
      return try outcomeWithoutSpace(client)
    }
    switch reply {
    case .done(let revision, _): return .done(state(at: revision))
    case .outdated(let replies):
      guard replies.count == 3 else { throw .incompatible(key: keys.head) }
      let current = try EtcdState(replies[0], keys: keys)
      if let found = replies[1].found.first {
        // The content might have changed since, but it is the commit's own result that matters.
        return found.value == Array(id.utf8) ? .done(state(at: found.revision)) : .outdated(current)
      }
      guard current.head.value.commit < head.commit else { throw .outcomeForgotten }
      if let companion, companion.revision != replies[2].found.first?.revision ?? 0 {
        return .incomparable(current)
      }
      if proposal != nil, current.head.revision == base.head.revision,
        current.document?.revision == base.document?.revision
      {
        throw .voteEnded
      }
      // Only the document was changed, by another program.
      return .outdated(current)
    }
  }

  /// Returns the outcome after a reply that no space is left.
  ///
  /// etcd replies so without doing the transaction, or if the transaction itself has used up the space. No later transaction is done
  /// until an administrator makes space, so the outcome doesn't change anymore.
  private func outcomeWithoutSpace(_ client: EtcdClient) throws(EtcdError) -> Outcome {
    let found = try client.read(EtcdRangeRequest(EtcdKeyRange(keys.commit(head.commit)))).found.first
    guard let found, found.value == Array(id.utf8) else { throw .full }
    return .done(state(at: found.revision))
  }

  private var changesDocument: Bool { commit.newRevision != base.document?.content.revision }

  /// The changes of the transaction, with the base 40 and one new version as record 12:
  ///
  ///     put document               unless it stays the same
  ///     put head                   {"record":12,"commit":41}
  ///     delete rollout/candidate   after a vote
  ///     put commits/41             the ID
  ///     delete commits             that are more than `keptCommits` back
  ///     put headers/12, contents/12
  ///     put deadlines/12           the head start, with a lease, if the commit has to be confirmed
  ///     delete records             that the policy doesn't keep
  ///
  /// A record that the policy would remove at once isn't stored at all.
  private var operations: [EtcdOperation] {
    var operations: [EtcdOperation] = []
    if changesDocument {
      operations.append(
        commit.content.map { .put(keys.document, $0) } ?? .delete(EtcdKeyRange(keys.document)))
    }
    operations.append(.put(keys.head, head.value))
    // The candidate ends in the same step, so the instances never find it without the content after the commit.
    if proposal != nil { operations.append(.delete(EtcdKeyRange(keys.candidate))) }
    operations.append(.put(keys.commit(head.commit), Array(id.utf8)))
    if head.commit > Self.keptCommits {
      operations.append(.delete(keys.commits(before: head.commit - Self.keptCommits)))
    }
    for (offset, record) in commit.records.enumerated() {
      let number = base.head.value.record + 1 + offset
      guard number >= commit.oldest else { continue }
      operations.append(.put(keys.header(number), EtcdRecord(record).value))
      if case .version(let bytes) = record.content { operations.append(.put(keys.content(number), bytes)) }
    }
    if let lease {
      let headStart = "\(PendingConfirmation.headStart.components.seconds)"
      operations.append(.put(keys.deadline(head.record), Array(headStart.utf8), lease: lease))
    }
    if commit.oldest > 1 { operations += keys.records(before: commit.oldest).map { .delete($0) } }
    return operations
  }

  /// The state after the commit, without a read: it is the base with what the transaction has put.
  private func state(at revision: Int64) -> EtcdState {
    var state = base
    state.revision = revision
    state.head = (head, revision)
    if changesDocument {
      state.document = commit.content.map { (StoredContent($0), revision) }
    }
    return state
  }
}
