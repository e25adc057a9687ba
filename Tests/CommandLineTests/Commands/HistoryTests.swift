import Foundation
import Testing

/// `log` and `rollback`.
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

  /// The versions as `log --json` has them.
  private func log() throws -> [[String: Any]] {
    let result = try workspace.run("log", "settings.json", "--json")
    try #require(result.status == 0, "\(result.errors)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
  }

  private func revision(_ index: Int) throws -> String {
    try #require(try log()[index]["revision"] as? String)
  }

  @Test(
    "The log has a line a version, newest first, with revision, time, author, message and number of changes")
  func table() throws {
    try setPort(9001, "--message", "Behind the other proxy")
    let result = try workspace.run("set", "settings.json", "network.port=9002", "verbose=true", "--yes")
    #expect(result.status == 0)
    let lines = try workspace.run("log", "settings.json").output.split(separator: "\n").map(String.init)
    try #require(lines.count == 4, "\(lines)")
    #expect(lines[0].hasPrefix("#  REVISION  TIME"))
    #expect(lines[1].hasPrefix("0  \(try revision(0).prefix(8))  20") && lines[1].hasSuffix("  2"))
    #expect(lines[2].hasPrefix("1  ") && lines[2].hasSuffix("1  Behind the other proxy"))
    #expect(lines[3].hasPrefix("2  ") && lines[3].hasSuffix("(another program)"))
  }

  @Test("The JSON of the log has the changes of each version, with secrets masked")
  func json() throws {
    let result = try workspace.run(
      "set", "settings.json", "network.token=n3w-s3cret", "verbose=true", "--yes", "--message", "Why not")
    #expect(result.status == 0)
    let now = try #require(try log().first)
    #expect(now["index"] as? Int == 0)
    #expect(now["kind"] as? String == "apply")
    #expect(now["message"] as? String == "Why not")
    #expect(now["changeCount"] as? Int == 2)
    #expect((now["time"] as? String)?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
    #expect((now["author"] as? String)?.isEmpty == false)
    #expect(now["confirmation"] is NSNull)
    let changes = try #require(now["changes"] as? [[String: Any]])
    #expect(changes.map { $0["path"] as? String } == ["network.token", "verbose"])
    let page = try workspace.run("log", "settings.json", "0")
    #expect(page.output.contains("verbose: false → true"))
    #expect(!("\(now)" + page.output).contains("s3cret"))
  }

  @Test("What another program has written stands in the log, and can be returned to")
  func outside() throws {
    try setPort(9001)
    let other = port(9001).replacing("// behind", with: "// far behind")
    try Data(other.utf8).write(to: URL(fileURLWithPath: workspace.file))
    #expect(try log().first?["kind"] as? String == "outside")
    try setPort(9002)
    let result = try workspace.run("rollback", "settings.json", "--yes")
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == other)
  }

  @Test("What another program has changed is told, before and after the next apply, with secrets masked")
  func externalChanges() throws {
    try setPort(9001)
    let other = port(9100).replacing("hunter2", with: "hunter3").replacing("false", with: "true")
    try Data(other.utf8).write(to: URL(fileURLWithPath: workspace.file))
    for index in 0...1 {
      let entry = try log()[index]
      #expect(entry["kind"] as? String == "outside")
      #expect(entry["changeCount"] as? Int == 3)
      let page = try workspace.run("log", "settings.json", "\(index)").output
      #expect(page.contains("network.port: 9001 → 9100\n") && page.contains("verbose: false → true"))
      #expect(page.contains("network.token: ") && !page.contains("hunter"))
      let line = try workspace.run("log", "settings.json").output.split(separator: "\n")[index + 1]
      #expect(line.hasSuffix(" 3  (another program)"), "\(line)")
      if index == 0 { try setPort(9002) }
    }
  }

  @Test("Another program's comments are no change of a setting")
  func outsideComments() throws {
    try setPort(9001)
    try Data(port(9001).replacing("// behind", with: "// far behind").utf8)
      .write(to: URL(fileURLWithPath: workspace.file))
    #expect(try log()[0]["kind"] as? String == "outside")
    #expect(try log()[0]["changeCount"] as? Int == 0)
  }

  @Test(
    "Without a version, rollback brings back what was stored before, byte for byte; and again, the other way")
  func rollback() throws {
    try setPort(9001)
    for content in [Workspace.content, port(9001)] {
      let result = try workspace.run("rollback", "settings.json")
      #expect(result.status == 0, "\(result.errors)")
      #expect(workspace.content == content)
    }
    #expect(try log().prefix(2).map { $0["kind"] as? String } == ["rollback", "rollback"])
  }

  @Test("A version is named by its number in the log or by the first digits of its revision")
  func names() throws {
    for port in 9001...9003 { try setPort(port) }
    let first = try revision(2)
    #expect(try workspace.run("rollback", "settings.json", "1", "--yes").status == 0)
    #expect(workspace.content == port(9002))
    for prefix in [String(first.prefix(4)), first, first.uppercased()] {
      let result = try workspace.run("rollback", "settings.json", prefix, "--yes")
      #expect(result.status == 0, "\(result.errors)")
      #expect(workspace.content == port(9001))
    }
    let now = try workspace.run("rollback", "settings.json", "0", "--yes")
    #expect(now.status == 0 && now.output.contains("nothing to change"))
  }

  @Test(
    "A version that is none is refused",
    arguments: [
      ("7", 1, "no version 7"), ("0000", 1, "0000"), ("abc", 64, "four or more"), ("xyzt", 64, "xyzt"),
    ])
  func unknown(name: String, status: Int, words: String) throws {
    try setPort(9001)
    let result = try workspace.run("rollback", "settings.json", name, "--yes")
    #expect(result.status == Int32(status))
    #expect(result.errors.contains(words))
    #expect(workspace.content == port(9001))
  }

  @Test("A version that was taken back because its commit failed is not what rollback returns to")
  func takenBack() throws {
    try setPort(9001)
    let failed = try workspace.run("set", "settings.json", "network.port=9002", "--yes", "--commit", "false")
    #expect(failed.status == 1)
    #expect(workspace.content == port(9001))
    let result = try workspace.run("rollback", "settings.json", "--yes")
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == Workspace.content)
  }

  @Test("A rollback is an apply like any other: dry run, commands that take part, a plan, a message")
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

  @Test("A version that differs in comments only can be returned to, and the review says so")
  func comments() throws {
    try setPort(9001)
    let other = port(9001).replacing("// behind", with: "// far behind")
    try Data(other.utf8).write(to: URL(fileURLWithPath: workspace.file))
    let result = try workspace.run("rollback", "settings.json", "1", "--yes")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("only comments and layout"))
    #expect(workspace.content == port(9001))
  }

  @Test("With nothing to return to, rollback is refused")
  func nothing() throws {
    let result = try workspace.run("rollback", "settings.json", "--yes")
    #expect(result.status == 1)
    #expect(result.errors.contains("no earlier version"))
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

  @Test("With --no-history an apply leaves no record, and the next one takes it for another program's save")
  func noHistory() throws {
    try setPort(9001, "--no-history")
    #expect(workspace.content == port(9001))
    let records = try FileManager.default.contentsOfDirectory(
      atPath: workspace.folder + "/.settings.json.history"
    )
    .filter { $0.hasPrefix("0000") }
    #expect(records.isEmpty)
    try setPort(9002)
    #expect(try log().map { $0["kind"] as? String } == ["apply", "outside"])
    #expect(try workspace.run("rollback", "settings.json", "--yes").status == 0)
    #expect(workspace.content == port(9001))
  }

  @Test(
    "What needs the history is refused without it",
    arguments: [["--confirm-within", "60"], ["--message", "x"]])
  func needsHistory(options: [String]) throws {
    let result = try Run(
      BuiltPrograms.settingsTUI,
      ["set", "settings.json", "network.port=9001", "--yes", "--no-history"] + options, in: workspace.folder)
    #expect(result.status == 64)
    #expect(result.errors.contains(options[0]))
    #expect(workspace.content == Workspace.content)
  }

  @Test("An apply without history is refused, too, while another waits for its confirmation")
  func noHistoryWhilePending() throws {
    try setPort(9001, "--confirm-within", "600")
    let result = try workspace.run("set", "settings.json", "network.port=9002", "--yes", "--no-history")
    #expect(result.status == 1)
    #expect(try workspace.run("cancel", "settings.json").status == 0)
    #expect(workspace.content == Workspace.content)
  }
}
