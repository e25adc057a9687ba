import Foundation
import Settings
import SettingsEtcd

/// The daemon as one of many that share their settings in etcd: it votes on changes before they are stored, and reports to the others
/// whether it works with its settings.
package final class FleetMember: Sendable {
  /// The health of all members with some settings.
  package enum Judgment: Hashable, Sendable {
    /// All members work with them.
    case healthy(SettingsRevision)
    case unhealthy(SettingsRevision, member: String, reason: String)
  }

  /// A member's report about its own health.
  struct Report: Hashable, Sendable {
    var revision: SettingsRevision?
    var health: Health
    var reason: String
  }

  private let storage: EtcdStorage
  private let instance: EtcdInstance
  private let reports: AsyncStream<Report>
  private let outbox: AsyncStream<Report>.Continuation

  /// - Parameter store: The store of the daemon.
  init(of store: StoreEngine, in storage: EtcdStorage) {
    self.storage = storage
    instance = EtcdInstance(
      of: store, in: storage,
      name: "\(ProcessInfo.processInfo.hostName) (\(ProcessInfo.processInfo.processIdentifier))",
      participants: [TargetCheck()])
    // Only the last report matters.
    (reports, outbox) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Joins the other members; returns a line for the log.
  func join() async -> LogLine {
    do {
      try await instance.register()
      let count = try storage.instances().count
      return LogLine(.info, "joined: \(count) daemon\(count == 1 ? "" : "s") at \(storage.name)")
    } catch {
      return LogLine(.problems, "not joined yet: \(error)")
    }
  }

  /// Sends a report to the other members.
  func report(_ report: Report) {
    outbox.yield(report)
  }

  /// Takes part until the task is canceled.
  ///
  /// - Parameter judged: Receives the health of all members after each report of this one. So the last member that becomes healthy
  ///   learns that all of them are.
  func run(judged: @escaping @Sendable (Judgment) -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.instance.run() }
      for await report in reports {
        // The registration has the last report, even if this call fails.
        try? await instance.report(.init(report.health), with: report.revision, reason: report.reason)
        if let revision = report.revision, let judgment = judgment(of: revision) { judged(judgment) }
      }
      group.cancelAll()
    }
  }

  /// Returns the health of all members with some settings; `nil` if members haven't reported yet, or if etcd can't be reached.
  private func judgment(of revision: SettingsRevision) -> Judgment? {
    guard let members = try? storage.instances(), !members.isEmpty else { return nil }
    let reports = members.filter { $0.revision == revision }
    if let bad = reports.first(where: { $0.health == .unhealthy }) {
      return .unhealthy(revision, member: bad.name, reason: bad.reason)
    }
    let isHealthy = reports.count == members.count && reports.allSatisfy { $0.health == .healthy }
    return isHealthy ? .healthy(revision) : nil
  }
}

extension FleetMember.Report {
  /// Creates the report of a status: about the settings that the daemon refuses to use, or else about those that it uses.
  init(_ status: DaemonStatus) {
    if let rejected = status.rejectedRevision {
      self.init(revision: SettingsRevision(rejected), health: .unhealthy, reason: status.rejected ?? "")
    } else {
      self.init(
        revision: status.revision.flatMap { SettingsRevision($0) }, health: status.health,
        reason: status.health == .unhealthy ? status.weakness : "")
    }
  }
}

extension EtcdInstanceStatus.Health {
  fileprivate init(_ health: Health) {
    self =
      switch health {
      case .starting: .starting
      case .healthy: .healthy
      case .unhealthy: .unhealthy
      }
  }
}
