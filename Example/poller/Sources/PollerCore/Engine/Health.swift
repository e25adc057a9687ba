/// Whether the targets answer.
package enum Health: String, Codable, Sendable {
  /// Some targets haven't been polled yet.
  case starting
  case healthy
  /// Too few targets answer.
  case unhealthy

  package init(of states: [TargetState], requiredShare: Double) {
    guard states.allSatisfy(\.isFresh) else {
      self = .starting
      return
    }
    let good = states.count(where: \.isGood)
    self = states.isEmpty || Double(good) >= requiredShare * Double(states.count) ? .healthy : .unhealthy
  }
}
