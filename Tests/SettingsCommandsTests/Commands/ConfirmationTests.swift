import Foundation
import SettingsEditing
import TestSupport
import Testing

@testable import SettingsCommands

/// `--confirm-within`, `confirm` and `cancel`. The process that waits for the confirmation isn't started here: see `WatcherTests`.
@Suite struct ConfirmationTests {
  let workspace: Workspace
  let new = Workspace.content.replacing("9000", with: "9001")

  init() throws {
    workspace = try Workspace()
  }

  /// Applies with a confirmation and returns its ID.
  func arm(_ assignment: String = "network.port=9001") async throws -> String {
    let result = await workspace.run(
      "set", "settings.json", assignment, "--yes", "--json", "--confirm-within", "600")
    try #require(result.status == 0, "\(result.errors)")
    let confirmation = try #require(try JSONValue(parsing: result.output).object?["confirmation"]?.object)
    #expect(confirmation["author"]?.text == NSUserName())
    #expect(try #require(confirmation["secondsLeft"]?.number) <= 600)
    return try #require(confirmation["id"]?.text)
  }

  /// Applies, and lets the time for the confirmation pass while no process waits for it, as if the machine had been off.
  @discardableResult
  func abandon(restarted: Bool = false) async throws -> String {
    let id = try await arm()
    try workspace.expireConfirmation(restarted: restarted)
    return id
  }

  /// A command for `--prepare` or `--commit` that runs in the folder of the settings.
  private func inFolder(_ command: String) -> String { "cd '\(workspace.folder)'; \(command)" }

  @Test("An apply with --confirm-within leaves a process that waits, and prints the ID")
  func notice() async throws {
    let streams = RecordedStreams()
    let result = await workspace.run(
      "set", "settings.json", "network.port=9001", "--yes", "--confirm-within", "600", "--commit", "true",
      on: streams)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("in 600 s"))
    let id = try #require(
      result.output.firstMatch(of: /settings-tui confirm settings\.json ([0-9a-f]{8})\n/)?.1)
    #expect(streams.started == [["__watch", "--commit", "true", "--", workspace.file, String(id)]])
    #expect(workspace.content == new)
  }

  @Test("Confirmed by its ID, or without it in the same session, the new content is kept")
  func confirm() async throws {
    for words in [["confirm", "settings.json", try await arm()], ["confirm", "settings.json"]] {
      if words.count == 2 { _ = try await arm("network.port=9002") }
      let result = await workspace.run(words)
      #expect(result.status == 0, "\(result.errors)")
      let again = await workspace.run(words)
      #expect(again.status == 1)
      #expect(again.errors.contains("No changes wait"))
    }
    #expect(workspace.content?.contains("9002") == true)
  }

  @Test(
    "A wrong ID confirms and cancels nothing; a malformed ID is a usage failure",
    arguments: ["confirm", "cancel"])
  func wrongID(command: String) async throws {
    let id = try await arm()
    let other = id.hasPrefix("0") ? "1" + id.dropFirst() : "0" + id.dropFirst()
    let wrong = await workspace.run(command, "settings.json", other)
    #expect(wrong.status == 1)
    #expect(wrong.errors.contains(id))
    #expect(await workspace.run(command, "settings.json", "sure").status == 64)
    #expect(workspace.content == new)
    #expect(await workspace.run("confirm", "settings.json", id).status == 0)
  }

  @Test("cancel immediately restores the old content byte for byte, with the commands")
  func cancel() async throws {
    _ = try await arm()
    let result = await workspace.run("cancel", "settings.json", "--commit", inFolder("cp settings.json seen"))
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("network.port: 9001 → 9000"))
    #expect(workspace.content == Workspace.content)
    #expect(workspace.text(of: "seen") == Workspace.content)
  }

  @Test("A failing command doesn't prevent cancel, but is reported")
  func failingCancel() async throws {
    _ = try await arm()
    let result = await workspace.run("cancel", "settings.json", "--prepare", "exit 7")
    #expect(result.status == 1)
    #expect(result.errors.contains("exit status 7"))
    #expect(workspace.content == Workspace.content)
  }

  @Test("While a confirmation is pending, other changes are refused with the author and the remaining time")
  func refused() async throws {
    let id = try await arm()
    let result = await workspace.run("set", "settings.json", "verbose=true", "--yes")
    #expect(result.status == 1)
    #expect(result.errors.contains(id) && result.errors.contains(NSUserName()))
    #expect(result.errors.firstMatch(of: /in \d+ s/) != nil)
    for command in ["log", "list", "check"] {
      let result = await workspace.run(command, "settings.json")
      #expect(result.status == 0 && result.errors.contains(id))
    }
    #expect(await workspace.run("get", "settings.json", "network.port").errors.isEmpty)
    #expect(workspace.content == new)
  }

  @Test("A second apply with --confirm-within rolls back to the content before the first")
  func second() async throws {
    _ = try await arm()
    _ = try await arm("network.port=9002")
    #expect(await workspace.run("cancel", "settings.json").status == 0)
    #expect(workspace.content == Workspace.content)
    // A rollback skips reverted versions.
    let rollback = await workspace.run("rollback", "settings.json", "--yes")
    #expect(rollback.status == 1, "\(rollback.output)")
  }

  @Test("After a failed --commit no confirmation is pending")
  func failed() async throws {
    let result = await workspace.run(
      "set", "settings.json", "network.port=9001", "--yes", "--confirm-within", "600", "--commit", "false")
    #expect(result.status == 1)
    #expect(workspace.content == Workspace.content)
    #expect(await workspace.run("confirm", "settings.json").status == 1)
    #expect(await workspace.run("set", "settings.json", "verbose=true", "--yes").status == 0)
  }

  @Test("A first apply that isn't confirmed leaves no file")
  func firstEver() async throws {
    let workspace = try Workspace(content: nil)
    let form = ["--schema", "server.form.json"]
    let armed = await workspace.run(
      ["set", "settings.json", "verbose=true", "--yes", "--confirm-within", "600"] + form)
    #expect(armed.status == 0, "\(armed.errors)")
    #expect(armed.output.contains("confirm --schema server.form.json settings.json"))
    let result = await workspace.run(["cancel", "settings.json"] + form)
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == nil)
  }

  @Test("With damaged records the file is kept and the next apply succeeds")
  func tornHistory() async throws {
    _ = try await arm()
    try Data("{".utf8).write(to: try workspace.lastRecord().path)
    let result = await workspace.run("set", "settings.json", "verbose=true", "--yes")
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == new.replacing("\"verbose\": false", with: "\"verbose\": true"))
  }

  // MARK: - After the deadline

  @Test(
    "After the watcher was killed, any command finds the old content",
    arguments: [
      ["get", "settings.json", "network.port"], ["log", "settings.json"], ["check", "settings.json"],
    ])
  func killed(words: [String]) async throws {
    try await abandon()
    #expect(workspace.content == new)
    let result = await workspace.run(words)
    #expect(result.status == 0, "\(result.errors)")
    if words[0] == "get" { #expect(result.output == "9000\n") }
    #expect(workspace.content == Workspace.content)
    #expect(await workspace.run("set", "settings.json", "verbose=true", "--yes").status == 0)
  }

  @Test(
    "After a restart with the clock far behind, the next command restores the old content at once",
    .enabled(
      if: FileManager.default.fileExists(atPath: "/proc/sys/kernel/random/boot_id"), "there is no /proc here")
  )
  func restarted() async throws {
    try await abandon(restarted: true)
    let result = await workspace.run(["get", "settings.json", "network.port"]) { _ in
      Issue.record("The command waits.")
    }
    #expect(result.output == "9000\n")
  }

  @Test("If the old content can't be restored, each command says so, and why, and doesn't end with 0")
  func notRestorable() async throws {
    let id = try await abandon()
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: workspace.file)
    for words in [["list"], ["get", "network.port"], ["log"], ["confirm", id], ["cancel"], ["cancel", id]] {
      let result = await workspace.run([words[0], "settings.json"] + words.dropFirst())
      #expect(result.status == (words[0] == "confirm" ? 1 : 73), "\(words): \(result.errors)")
      #expect(result.errors.contains("not confirmed in time, but can't be rolled back"), "\(result.errors)")
      #expect(result.errors.contains("chmod u+w") && !result.errors.contains("restored"), "\(result.errors)")
      #expect(words[0] != "get" || result.output == "9001\n")
      #expect(workspace.content == new)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: workspace.file)
    #expect(await workspace.run("list", "settings.json").status == 0)
    #expect(workspace.content == Workspace.content)
  }

  @Test("After the watcher was killed, the next command restores the old content with its own participants")
  func killedWithCommands() async throws {
    try await abandon()
    let result = await workspace.run(
      "set", "settings.json", "verbose=true", "--yes", "--prepare",
      inFolder("cat settings.json >>prepared"), "--commit", inFolder("cat settings.json >>committed"))
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.errors.contains("not confirmed in time; the old settings are restored.\n"), "\(result.errors)")
    let after = Workspace.content.replacing("\"verbose\": false", with: "\"verbose\": true")
    #expect(workspace.content == after)
    #expect(workspace.text(of: "prepared") == new + Workspace.content)
    #expect(workspace.text(of: "committed") == Workspace.content + after)
  }

  @Test("A participant that fails then is reported and doesn't prevent the rollback")
  func killedWithFailingCommands() async throws {
    try await abandon()
    let result = await workspace.run("cancel", "settings.json", "--commit", "exit 7")
    #expect(result.status == 1)
    #expect(result.errors.contains("restored, but “exit 7” failed: exit status 7.\n"))
    #expect(workspace.content == Workspace.content)
  }

  @Test("After the watcher was killed, a command without participants reports that no program was informed")
  func killedWithoutCommands() async throws {
    try await abandon()
    let result = await workspace.run("get", "settings.json", "network.port")
    #expect(result.output == "9000\n")
    #expect(result.errors.contains("no --commit has informed the program"), "\(result.errors)")
    #expect(await workspace.run("get", "settings.json", "network.port").errors.isEmpty)
  }

  @Test("Completion rolls nothing back")
  func killedAndCompleted() async throws {
    try await abandon()
    #expect(await workspace.run("__complete", "words", "log", "settings.json", "").status == 0)
    #expect(workspace.content == new)
  }

  @Test("The process that waits restores the old content, and is not disturbed by a file that isn't JSON")
  func watcher() async throws {
    for content in [new, new.replacing("9001", with: "90x1")] {
      let id = try await abandon()
      try Data(content.utf8).write(to: URL(fileURLWithPath: workspace.file))
      let words = ["__watch", "--commit", inFolder("cp settings.json seen"), "--", "settings.json", id]
      let result = await workspace.run(words) { _ in }
      #expect(result.status == 0, "\(result.errors)")
      #expect(workspace.content == Workspace.content)
      #expect(workspace.text(of: "seen") == Workspace.content)
      #expect(await workspace.run("confirm", "settings.json").status == 1)
    }
  }

  @Test("A file that isn't JSON doesn't prevent cancel")
  func malformed() async throws {
    _ = try await arm()
    try Data(new.replacing("9001", with: "90x1").utf8).write(to: URL(fileURLWithPath: workspace.file))
    #expect(await workspace.run("cancel", "settings.json").status == 0)
    #expect(workspace.content == Workspace.content)
  }
}
