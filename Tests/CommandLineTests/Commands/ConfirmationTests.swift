import Foundation
import Testing

@testable import Settings

/// `--confirm-within`, `confirm` and `cancel`: changes that go back by themselves.
@Suite struct ConfirmationTests {
  private let workspace: Workspace
  private let new = Workspace.content.replacing("9000", with: "9001")

  init() throws {
    workspace = try Workspace()
  }

  /// Applies with a confirmation, and says its id.
  private func arm(_ assignment: String = "network.port=9001", seconds: Int = 600, _ options: String...)
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

  /// Waits until something holds; fails if it takes far too long.
  private func wait(_ comment: Comment, until condition: () throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while try !condition() {
      try #require(ContinuousClock.now < deadline, comment)
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// The processes that wait for a confirmation.
  private func watchers(of id: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
      guard Int(name) != nil, let words = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") else {
        return false
      }
      let text = String(decoding: words, as: UTF8.self)
      return text.contains("__watch") && text.contains(id)
    }
  }

  /// Puts the deadline into the past, as if the machine had been off for long.
  private func letTimePass() throws {
    let folder = workspace.folder + "/.settings.json.history"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { RecordName($0) }
    let last = try #require(names.max { $0.number < $1.number })
    let path = URL(fileURLWithPath: folder + "/" + last.text)
    let bytes = try Array(Data(contentsOf: path))
    let file = try #require(RecordFile(beginning: bytes, number: last.number))
    let header = String(decoding: file.header, as: UTF8.self)
    let changed = header.replacing(#/"(deadline|bootDeadline)": ?\d+/#) { "\"\($0.1)\":1000" }
    try #require(changed != header)
    let record = LogRecord(header: Array(changed.utf8), content: try #require(file.content(in: bytes)))
    try Data(RecordFile.bytes(of: record, number: last.number)).write(to: path)
  }

  @Test("A confirmed apply returns at once and says by which id to confirm")
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

  @Test("Who reads to the end what a confirmed apply prints does not wait for the watcher")
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

  @Test("Confirmed by its id, or without it in the same session, the new content stays")
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
    "Another session needs the id to confirm, is told it and by whom, and may cancel without",
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
    "A wrong id confirms and cancels nothing; what is no id is wrong usage", arguments: ["confirm", "cancel"])
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

  @Test("Cancelled, the old content is back at once, byte for byte, by way of the commands")
  func cancel() throws {
    _ = try arm()
    let result = try workspace.run("cancel", "settings.json", "--commit", "cp settings.json seen")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("network.port: 9001 → 9000"))
    #expect(workspace.content == Workspace.content)
    #expect(FileManager.default.contents(atPath: workspace.folder + "/seen") == Data(Workspace.content.utf8))
  }

  @Test("A command that fails keeps nothing from being cancelled, but is named")
  func failingCancel() throws {
    _ = try arm()
    let result = try workspace.run("cancel", "settings.json", "--prepare", "exit 7")
    #expect(result.status == 1)
    #expect(result.errors.contains("exit status 7"))
    #expect(workspace.content == Workspace.content)
  }

  @Test("Nobody confirms: the watcher brings the old content back in time, by the same commands")
  func timeOut() async throws {
    _ = try arm(seconds: 1, "--commit", "cp settings.json \"seen-$(grep -c 9001 settings.json)\"")
    try await wait("the old content") { workspace.content == Workspace.content }
    try await wait("the command") { FileManager.default.fileExists(atPath: workspace.folder + "/seen-0") }
    #expect(FileManager.default.fileExists(atPath: workspace.folder + "/seen-1"))
    let late = try workspace.run("confirm", "settings.json")
    #expect(late.status == 1)
  }

  @Test(
    "The watcher is killed: the next command, whatever it is, finds the old content",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/cmdline"), "there is no /proc here"),
    arguments: [
      ["get", "settings.json", "network.port"], ["log", "settings.json"], ["check", "settings.json"],
    ])
  func killed(words: [String]) async throws {
    let id = try arm()
    try await wait("the watcher") { try !watchers(of: id).isEmpty }
    for watcher in try watchers(of: id) { _ = try Run("/bin/kill", ["-9", watcher]) }
    try await wait("the end of the watcher") { try watchers(of: id).isEmpty }
    try letTimePass()
    #expect(workspace.content == new)
    let result = try Run(BuiltPrograms.settingsTUI, words, in: workspace.folder)
    #expect(result.status == 0, "\(result.errors)")
    if words[0] == "get" { #expect(result.output == "9000\n") }
    #expect(workspace.content == Workspace.content)
    #expect(try workspace.run("set", "settings.json", "verbose=true", "--yes").status == 0)
  }

  /// Leaves an apply behind whose time is over, and nobody to take it back.
  private func abandon() async throws {
    let id = try arm()
    try await wait("the watcher") { try !watchers(of: id).isEmpty }
    for watcher in try watchers(of: id) { _ = try Run("/bin/kill", ["-9", watcher]) }
    try await wait("the end of the watcher") { try watchers(of: id).isEmpty }
    try letTimePass()
  }

  @Test("The watcher is killed: the next command brings the old content back by the commands it was given")
  func killedWithCommands() async throws {
    try await abandon()
    let result = try workspace.run(
      "set", "settings.json", "verbose=true", "--yes", "--prepare", "cat settings.json >>prepared",
      "--commit", "cat settings.json >>committed")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.errors.contains("not confirmed in time; the old settings are in place again.\n"),
      "\(result.errors)")
    let after = Workspace.content.replacing("\"verbose\": false", with: "\"verbose\": true")
    #expect(workspace.content == after)
    #expect(workspace.text(of: "prepared") == new + Workspace.content)
    #expect(workspace.text(of: "committed") == Workspace.content + after)
  }

  @Test("A command that fails then is named, and keeps nothing from coming back")
  func killedWithFailingCommands() async throws {
    try await abandon()
    let result = try workspace.run("cancel", "settings.json", "--commit", "exit 7")
    #expect(result.status == 1)
    #expect(result.errors.contains("in place again, but “exit 7” failed: exit status 7.\n"))
    #expect(workspace.content == Workspace.content)
  }

  @Test("The watcher is killed: a command without commands says that nobody was told")
  func killedWithoutCommands() async throws {
    try await abandon()
    let result = try workspace.run("get", "settings.json", "network.port")
    #expect(result.output == "9000\n")
    #expect(result.errors.contains("no --commit has told the program"), "\(result.errors)")
    #expect(try workspace.run("get", "settings.json", "network.port").errors.isEmpty)
  }

  @Test("Completing a command line takes nothing back")
  func killedAndCompleted() async throws {
    try await abandon()
    #expect(try workspace.run("__complete", "words", "log", "settings.json", "").status == 0)
    #expect(workspace.content == new)
  }

  @Test("The time runs out while a commit goes on: the old content is back, and the apply has failed")
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

  @Test("A commit that fails after the time has run out leaves the old content, and says so")
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

  @Test("Killed while a commit goes on, an apply is taken back in time all the same")
  func killedDuringCommit() async throws {
    let result = try workspace.run(
      "set", "settings.json", "network.port=9001", "--yes", "--confirm-within", "1", "--commit",
      "if grep -q 9001 settings.json; then touch begun; kill -9 $PPID; else touch told; fi")
    #expect(result.signal == 9)
    #expect(workspace.text(of: "begun") != nil)
    try await wait("the old content") { workspace.content == Workspace.content }
    try await wait("the command") { workspace.text(of: "told") != nil }
  }

  @Test("A second apply that fails leaves the first one to its watcher")
  func secondFails() async throws {
    let id = try arm(seconds: 8)
    let result = try workspace.run(
      "set", "settings.json", "network.port=9002", "--yes", "--confirm-within", "600", "--commit",
      "[ $SETTINGS_PHASE = revert ] || sleep 6; false")
    #expect(result.status == 1)
    #expect(try !watchers(of: id).isEmpty)
    try await wait("the old content") { workspace.content == Workspace.content }
  }

  @Test(
    "What the system would not call durable is said to be confirmed, and not to be durable",
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

  @Test("While a confirmation is waited for, other changes are refused, and told by whom and how long")
  func refused() throws {
    let id = try arm()
    let result = try workspace.run("set", "settings.json", "verbose=true", "--yes")
    #expect(result.status == 1)
    #expect(result.errors.contains(id) && result.errors.contains(NSUserName()))
    #expect(result.errors.firstMatch(of: /in \d+ s/) != nil)
    for command in ["log", "list", "check"] {
      let told = try workspace.run(command, "settings.json")
      #expect(told.status == 0 && told.errors.contains(id))
    }
    #expect(try workspace.run("get", "settings.json", "network.port").errors.isEmpty)
    #expect(workspace.content == new)
    #expect(try workspace.run("cancel", "settings.json").status == 0)
  }

  @Test("A second confirmed apply goes back to where the first does")
  func second() throws {
    _ = try arm()
    _ = try arm("network.port=9002")
    #expect(try workspace.run("cancel", "settings.json").status == 0)
    #expect(workspace.content == Workspace.content)
    // What was taken back is not what a rollback returns to.
    let rollback = try workspace.run("rollback", "settings.json", "--yes")
    #expect(rollback.status == 1, "\(rollback.output)")
  }

  @Test("A confirmed apply whose commit fails leaves nothing to confirm")
  func failed() throws {
    let result = try workspace.run(
      "set", "settings.json", "network.port=9001", "--yes", "--confirm-within", "600", "--commit", "false")
    #expect(result.status == 1)
    #expect(workspace.content == Workspace.content)
    #expect(try workspace.run("confirm", "settings.json").status == 1)
    #expect(try workspace.run("set", "settings.json", "verbose=true", "--yes").status == 0)
  }

  @Test("A first apply that nobody confirms leaves no file")
  func firstEver() throws {
    let workspace = try Workspace(content: nil)
    let form = ["--schema", "server.form.json"]
    let armed = try Run(
      BuiltPrograms.settingsTUI,
      ["set", "settings.json", "verbose=true", "--yes", "--confirm-within", "600"] + form,
      in: workspace.folder)
    #expect(armed.status == 0, "\(armed.errors)")
    #expect(armed.output.contains("confirm --schema server.form.json settings.json"))
    let result = try Run(BuiltPrograms.settingsTUI, ["cancel", "settings.json"] + form, in: workspace.folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == nil)
  }

  @Test("Damaged records are no reason to lose the file or to refuse the next apply")
  func tornHistory() throws {
    _ = try arm()
    let folder = workspace.folder + "/.settings.json.history"
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).filter({ RecordName($0) != nil })
      .sorted().suffix(1)
    {
      try Data("{".utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
    }
    let result = try workspace.run("set", "settings.json", "verbose=true", "--yes")
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == new.replacing("\"verbose\": false", with: "\"verbose\": true"))
  }
}
