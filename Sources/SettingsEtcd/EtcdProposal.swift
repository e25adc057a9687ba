import Dispatch
import Settings
import SettingsSystem

/// A candidate of this process while instances vote on it and until it is stored or withdrawn.
///
/// It is attached to a lease, which a thread renews: if this process dies, the candidate ends by itself. If this process is paused for
/// so long that the candidate ends, the instances drop what they have prepared. The commit of the content is refused then, because its
/// transaction requires the candidate.
final class EtcdProposal: Sendable {
  /// The time after which a candidate ends if the process that has put it doesn't renew it. Applies of other processes are blocked for at
  /// most that long.
  static let leaseTime = Duration.seconds(10)

  /// The revision of the candidate's key, which identifies it: another candidate never has the same one.
  let revision: Int64
  /// The identity of the content.
  let content: SettingsRevision
  private let lease: Int64
  private let client: EtcdClient
  private let renewal: Heartbeat

  private init(_ revision: Int64, content: SettingsRevision, lease: Int64, client: EtcdClient) {
    self.revision = revision
    self.content = content
    self.lease = lease
    self.client = client
    renewal = Heartbeat(after: Self.leaseTime / 4) {
      _ = try? client.renewLease(lease)
      return Self.leaseTime / 4
    }
  }

  /// Stores a candidate; returns `nil` if there is another candidate.
  ///
  /// Its key is created only if it doesn't exist, so of two processes exactly one succeeds. A lost reply is no problem: the second copy of
  /// the request finds the candidate with its own lease.
  static func put(
    _ candidate: EtcdCandidate, keys: EtcdKeys, client: EtcdClient
  ) throws(EtcdError) -> EtcdProposal? {
    let lease = try client.grantLease(leaseTime)
    func proposal(_ revision: Int64) -> EtcdProposal {
      EtcdProposal(revision, content: SettingsRevision(of: candidate.content), lease: lease, client: client)
    }
    let transaction = EtcdTransaction(
      expected: [(keys.candidate, 0)],
      operations: [.put(keys.candidate, candidate.value, lease: lease)],
      otherwise: [EtcdRangeRequest(EtcdKeyRange(keys.candidate), keysOnly: true)])
    switch try client.run(transaction) {
    case .done(let revision, _): return proposal(revision)
    case .outdated(let replies):
      // If the reply was lost, the request was sent twice, and the second copy finds what the first has put.
      if let found = replies.first?.found.first, found.lease == lease { return proposal(found.revision) }
      try? client.revokeLease(lease)
      return nil
    }
  }

  /// Ends the candidate and its votes by revoking their lease. If that fails, they end by themselves after ``leaseTime``.
  func end() async {
    try? await client.onThread { [lease, renewal] client throws(EtcdError) in
      renewal.stop()
      try client.revokeLease(lease)
    }
  }
}

/// Calls a closure repeatedly on its own thread, until it is stopped.
///
/// A task can't do this, because a lease must be renewed in time even if the app blocks the few threads of Swift's tasks.
final class Heartbeat: Sendable {
  private let stopping = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// Starts the thread. If the system has no thread left, nothing is called, so a lease that isn't renewed ends.
  ///
  /// - Parameters:
  ///   - pause: The time before the first call.
  ///   - beat: Returns the time before the next call.
  init(after pause: Duration, _ beat: @escaping @Sendable () -> Duration) {
    let (stopping, ended) = (stopping, ended)
    do throws(SystemCallError) {
      try SystemThread.start {
        var pause = pause
        while stopping.wait(timeout: .now() + .milliseconds(Int(pause.milliseconds))) == .timedOut {
          pause = beat()
        }
        ended.signal()
      }
    } catch {
      ended.signal()
    }
  }

  deinit { stopping.signal() }

  /// Stops the calls, and waits for the end of one that is running: no renewal may follow a revocation. Call it once.
  func stop() {
    stopping.signal()
    ended.wait()
  }
}
