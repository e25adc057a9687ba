import Foundation
import TestSupport
import Testing

/// `log` and `rollback`.
@Suite struct HistoryTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  private func setPort(_ port: Int, _ options: String...) async throws {
    let result = await workspace.run(["set", "settings.json", "network.port=\(port)", "--yes"] + options)
    try #require(result.status == 0, "\(result.errors)")
  }

  private func port(_ port: Int) -> String {
    Workspace.content.replacing("9000", with: "\(port)")
  }

  /// Returns the versions in the JSON of the log.
  private func log() async throws -> [[String: Any]] {
    let result = await workspace.run("log", "settings.json", "--json")
    try #require(result.status == 0, "\(result.errors)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
  }

  private func revision(_ index: Int) async throws -> String {
    try #require(try await log()[index]["revision"] as? String)
  }

  @Test(
    "The log lists the versions, newest first, with revision, time, author, message and number of changes")
  func table() async throws {
    try await setPort(9001, "--message", "Behind the other proxy")
    let result = await workspace.run("set", "settings.json", "network.port=9002", "verbose=true", "--yes")
    #expect(result.status == 0)
    let lines = await workspace.run("log", "settings.json").output.split(separator: "\n").map(String.init)
    try #require(lines.count == 4, "\(lines)")
    #expect(lines[0].hasPrefix("#  REVISION  TIME"))
    #expect(lines[1].hasPrefix("0  \(try await revision(0).prefix(8))  20"))
    #expect(lines[1].hasSuffix("  2  network.port, verbose"), "\(lines[1])")
    #expect(lines[2].hasPrefix("1  "))
    #expect(lines[2].wholeMatch(of: /.*  1  network\.port  +Behind the other proxy/) != nil, "\(lines[2])")
    #expect(lines[3].hasPrefix("2  ") && lines[3].hasSuffix("(another program)"))
  }

  @Test("The JSON of the log has the changes of each version, with secrets masked")
  func json() async throws {
    let result = await workspace.run(
      "set", "settings.json", "network.token=n3w-s3cret", "verbose=true", "--yes", "--message", "Why not")
    #expect(result.status == 0)
    let now = try #require(try await log().first)
    #expect(now["index"] as? Int == 0)
    #expect(now["kind"] as? String == "apply")
    #expect(now["message"] as? String == "Why not")
    #expect(now["changeCount"] as? Int == 2)
    #expect((now["time"] as? String)?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
    #expect((now["author"] as? String)?.isEmpty == false)
    #expect(now["confirmation"] is NSNull)
    let changes = try #require(now["changes"] as? [[String: Any]])
    #expect(changes.map { $0["path"] as? String } == ["network.token", "verbose"])
    let page = await workspace.run("log", "settings.json", "0")
    #expect(page.output.contains("verbose: false → true"))
    #expect(!("\(now)" + page.output).contains("s3cret"))
  }

  @Test("A version tells what the upgrade has stored apart from what a person has changed")
  func upgrades() async throws {
    let workspace = try Workspace(content: #"{"$schema": "own.json", "p": 1}"#)
    try workspace.write(
      #"""
      {"x-form": 1, "type": "object", "properties": {"name": {"type": "string"},
        "port": {"type": "integer", "x-setting": {"was": "p"}}}}
      """#, to: "own.json")
    #expect(await workspace.run("set", "settings.json", "name=x", "--yes").status == 0)
    let page = await workspace.run("log", "settings.json", "0").output
    #expect(
      page.contains("name: (not set) → x\n\nstored by the upgrade of the app:\nport: renamed from p"),
      "\(page)")
    #expect(await workspace.run("log", "settings.json", "--json").output.contains("\"upgrades\": ["))
  }

  @Test("A version is named by its number in the log or by the first digits of its revision")
  func names() async throws {
    for port in 9001...9003 { try await setPort(port) }
    let first = try await revision(2)
    #expect(await workspace.run("rollback", "settings.json", "1", "--yes").status == 0)
    #expect(workspace.content == port(9002))
    for prefix in [String(first.prefix(4)), first, first.uppercased()] {
      let result = await workspace.run("rollback", "settings.json", prefix, "--yes")
      #expect(result.status == 0, "\(result.errors)")
      #expect(workspace.content == port(9001))
    }
    let now = await workspace.run("rollback", "settings.json", "0", "--yes")
    #expect(now.status == 0 && now.output.contains("nothing to change"))
  }

  @Test(
    "An unknown version is refused",
    arguments: [
      ("7", 1, "no version 7"), ("0000", 1, "0000"), ("abc", 64, "four or more"), ("xyzt", 64, "xyzt"),
    ])
  func unknown(name: String, status: Int, words: String) async throws {
    try await setPort(9001)
    let result = await workspace.run("rollback", "settings.json", name, "--yes")
    #expect(result.status == Int32(status))
    #expect(result.errors.contains(words))
    #expect(workspace.content == port(9001))
  }

  @Test("Without an earlier version, rollback is refused")
  func nothing() async throws {
    let result = await workspace.run("rollback", "settings.json", "--yes")
    #expect(result.status == 1)
    #expect(result.errors.contains("no earlier version"))
  }

  @Test("With --no-history an apply leaves no record and counts as another program's save")
  func noHistory() async throws {
    try await setPort(9001, "--no-history")
    #expect(workspace.content == port(9001))
    let records = try FileManager.default.contentsOfDirectory(
      atPath: workspace.folder + "/.settings.json.history"
    )
    .filter { $0.hasPrefix("0000") }
    #expect(records.isEmpty)
    try await setPort(9002)
    #expect(try await log().map { $0["kind"] as? String } == ["apply", "outside"])
    #expect(await workspace.run("rollback", "settings.json", "--yes").status == 0)
    #expect(workspace.content == port(9001))
  }

  @Test(
    "Options that need the history are refused without it",
    arguments: [["--confirm-within", "60"], ["--message", "x"]])
  func needsHistory(options: [String]) async throws {
    let result = await workspace.run(
      ["set", "settings.json", "network.port=9001", "--yes", "--no-history"] + options)
    #expect(result.status == 64)
    #expect(result.errors.contains(options[0]))
    #expect(workspace.content == Workspace.content)
  }

  @Test("rollback skips a version that was reverted because its commit failed")
  func takenBack() async throws {
    try await setPort(9001)
    let failed = await workspace.run(
      "set", "settings.json", "network.port=9002", "--yes", "--commit", "false")
    #expect(failed.status == 1)
    #expect(workspace.content == port(9001))
    let result = await workspace.run("rollback", "settings.json", "--yes")
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == Workspace.content)
  }

  @Test("A rollback supports a dry run, participating commands, a plan and a message")
  func ordinary() async throws {
    try await setPort(9001)
    let dry = await workspace.run("rollback", "settings.json", "--dry-run")
    #expect(dry.output.contains("network.port: 9001 → 9000"))
    let veto = await workspace.run("rollback", "settings.json", "--yes", "--prepare", "false")
    #expect(veto.status == 1)
    let plan = await workspace.run("rollback", "settings.json", "--plan", "back.json")
    #expect(plan.status == 0, "\(plan.errors)")
    #expect(workspace.content == port(9001))
    let applied = await workspace.run("apply", "settings.json", "back.json", "--message", "As it was")
    #expect(applied.status == 0, "\(applied.errors)")
    #expect(workspace.content == Workspace.content)
    #expect(try await log().first?["message"] as? String == "As it was")
  }

  @Test("An apply with --no-history is refused while another one is waiting for its confirmation")
  func noHistoryWhilePending() async throws {
    try await setPort(9001, "--confirm-within", "600")
    let result = await workspace.run("set", "settings.json", "network.port=9002", "--yes", "--no-history")
    #expect(result.status == 1)
    #expect(await workspace.run("cancel", "settings.json").status == 0)
    #expect(workspace.content == Workspace.content)
  }
}
