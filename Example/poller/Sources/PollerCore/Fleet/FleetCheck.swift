import Settings
import SettingsEtcd

/// Waits until all daemons that share their settings in etcd use the changes and are healthy, so that an apply fails, and is rolled
/// back, if one doesn't or isn't.
package struct FleetCheck: SettingsParticipant {
  package let name = "daemons"
  private let storage: EtcdStorage

  package init(_ storage: EtcdStorage) {
    self.storage = storage
  }

  package func commit(_ review: FormReview) async throws {
    guard let candidate = review.candidate else { return }
    let applying = try SettingsReview<PollerSettings>(review).after.applying
    guard applying.waitsForDaemon else { return }
    try await storage.waitForHealth(with: SettingsRevision(of: candidate), within: applying.daemonTimeout)
  }
}
