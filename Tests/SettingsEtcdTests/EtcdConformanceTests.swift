import SettingsEtcd
import SettingsStorageConformance
import TestSupport
import Testing

@Suite(
  "A document in etcd", .enabled(if: EtcdCluster.isInstalled, "etcd or etcdctl isn't installed"),
  .timeLimit(.minutes(5)))
struct EtcdConformanceTests {
  @Test("meets the requirements of a storage", arguments: StorageRequirement.all)
  func conformance(requirement: StorageRequirement) async throws {
    let cluster = try EtcdCluster.shared.get()
    let prefix = EtcdCluster.newPrefix()
    try await requirement.check(
      StoragePlace { try EtcdStorage(endpoints: cluster.endpoints, prefix: prefix) })
  }
}
