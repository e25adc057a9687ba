import Foundation
import TestSupport
import Testing

/// `settings-tui` on settings in etcd while instances of the app run. The test writes the keys of an instance.
@Suite(
  "Commands on settings with running instances",
  .enabled(if: EtcdCluster.isInstalled, "etcd or etcdctl isn't installed"), .timeLimit(.minutes(2)))
struct RemoteRolloutTests {
  private let cluster: EtcdCluster
  private let prefix = EtcdCluster.newPrefix()
  private let workspace: Workspace
  private var address: String { "etcd://\(cluster.endpoints[0])/\(prefix)" }

  init() throws {
    cluster = try EtcdCluster.shared.get()
    workspace = try Workspace()
    try cluster.etcdctl(["put", "\(prefix)/document", Workspace.content])
    try cluster.etcdctl(["put", "\(prefix)/rollout/instances/1", #"{"name":"web-3"}"#])
  }

  /// Sets the port, votes when the candidate is there, and returns the result with the candidate.
  private func set(
    vote: String, _ options: String...
  ) async throws -> (status: Int32, errors: String, candidate: String) {
    let errors = workspace.folder + "/errors"
    _ = FileManager.default.createFile(atPath: errors, contents: nil)
    let process = Process()
    process.executableURL = URL(filePath: BuiltPrograms.settingsTUI)
    process.arguments =
      ["set", address, "--schema", workspace.folder + "/server.form.json", "network.port=9001", "--yes"]
      + options
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
    let (ending, end) = AsyncStream.makeStream(of: Void.self)
    process.terminationHandler = { _ in end.finish() }
    try process.run()
    defer { if process.isRunning { process.terminate() } }
    func candidate() throws -> String {
      try cluster.etcdctl(["get", "--print-value-only", "\(prefix)/rollout/candidate"])
    }
    try await waitUntil("the candidate") { try !candidate().isEmpty }
    let found = try candidate()
    try cluster.etcdctl(["put", "\(prefix)/rollout/votes/1", vote])
    for await _ in ending {}
    return (process.terminationStatus, try String(contentsOfFile: errors, encoding: .utf8), found)
  }

  private func document() throws -> String {
    try cluster.etcdctl(["get", "--print-value-only", "\(prefix)/document"])
  }

  @Test("store what the instances agree to")
  func agreement() async throws {
    let result = try await set(vote: "{}")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.candidate == "{\"format\":1,\"kind\":\"apply\"}\n" + (try document()))
    #expect(try document().contains("9001"))
    #expect(try cluster.etcdctl(["get", "--prefix", "--keys-only", "\(prefix)/rollout/candidate"]).isEmpty)
  }

  @Test("store nothing if an instance refuses it, and name the instance and its reason")
  func veto() async throws {
    let result = try await set(vote: #"{"veto":"port check: port 9001 is in use"}"#)
    #expect(result.status != 0)
    #expect(result.errors.contains("web-3: port check: port 9001 is in use"), "\(result.errors)")
    #expect(try document() == Workspace.content)
    #expect(try cluster.etcdctl(["get", "--prefix", "--keys-only", "\(prefix)/rollout/candidate"]).isEmpty)
  }
}
