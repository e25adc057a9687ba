extension PatternNode {
  /// The longest string that is known to be in each match; empty if no string is known to be.
  ///
  /// A search for the string takes much less time than the automaton, and rules out most strings that don't match.
  var requiredText: String {
    var runs = [""]
    addRuns(to: &runs)
    return runs.max { $0.utf8.count < $1.utf8.count } ?? ""
  }

  /// Adds the strings that each match of this node has one after the other. The last string continues with the next node.
  private func addRuns(to runs: inout [String]) {
    switch self {
    case .assertion, .lookAround: break
    case .scalar(let set):
      if let scalar = set.onlyScalar {
        runs[runs.count - 1].unicodeScalars.append(scalar)
      } else {
        runs.append("")
      }
    case .sequence(let nodes): for node in nodes { node.addRuns(to: &runs) }
    case .alternatives: runs.append("")
    case .repeated(let node, let min, _):
      runs.append("")
      guard min > 0 else { return }
      node.addRuns(to: &runs)
      runs.append("")
    }
  }
}
