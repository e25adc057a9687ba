import Foundation
import TestSupport
import Testing

/// The process that rolls back an apply of `--confirm-within`, and what only separate processes do. `ConfirmationTests` has the rest.
@Suite struct WatcherTests {
  let workspace: Workspace
  let new = Workspace.content.replacing("9000", with: "9001")

  init() throws {
    workspace = try Workspace()
  }

  /// Applies with a confirmation and returns its ID.
  func arm(_ assignment: String = "network.port=9001", seconds: Int = 600, _ options: String...)
    throws
    -> String
  {
    let result = try Run(
      BuiltPrograms.settingsTUI,
      ["set", "settings.json", assignment, "--yes", "--json", "--confirm-within", "\(seconds)"] + options,
      in: workspace.folder)
    try #require(result.status == 0, "\(result.errors)")
    let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let confirmation = try #require(json?["confirmation"] as? [String: Any])
    #expect(confirmation["author"] as? String != nil)
    #expect((confirmation["secondsLeft"] as? Int).map { $0 <= seconds } == true)
    return try #require(confirmation["id"] as? String)
  }

  @Test("A reader of the output doesn't wait for the watcher")
  func pipe() throws {
    let start = ContinuousClock.now
    let result = try Run(
      "/bin/sh",
      [
        "-c",
        "'\(BuiltPrograms.settingsTUI)' set settings.json network.port=9001 --confirm-within 600 2>&1 3>&1 | cat",
      ], in: workspace.folder)
    #expect(result.output.contains("in 600 s"))
    #expect(ContinuousClock.now - start < .seconds(300))
    #expect(try workspace.run("cancel", "settings.json").status == 0)
  }

  @Test(
    "Another session needs the ID to confirm, gets it with the author, and can cancel without it",
    .enabled(if: BuiltPrograms.tool("setsid") != nil, "setsid is missing"))
  func otherSession() throws {
    let setsid = try #require(BuiltPrograms.tool("setsid"))
    let id = try arm()
    func run(_ words: String...) throws -> Run {
      try Run(setsid, ["--wait", BuiltPrograms.settingsTUI] + words, in: workspace.folder)
    }
    let refused = try run("confirm", "settings.json")
    #expect(refused.status == 1)
    #expect(refused.errors.contains(id) && refused.errors.contains(NSUserName()))
    #expect(try run("confirm", "settings.json", id).status == 0)
    #expect(workspace.content == new)
    _ = try arm("network.port=9002")
    #expect(try run("cancel", "settings.json").status == 0)
    #expect(workspace.content == new)
  }

  @Test("Without a confirmation the watcher restores the old content in time, with the same commands")
  func timeOut() async throws {
    _ = try arm(seconds: 1, "--commit", "cp settings.json \"seen-$(grep -c 9001 settings.json)\"")
    try await waitUntil("the old content") { workspace.content == Workspace.content }
    try await waitUntil("the command") {
      FileManager.default.fileExists(atPath: workspace.folder + "/seen-0")
    }
    #expect(FileManager.default.fileExists(atPath: workspace.folder + "/seen-1"))
    let late = try workspace.run("confirm", "settings.json")
    #expect(late.status == 1)
  }

  @Test("If the deadline passes during --commit, the old content is restored and the apply fails")
  func slowCommit() throws {
    let commit = """
      grep -q 9001 settings.json || exit 0; touch begun; \
      until grep -q 9000 settings.json; do sleep 0.05; done; touch ended
      """
    let result = try workspace.run(
      "set", "settings.json", "network.port=9001", "--yes", "--confirm-within", "1", "--commit", commit)
    #expect(result.status == 1)
    #expect(result.errors.contains("was over before"), "\(result.errors)")
    #expect(workspace.text(of: "begun") != nil && workspace.text(of: "ended") != nil)
    #expect(workspace.content == Workspace.content)
    #expect(try workspace.run("set", "settings.json", "verbose=true", "--yes").status == 0)
  }

  @Test("A --commit that fails after the deadline keeps the old content and reports that")
  func slowFailingCommit() throws {
    let commit = """
      grep -q 9001 settings.json || exit 0; until grep -q 9000 settings.json; do sleep 0.05; done; exit 3
      """
    let result = try workspace.run(
      "set", "settings.json", "network.port=9001", "--yes", "--confirm-within", "1", "--commit", commit)
    #expect(result.status == 1)
    #expect(result.errors.contains("The old settings are restored."), "\(result.errors)")
    #expect(workspace.content == Workspace.content)
  }

  @Test("An apply that is killed during --commit is rolled back in time")
  func killedDuringCommit() async throws {
    let result = try workspace.run(
      "set", "settings.json", "network.port=9001", "--yes", "--confirm-within", "1", "--commit",
      "if grep -q 9001 settings.json; then touch begun; kill -9 $PPID; else touch reverted; fi")
    #expect(result.signal == 9)
    #expect(workspace.text(of: "begun") != nil)
    try await waitUntil("the old content") { workspace.content == Workspace.content }
    try await waitUntil("the command") { workspace.text(of: "reverted") != nil }
  }

  @Test("A second apply that fails leaves the first one to its watcher")
  func secondFails() async throws {
    // The second apply has to end before the first one expires. `ExpirationTests` has the other order.
    let id = try arm(seconds: 3)
    let result = try workspace.run(
      "set", "settings.json", "network.port=9002", "--yes", "--confirm-within", "600", "--commit",
      "false")
    #expect(result.status == 1)
    #expect(try !Watchers.processes(of: id).isEmpty)
    try await waitUntil("the old content") { workspace.content == Workspace.content }
  }

  @Test(
    "A confirmation that may not be durable is reported as confirmed but not durable",
    .enabled(if: FaultInjection.library != nil, "there is no compiler for the library that injects faults"))
  func durability() throws {
    var isSaid = false
    for number in 1...100 {
      let workspace = try Workspace()
      let armed = try workspace.run(
        "set", "settings.json", "network.port=9001", "--yes", "--confirm-within", "3600")
      try #require(armed.status == 0)
      let (confirmed, call) = try FaultInjection.run(
        ["confirm", "settings.json"], in: workspace.folder, .usual, .error, at: number)
      guard let call else { break }
      guard call == "fsync", confirmed.status == 0 else { continue }
      #expect(confirmed.errors.contains("would survive a crash"), "\(number): \(confirmed.errors)")
      isSaid = true
    }
    #expect(isSaid)
  }

  @Test("The watcher restores the old content of a file that isn't JSON")
  func malformed() async throws {
    let id = try arm(seconds: 1)
    try Data(new.replacing("9001", with: "90x1").utf8).write(to: URL(fileURLWithPath: workspace.file))
    try await waitUntil("the old content") { workspace.content == Workspace.content }
    try await waitUntil("the end of the watcher") { try Watchers.processes(of: id).isEmpty }
  }

  @Test(
    "An apply that waits in a work tree isn't taken back in the tree that takes its place",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/cmdline"), "there is no /proc here"))
  func replacedWorkTree() async throws {
    let workspace = try Workspace()
    let make = "mkdir -p tree/.git && cat > tree/a.json"
    let armed = try workspace.shell(
      """
      echo '{"a": 1}' | (\(make)) && XDG_STATE_HOME=$PWD/state "$0" set tree/a.json a=2 --yes --confirm-within 1
      rm -r tree && echo '{"a": 7}' | (\(make))
      """)
    let id = try #require(
      armed.output.firstMatch(of: /confirm tree\/a.json ([0-9a-f]{8})/)?.1, "\(armed.errors)")
    try await waitUntil("the end of the waiting process") { try Watchers.processes(of: String(id)).isEmpty }
    #expect(workspace.text(of: "tree/a.json") == "{\"a\": 7}\n")
  }
}
