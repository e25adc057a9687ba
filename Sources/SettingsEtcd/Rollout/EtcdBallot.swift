/// The votes that a candidate needs.
///
/// Every instance that was registered when the candidate was stored has to agree. An instance whose lease has ended is dead and isn't
/// waited for. A veto counts from any instance, also from one that has started since.
struct EtcdBallot: Sendable {
  /// What the votes say so far.
  enum Result: Hashable, Sendable {
    case agreed
    case vetoed(instance: String, reason: String)
    /// The names of the instances that haven't voted.
    case open([String])
  }

  /// The names of the instances that have to agree, by their IDs.
  private let voters: [String: String]

  init(_ voters: [EtcdInstanceStatus]) {
    self.voters = Dictionary(voters.map { ($0.id, $0.name) }) { first, _ in first }
  }

  /// Counts the votes.
  ///
  /// - Parameters:
  ///   - living: The instances that are registered now.
  ///   - votes: The votes by the IDs of the instances.
  func count(_ living: [EtcdInstanceStatus], _ votes: [String: EtcdVote]) -> Result {
    let names = voters.merging(living.map { ($0.id, $0.name) }) { first, _ in first }
    // Of several vetoes, the same one is reported however often the votes are counted.
    for (id, vote) in votes.sorted(by: { $0.key < $1.key }) {
      if let reason = vote.veto { return .vetoed(instance: names[id] ?? id, reason: reason) }
    }
    let missing = living.filter { voters[$0.id] != nil && votes[$0.id] == nil }
    return missing.isEmpty ? .agreed : .open(missing.map(\.name).sorted())
  }
}
