import Foundation
import TestSupport
import Testing

/// `log` and `rollback` with participating commands, terminals and watchers.
@Suite struct HistoryTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  private func setPort(_ port: Int, _ options: String...) throws {
    let words = ["set", "settings.json", "network.port=\(port)", "--yes"]
    let result = try Run(BuiltPrograms.settingsTUI, words + options, in: workspace.folder)
    try #require(result.status == 0, "\(result.errors)")
  }

  private func port(_ port: Int) -> String {
    Workspace.content.replacing("9000", with: "\(port)")
  }

  /// Returns the versions in the JSON of the log.
  private func log() throws -> [[String: Any]] {
    let result = try workspace.run("log", "settings.json", "--json")
    try #require(result.status == 0, "\(result.errors)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
  }

  @Test("rollback skips a version that was reverted because its commit failed")
  func takenBack() throws {
    try setPort(9001)
    let failed = try workspace.run("set", "settings.json", "network.port=9002", "--yes", "--commit", "false")
    #expect(failed.status == 1)
    #expect(workspace.content == port(9001))
    let result = try workspace.run("rollback", "settings.json", "--yes")
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == Workspace.content)
  }

  @Test("A rollback supports a dry run, participating commands, a plan and a message")
  func ordinary() throws {
    try setPort(9001)
    let dry = try workspace.run("rollback", "settings.json", "--dry-run")
    #expect(dry.output.contains("network.port: 9001 → 9000"))
    let veto = try workspace.run("rollback", "settings.json", "--yes", "--prepare", "false")
    #expect(veto.status == 1)
    let plan = try workspace.run("rollback", "settings.json", "--plan", "back.json")
    #expect(plan.status == 0, "\(plan.errors)")
    #expect(workspace.content == port(9001))
    let applied = try workspace.run("apply", "settings.json", "back.json", "--message", "As it was")
    #expect(applied.status == 0, "\(applied.errors)")
    #expect(workspace.content == Workspace.content)
    #expect(try log().first?["message"] as? String == "As it was")
  }

  @Test(
    "The log fits the window", .enabled(if: Screen.isAvailable, "tmux is missing"), arguments: [40, 60, 100])
  func width(columns: Int) async throws {
    try setPort(9001, "--message", String(repeating: "A long story. ", count: 20))
    let screen = try Screen(
      "cd '\(workspace.folder)'; '\(BuiltPrograms.settingsTUI)' log settings.json; echo The end; cat",
      columns: columns)
    let text = try await screen.wait(for: "The end")
    #expect(text.split(separator: "\n").count == 4, "\(text)")
  }

  @Test("An apply with --no-history is refused while another one is waiting for its confirmation")
  func noHistoryWhilePending() throws {
    try setPort(9001, "--confirm-within", "600")
    let result = try workspace.run("set", "settings.json", "network.port=9002", "--yes", "--no-history")
    #expect(result.status == 1)
    #expect(try workspace.run("cancel", "settings.json").status == 0)
    #expect(workspace.content == Workspace.content)
  }
}
