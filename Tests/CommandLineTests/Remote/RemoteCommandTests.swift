import Foundation
import TestSupport
import Testing

/// `settings-tui` on settings in etcd.
@Suite(
  "Commands on settings in etcd", .enabled(if: EtcdCluster.isInstalled, "etcd or etcdctl isn't installed"),
  .timeLimit(.minutes(5)))
struct RemoteCommandTests {
  private let cluster: EtcdCluster
  private let prefix = EtcdCluster.newPrefix()
  private let workspace: Workspace
  private var address: String { "etcd://\(cluster.endpoints[0])/\(prefix)" }

  init() throws {
    cluster = try EtcdCluster.shared.get()
    workspace = try Workspace()
  }

  private func run(_ command: String, _ arguments: String...) throws -> Run {
    try Run(
      BuiltPrograms.settingsTUI, [command, address, "--schema", "server.form.json"] + arguments,
      in: workspace.folder)
  }

  private func document() throws -> String {
    try cluster.etcdctl(["get", "--print-value-only", "\(prefix)/document"])
  }

  /// Stores the workspace's file.
  private func store() throws {
    try cluster.etcdctl(["put", "\(prefix)/document", Workspace.content])
  }

  @Test("change, list, compare and roll back as on a file, with the same output")
  func sameAsFile() throws {
    try store()
    let commands: [[String]] = [
      ["set", "network.port=9001", "--yes", "--message", "first"], ["get", "network.port"],
      ["list", "--changed"],
      ["set", "network.port=9002", "verbose=true", "--dry-run", "--json"],
      ["set", "network.port=0", "--yes"],
      ["reset", "network.port", "--yes", "--json"], ["check"], ["get", "--json"], ["diff"],
      ["rollback", "--yes"],
      ["get", "network.port", "--why"], ["list", "--origin", "--json"], ["describe", "network.port"],
      ["diff", "--json"],
    ]
    for words in commands {
      let remote = try Run(
        BuiltPrograms.settingsTUI, [words[0], address, "--schema", "server.form.json"] + words.dropFirst(),
        in: workspace.folder)
      let local = try Run(
        BuiltPrograms.settingsTUI,
        [words[0], "settings.json", "--schema", "server.form.json"] + words.dropFirst(),
        in: workspace.folder)
      #expect(remote.output.replacing(address, with: "settings.json") == local.output, "\(words)")
      #expect(remote.errors.replacing(address, with: "settings.json") == local.errors, "\(words)")
      #expect(remote.status == local.status, "\(words)")
      #expect(try document() == workspace.content, "\(words)")
    }
    let log = try run("log").output.split(separator: "\n")
    #expect(log.contains { $0.contains("first") })
  }

  @Test("are layers of a file, the lowest first; nothing stored there, or nobody there, is an error")
  func layers() throws {
    try store()
    func get(_ layers: String...) throws -> Run {
      try Run(
        BuiltPrograms.settingsTUI,
        ["get", "own.json", "network.port", "--schema", "server.form.json"]
          + layers.flatMap { ["--layer", $0] },
        in: workspace.folder)
    }
    try Data("{}".utf8).write(to: URL(filePath: workspace.folder + "/own.json"))
    let role = "etcd://\(cluster.endpoints[0])/\(EtcdCluster.newPrefix())"
    #expect(try get(role).status == 66)
    #expect(try get(role).errors == "settings-tui: \(role): nothing is stored there; check the address.\n")
    #expect(
      try Run(
        BuiltPrograms.settingsTUI,
        ["set", role, "--schema", "server.form.json", "network.port=7777", "--yes"],
        in: workspace.folder
      ).status == 0)
    #expect(try get(address, role).output == "7777\n")
    #expect(try get(role, address).output == "9000\n")
    #expect(try get("etcd://127.0.0.1:9/nowhere").status == 75)
  }

  @Test("have the form that is stored beside them, which a program with another form can't pass")
  func storedForm() throws {
    func run(_ words: String...) throws -> Run {
      try Run(BuiltPrograms.settingsTUI, words, in: workspace.folder)
    }
    #expect(try run("mirror", "--no-watch", "server.form.json", address + "/schema").status == 0)
    #expect(try run("set", address, "network.port=9001", "network.token=hunter2", "--yes").status == 0)
    #expect(try run("schemas", address).output.contains("used: the form of \(address)"))
    #expect(try !run("get", address).output.contains("hunter2"))
    try Data("{}".utf8).write(to: URL(filePath: workspace.folder + "/loose.json"))
    for form in [[], ["--schema", "loose.json"]] {
      let refused = try Run(
        BuiltPrograms.settingsTUI, ["set", address, "network.port=0", "--yes"] + form, in: workspace.folder)
      #expect(refused.status == 1)
      #expect(refused.errors.contains("network.port: Use 1 or more"), "\(refused.errors)")
    }
    let upgrade = try run(
      "set", address + "/schema", "properties.network.properties.port.minimum=9002", "--yes")
    #expect(upgrade.status == 1)
    #expect(upgrade.errors.contains("the stored settings don't fit this form"), "\(upgrade.errors)")
    #expect(try run("set", address, "network.port=9002", "--yes").status == 0)
    #expect(
      try run("set", address + "/schema", "properties.network.properties.port.minimum=9002", "--yes").status
        == 0)
    #expect(try run("log", address + "/schema").output.split(separator: "\n").count == 4)
  }

  @Test("create the document, and keep it in the history")
  func creation() throws {
    #expect(try run("get", "network.port").status == 66)
    let result = try run("set", "network.port=9001", "--yes")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try document() == "{\n  \"network\": {\n    \"port\": 9001\n  }\n}\n")
    #expect(try run("get", "network.port").output == "9001\n")
  }

  @Test("restore the old settings if they aren't confirmed in time, through whichever process looks first")
  func confirmation() async throws {
    try store()
    let result = try run("set", "network.port=9001", "--yes", "--confirm-within", "1")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("settings-tui confirm --schema server.form.json \(address)"))
    try await waitUntil("the old content") { try document() == Workspace.content }
    #expect(try run("log").output.contains("rolled back, unconfirmed"))
  }

  @Test("restore them by the next command if the process that waits was killed")
  func killedWatcher() async throws {
    try store()
    let result = try run("set", "network.port=9001", "--yes", "--confirm-within", "3", "--json")
    let id = try #require(result.output.firstMatch(of: /"id": "([0-9a-f]{8})"/)?.1)
    try await Watchers.end(of: String(id))
    let start = ContinuousClock.now
    while try run("get", "network.port").output == "9001\n" {
      try #require(ContinuousClock.now - start < .seconds(60))
    }
    #expect(try document() == Workspace.content)
    #expect(try run("log").output.contains("rolled back, unconfirmed"))
  }

  @Test("report a change of another program at once")
  func watch() async throws {
    try store()
    let command = try WatchCommand(address, in: workspace)
    try await command.waitForReport { try cluster.etcdctl(["put", "\(prefix)/document", $0]) }
    #expect(command.isRunning)
  }

  @Test(
    "are shown by the editor, also what other programs store while it runs",
    .enabled(if: Screen.isAvailable, "tmux is missing"))
  func editor() async throws {
    try store()
    let screen = try Screen(
      """
      cd '\(workspace.folder)'; '\(BuiltPrograms.settingsTUI)' edit \(address) --schema server.form.json; \
      echo "status $?"; cat
      """)
    try await screen.wait(for: "9000")
    try cluster.etcdctl([
      "put", "\(prefix)/document", Workspace.content.replacing("9000", with: "9123"),
    ])
    try await screen.wait(for: "9123")
    try screen.press("q")
    try await screen.wait(for: "status 0")
  }

  @Test("need the program of the scheme, and an address without a password")
  func errors() throws {
    let unknown = try workspace.run(
      "get", "nowhere://host/settings", "network.port", "--schema", "server.form.json")
    #expect(unknown.status == 74)
    #expect(unknown.errors.contains("settings-storage-nowhere can't be started"))
    let password = try workspace.run("get", "etcd://root:hunter2@host/p", "a", "--schema", "server.form.json")
    #expect(password.status == 73)
    #expect(password.errors.contains("ETCDCTL_PASSWORD"))
    for words in [["get"], ["set", "a=1"], ["log"], ["check"], ["schemas"], ["doctor"], ["confirm"]] {
      for address in [
        "etcd://root:hunter2@host/p", "etcd://root:hun/ter2@host/p", "nowhere://hunter2@host/p",
      ] {
        let result = try Run(
          BuiltPrograms.settingsTUI, [words[0], address] + words.dropFirst(), in: workspace.folder)
        #expect(!(result.output + result.errors).contains(#/hun|ter2/#), "\(words) \(result.errors)")
      }
    }
    let unreachable = try workspace.run(
      "get", "etcd://127.0.0.1:\(EtcdCluster.freePort())/p", "a", "--schema", "server.form.json")
    #expect(unreachable.status == 75)
    #expect(unreachable.errors.contains("no member of etcd replies"))
  }
}
