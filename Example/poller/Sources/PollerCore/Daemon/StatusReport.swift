/// The status for people.
package enum StatusReport {
  package static func text(of status: DaemonStatus) -> String {
    let width = status.targets.map(\.name.count).max() ?? 0
    let targets = status.targets.map { target in
      let share = target.availability.map { "\(Int(($0 * 100).rounded())) %" } ?? "-"
      let name = target.name + String(repeating: " ", count: width - target.name.count)
      return "\(name)  \(target.phase)  \(share)  \(target.last ?? "not polled yet")"
    }
    let restarts = status.restartPending.map { "restart pending: \($0)" }
    let rejected = status.rejected.map { ["rejected: \($0)"] } ?? []
    return (["health: \(status.health)"] + targets + restarts + rejected).joined(separator: "\n") + "\n"
  }
}
