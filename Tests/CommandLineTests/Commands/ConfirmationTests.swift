import Foundation
import TestSupport
import Testing

@testable import Settings

/// `--confirm-within`, `confirm` and `cancel`.
@Suite struct ConfirmationTests {
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

  @Test("An apply with --confirm-within returns immediately and prints the ID")
  func notice() throws {
    let start = ContinuousClock.now
    let result = try workspace.run(
      "set", "settings.json", "network.port=9001", "--yes", "--confirm-within", "600")
    #expect(ContinuousClock.now - start < .seconds(60))
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("in 600 s"))
    #expect(result.output.firstMatch(of: /settings-tui confirm settings\.json [0-9a-f]{8}\n/) != nil)
    #expect(workspace.content == new)
    #expect(try workspace.run("cancel", "settings.json").status == 0)
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

  @Test("Confirmed by its ID, or without it in the same session, the new content is kept")
  func confirm() throws {
    for words in [["confirm", "settings.json", try arm()], ["confirm", "settings.json"]] {
      if words.count == 2 { _ = try arm("network.port=9002") }
      let result = try Run(BuiltPrograms.settingsTUI, words, in: workspace.folder)
      #expect(result.status == 0, "\(result.errors)")
      let again = try Run(BuiltPrograms.settingsTUI, words, in: workspace.folder)
      #expect(again.status == 1)
      #expect(again.errors.contains("No changes wait"))
    }
    #expect(workspace.content?.contains("9002") == true)
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

  @Test(
    "A wrong ID confirms and cancels nothing; a malformed ID is a usage failure",
    arguments: ["confirm", "cancel"])
  func wrongID(command: String) throws {
    let id = try arm()
    let other = id.hasPrefix("0") ? "1" + id.dropFirst() : "0" + id.dropFirst()
    let wrong = try workspace.run(command, "settings.json", other)
    #expect(wrong.status == 1)
    #expect(wrong.errors.contains(id))
    #expect(try workspace.run(command, "settings.json", "sure").status == 64)
    #expect(workspace.content == new)
    #expect(try workspace.run("confirm", "settings.json", id).status == 0)
  }

  @Test("cancel immediately restores the old content byte for byte, with the commands")
  func cancel() throws {
    _ = try arm()
    let result = try workspace.run("cancel", "settings.json", "--commit", "cp settings.json seen")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("network.port: 9001 → 9000"))
    #expect(workspace.content == Workspace.content)
    #expect(FileManager.default.contents(atPath: workspace.folder + "/seen") == Data(Workspace.content.utf8))
  }

  @Test("A failing command doesn't prevent cancel, but is reported")
  func failingCancel() throws {
    _ = try arm()
    let result = try workspace.run("cancel", "settings.json", "--prepare", "exit 7")
    #expect(result.status == 1)
    #expect(result.errors.contains("exit status 7"))
    #expect(workspace.content == Workspace.content)
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

  @Test(
    "After the watcher was killed, any command finds the old content",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/cmdline"), "there is no /proc here"),
    arguments: [
      ["get", "settings.json", "network.port"], ["log", "settings.json"], ["check", "settings.json"],
    ])
  func killed(words: [String]) async throws {
    try await abandon()
    #expect(workspace.content == new)
    let result = try Run(BuiltPrograms.settingsTUI, words, in: workspace.folder)
    #expect(result.status == 0, "\(result.errors)")
    if words[0] == "get" { #expect(result.output == "9000\n") }
    #expect(workspace.content == Workspace.content)
    #expect(try workspace.run("set", "settings.json", "verbose=true", "--yes").status == 0)
  }

  /// Leaves an expired apply without a watcher.
  @discardableResult
  func abandon(restarted: Bool = false) async throws -> String {
    let id = try arm()
    try await Watchers.end(of: id)
    try workspace.expireConfirmation(restarted: restarted)
    return id
  }

  @Test(
    "After a restart with the clock far behind, the next command restores the old content at once",
    .enabled(
      if: FileManager.default.fileExists(atPath: "/proc/sys/kernel/random/boot_id"), "there is no /proc here")
  )
  func restarted() async throws {
    try await abandon(restarted: true)
    let start = ContinuousClock.now
    #expect(try workspace.run("get", "settings.json", "network.port").output == "9000\n")
    #expect(ContinuousClock.now - start < .seconds(30))
  }

  @Test("If the old content can't be restored, each command says so, and why, and doesn't end with 0")
  func notRestorable() async throws {
    let id = try await abandon()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o444], ofItemAtPath: workspace.folder + "/settings.json")
    for words in [["list"], ["get", "network.port"], ["log"], ["confirm", id], ["cancel"], ["cancel", id]] {
      let result = try Run(
        BuiltPrograms.settingsTUI, [words[0], "settings.json"] + words.dropFirst(), in: workspace.folder)
      #expect(result.status == (words[0] == "confirm" ? 1 : 73), "\(words): \(result.errors)")
      #expect(result.errors.contains("not confirmed in time, but can't be rolled back"), "\(result.errors)")
      #expect(result.errors.contains("chmod u+w") && !result.errors.contains("restored"), "\(result.errors)")
      #expect(words[0] != "get" || result.output == "9001\n")
      #expect(workspace.content == new)
    }
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: workspace.folder + "/settings.json")
    #expect(try workspace.run("list", "settings.json").status == 0)
    #expect(workspace.content == Workspace.content)
  }

  @Test("After the watcher was killed, the next command restores the old content with its own participants")
  func killedWithCommands() async throws {
    try await abandon()
    let result = try workspace.run(
      "set", "settings.json", "verbose=true", "--yes", "--prepare", "cat settings.json >>prepared",
      "--commit", "cat settings.json >>committed")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.errors.contains("not confirmed in time; the old settings are restored.\n"),
      "\(result.errors)")
    let after = Workspace.content.replacing("\"verbose\": false", with: "\"verbose\": true")
    #expect(workspace.content == after)
    #expect(workspace.text(of: "prepared") == new + Workspace.content)
    #expect(workspace.text(of: "committed") == Workspace.content + after)
  }

  @Test("A participant that fails then is reported and doesn't prevent the rollback")
  func killedWithFailingCommands() async throws {
    try await abandon()
    let result = try workspace.run("cancel", "settings.json", "--commit", "exit 7")
    #expect(result.status == 1)
    #expect(result.errors.contains("restored, but “exit 7” failed: exit status 7.\n"))
    #expect(workspace.content == Workspace.content)
  }

  @Test("After the watcher was killed, a command without participants reports that no program was informed")
  func killedWithoutCommands() async throws {
    try await abandon()
    let result = try workspace.run("get", "settings.json", "network.port")
    #expect(result.output == "9000\n")
    #expect(result.errors.contains("no --commit has informed the program"), "\(result.errors)")
    #expect(try workspace.run("get", "settings.json", "network.port").errors.isEmpty)
  }

  @Test("Completion rolls nothing back")
  func killedAndCompleted() async throws {
    try await abandon()
    #expect(try workspace.run("__complete", "words", "log", "settings.json", "").status == 0)
    #expect(workspace.content == new)
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
}
