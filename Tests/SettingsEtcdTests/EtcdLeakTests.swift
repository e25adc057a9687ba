import Foundation
import Settings
import SettingsEtcd
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What is left in etcd of stores that were closed.
@Suite(
  "Closed stores", .enabled(if: EtcdCluster.isInstalled, "etcd or etcdctl isn't installed"),
  .timeLimit(.minutes(2)))
struct EtcdLeakTests {
  private let cluster: EtcdCluster
  private let endpoint: String

  init() throws {
    cluster = try EtcdCluster()
    endpoint = try #require(cluster.endpoints.first)
  }

  /// The number of the member's watches.
  private func watchCount() async throws -> Int {
    let url = try #require(URL(string: "http://\(endpoint)/metrics"))
    // A session of its own, whose connection ends with it.
    let session = URLSession(configuration: .ephemeral)
    defer { session.invalidateAndCancel() }
    let text = String(decoding: try await session.data(from: url).0, as: UTF8.self)
    return try #require(
      text.firstMatch(of: /(?m)^etcd_debugging_mvcc_watcher_total (\d+)$/).flatMap { Int($0.1) })
  }

  /// The number of leases.
  private func leaseCount() throws -> Int {
    try cluster.etcdctl(["lease", "list"]).split(separator: "\n").count { !$0.hasPrefix("found") }
  }

  /// The number of connections to the member.
  private func connectionCount() throws -> Int {
    let port = try #require(endpoint.split(separator: ":").last.flatMap { Int($0) })
    let remote =
      ":" + String(repeating: "0", count: 4 - String(port, radix: 16).count)
      + String(port, radix: 16).uppercased()
    let established = "01"
    let table = try FileHandle(forReadingFrom: URL(filePath: "/proc/net/tcp")).readToEnd() ?? Data()
    return String(decoding: table, as: UTF8.self).split(separator: "\n").dropFirst()
      .map { $0.split(separator: " ") }.count { $0[2].hasSuffix(remote) && $0[3] == established }
  }

  private func store(_ storage: EtcdStorage, _ participants: [any SettingsParticipant] = []) throws
    -> StoreEngine
  {
    try StoreEngine(
      form: FormIndex(FormSchema(written: Array(Workspace.form.utf8))),
      layers: SettingsLayers(storage: storage),
      participants: participants)
  }

  @Test(
    "leave no watch, no lease and no connection",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/net/tcp")))
  func nothingLeft() async throws {
    for round in 0..<20 {
      let storage = try EtcdStorage(endpoints: [endpoint], prefix: "p")
      let store = try store(storage)
      let instance = EtcdInstance(of: store, in: storage, name: "a")
      try await instance.register()
      let task = Task { await instance.run() }
      let applying = try EtcdStorage(endpoints: [endpoint], prefix: "p")
      let applier = try self.store(applying, [EtcdRollout(applying)])
      var draft = applier.draft()
      try draft.stage(.number(JSONNumber(9_001 + round)), at: ["network", "port"])
      let outcome = try await applier.apply(draft, options: ApplyOptions(confirmWithin: .seconds(2)))
      try applier.confirm(try #require(outcome.confirmation).id)
      if round == 0 {
        // The counts count something.
        while try await watchCount() < 3 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(try leaseCount() > 0)
        #expect(try connectionCount() > 1)
      }
      task.cancel()
      await task.value
    }
    // The connections are closed by threads, and the leases of the times to confirm end after 2 s.
    while try await watchCount() > 0 { try await Task.sleep(for: .milliseconds(50)) }
    while try leaseCount() > 0 { try await Task.sleep(for: .milliseconds(50)) }
    // The member's gateway is connected with the member itself.
    while try connectionCount() > 1 { try await Task.sleep(for: .milliseconds(50)) }
  }
}
