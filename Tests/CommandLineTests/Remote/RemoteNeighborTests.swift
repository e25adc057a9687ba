import Foundation
import TestSupport
import Testing

/// `settings-tui` on settings in etcd beside other machines and other users.
@Suite(
  "Commands on settings in etcd, beside others,",
  .enabled(if: EtcdCluster.isInstalled, "etcd or etcdctl isn't installed"), .timeLimit(.minutes(3)))
struct RemoteNeighborTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// Sets a port while another machine, in the preparation of the apply, sets something else.
  private func set(_ change: String, while other: String) throws -> (run: Run, document: String, log: String)
  {
    let cluster = try EtcdCluster.shared.get()
    let prefix = EtcdCluster.newPrefix()
    let address = "etcd://\(cluster.endpoints[0])/\(prefix)"
    try cluster.etcdctl(["put", "\(prefix)/document", Workspace.content])
    let words = ["set", address, "--schema", "server.form.json", "--yes"]
    let program = BuiltPrograms.settingsTUI
    // The second attempt of the apply finds that the other change is stored already.
    let options = words.joined(separator: " ")
    let command = "'\(program)' \(options) \(other) --message second >&2"
    let run = try Run(
      program, words + [change, "--message", "first", "--prepare", command], in: workspace.folder)
    let document = try cluster.etcdctl(["get", "--print-value-only", "\(prefix)/document"])
    let log = try Run(program, ["log", address, "--schema", "server.form.json"], in: workspace.folder).output
    return (run, document, log)
  }

  @Test("keep both changes of two machines that set different settings")
  func different() throws {
    let result = try set("network.port=9001", while: "verbose=true")
    #expect(result.run.status == 0, "\(result.run.errors)")
    #expect(
      result.document.contains("9001") && result.document.contains("\"verbose\": true"), "\(result.document)")
    #expect(result.log.matches(of: /first/).count == 1, "\(result.log)")
    #expect(result.log.matches(of: /second/).count == 1, "\(result.log)")
  }

  @Test(
    "report a conflict to the second of two machines that set the same setting, and keep the first one's value"
  )
  func same() throws {
    let result = try set("network.port=9001", while: "network.port=9002")
    #expect(result.run.status != 0)
    #expect(result.run.errors.contains("network.port"), "\(result.run.errors)")
    #expect(result.document.contains("9002") && !result.document.contains("9001"), "\(result.document)")
  }

  @Test("never show the password in the list of processes")
  func credentials() async throws {
    let cluster = try EtcdCluster()
    let password = "secret-\(UUID().uuidString)"
    for command in [
      ["user", "add", "root:\(password)"], ["role", "add", "root"], ["user", "grant-role", "root", "root"],
    ] {
      // etcd's later versions have the role already.
      do { try cluster.etcdctl(command) } catch  where command[0] == "role" {}
    }
    try cluster.etcdctl(["put", "p/document", Workspace.content])
    try cluster.etcdctl(["auth", "enable"])

    let address = "etcd://\(cluster.endpoints[0])/p"
    let variables = ["ETCDCTL_USER": "root", "ETCDCTL_PASSWORD": password]
    let command = try WatchCommand(address, in: workspace, variables: variables)
    // The helper has signed in when the change is reported. The test's own commands, which have the password among their arguments, have
    // ended by then.
    try await command.waitForReport {
      try cluster.etcdctl(["--user", "root:\(password)", "put", "p/document", $0])
    }
    try #require(command.isRunning)
    let commands = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }
      .compactMap { FileManager.default.contents(atPath: "/proc/\($0)/cmdline") }
      .map { String(decoding: $0, as: UTF8.self) }
    let own = commands.filter { $0.contains(address) }
    #expect(
      own.contains { $0.contains("settings-tui") } && own.contains { $0.contains("settings-storage-etcd") })
    #expect(!commands.contains { $0.contains(password) })
  }
}
