/// The votes that a candidate needs.
///
/// Every instance that was registered when the candidate was stored has to agree, unless its lease ends, because it is dead then. A
/// veto of any instance counts, also of one that has started since.
struct EtcdBallot: Sendable {
  /// The result of the votes so far.
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
    // Sort the votes, so that each count reports the same one of several vetoes.
    for (id, vote) in votes.sorted(by: { $0.key < $1.key }) {
      if let reason = vote.veto { return .vetoed(instance: names[id] ?? id, reason: reason) }
    }
    let missing = living.filter { voters[$0.id] != nil && votes[$0.id] == nil }
    return missing.isEmpty ? .agreed : .open(missing.map(\.name).sorted())
  }
}
