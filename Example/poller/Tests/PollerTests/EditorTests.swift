import Foundation
import PollerCore
import Settings
import Testing

/// `poller settings` beside `poller run`: two processes without a connection, which share files.
@Suite("The editor", .timeLimit(.minutes(2)))
struct EditorTests {
  private let server: TestServer

  init() throws { server = try TestServer() }

  private func home(
    _ overrides: @escaping @Sendable (inout PollerSettings) -> Void = { _ in }
  ) async throws -> Home {
    let url = server.url
    return try await Home { settings in
      settings.targets = [PollerSettings.Target("home", url)]
      overrides(&settings)
    }
  }

  private func run(at home: Home) async throws -> Program {
    let daemon = try Program(["run"], at: home)
    try await daemon.line(with: "health: healthy")
    return daemon
  }

  /// Answers the line-by-line editor.
  private func edit(_ answers: [String], at home: Home) async throws -> (status: Int32?, output: String) {
    try await Program.run("settings", "--plain", at: home, input: answers)
  }

  /// The answers that open the section and the interval in it, and type a value.
  private let interval = ["2", "1", "10 s"]

  /// The answer that replaces the targets.
  private func targets(_ names: [String: String]) -> String {
    let targets = names.sorted { $0.key < $1.key }.map { #"{"name": "\#($0.key)", "url": "\#($0.value)"}"# }
    return "[\(targets.joined(separator: ", "))]"
  }

  @Test("changes a setting that the daemon takes over before the apply is done")
  func applies() async throws {
    let home = try await home()
    let daemon = try await run(at: home)
    let editor = try await edit(interval + ["s", "s", "q"], at: home)
    #expect(editor.status == 0 && editor.output.contains("Applied 1 change."), "\(editor.output)")
    let status = try #require(FileManager.default.contents(atPath: home.folder + "/state/poller/status.json"))
    let revision = SettingsRevision(of: Array(try #require(home.bytes)))
    #expect(try JSONDecoder().decode(DaemonStatus.self, from: status).revision == revision.description)
    try await daemon.line(with: "took over: polling.interval 30 s → 10 s")
  }

  @Test("reports which settings wait for a restart of the daemon")
  func restart() async throws {
    let home = try await home()
    let daemon = try await run(at: home)
    let editor = try await edit(["2", "5", "8", "s", "s", "q"], at: home)
    #expect(editor.output.contains("Restart `poller run` to use polling.workers."), "\(editor.output)")
    try await daemon.line(with: "restart pending: polling.workers")
  }

  @Test("refuses a target that can't be reached, and leaves the file as it is")
  func veto() async throws {
    let home = try await home()
    let before = home.bytes
    let daemon = try await run(at: home)
    let dead = try TestServer.deadURL()
    let editor = try await edit(
      ["J 1", targets(["dead": dead, "home": server.url]), "s", "s", "q", "d"], at: home)
    #expect(
      editor.output.contains("target check refuses the changes: dead: \(dead) failed: connection refused"),
      "\(editor.output)")
    #expect(home.bytes == before)
    daemon.signal(SIGTERM)
    #expect(await daemon.status() == 0)
    #expect(!daemon.output.contains("took over"))
  }

  @Test("rolls back if the daemon is unhealthy with the changes, and the daemon uses the old values again")
  func rollback() async throws {
    let home = try await home { $0.applying.checksTargets = false }
    let before = home.bytes
    let daemon = try await run(at: home)
    let editor = try await edit(
      ["J 1", targets(["dead": TestServer.deadURL()]), "s", "s", "q", "d"], at: home)
    #expect(editor.output.contains("daemon failed: too few targets answer"), "\(editor.output)")
    #expect(editor.output.contains("The old settings are restored."), "\(editor.output)")
    #expect(home.bytes == before)
    try await daemon.line(with: "health: unhealthy")
    try await daemon.line(with: "took over: targets ")
    try await daemon.line(with: "health: healthy")
  }

  @Test("applies for a limited time, after which the daemon rolls back although the editor has ended")
  func expiry() async throws {
    let home = try await home()
    let before = home.bytes
    let daemon = try await run(at: home)
    let editor = try await edit(interval + ["s", "T", "s", "q", "u"], at: home)
    #expect(editor.output.contains("rolled back in "), "\(editor.output)")
    try await daemon.line(with: "took over: polling.interval 30 s → 10 s")
    try await daemon.line(with: "waiting for confirmation: ")
    try await daemon.line(with: "took over: polling.interval 10 s → 30 s")
    #expect(home.bytes == before)
  }

  @Test("applies for a limited time, and the person confirms")
  func confirmed() async throws {
    let home = try await home()
    let daemon = try await run(at: home)
    let editor = try await edit(interval + ["s", "T", "s", "K", "q"], at: home)
    #expect(editor.status == 0 && editor.output.contains("Confirmed"), "\(editor.output)")
    try await daemon.line(with: "waiting for confirmation: ")
    #expect(try SettingsStore<PollerSettings>(file: home.file, hooks: nil).pendingConfirmation() == nil)
  }

  @Test("applies for a limited time, and the daemon confirms once it has polled all targets and is healthy")
  func confirmedByDaemon() async throws {
    let home = try await home { $0.applying.confirmedBy = .daemon }
    let daemon = try await run(at: home)
    _ = try await edit(interval + ["s", "T", "s", "q", "u"], at: home)
    let waiting = try await daemon.line(with: "waiting for confirmation: ")
    try await daemon.line(with: "poll: home 200")
    let confirmed = try await daemon.line(with: "confirmed: ")
    #expect(confirmed.split(separator: " ").last == waiting.split(separator: " ").last)
    #expect(try SettingsStore<PollerSettings>(file: home.file, hooks: nil).pendingConfirmation() == nil)
  }

  @Test("runs the daemon's actions, and shows its details")
  func rows() async throws {
    let home = try await home()
    let idle = try await edit(["/last poll", "1", "/poll all", "1", "1", "q"], at: home)
    #expect(idle.output.contains("the daemon isn't running"), "\(idle.output)")
    #expect(idle.output.contains("`poller run` isn't running"), "\(idle.output)")
    let daemon = try await run(at: home)
    let editor = try await edit(["/poll all", "1", "1", "/forget", "1", "1", "/uptime", "1", "q"], at: home)
    #expect(editor.output.contains("polled 1 targets: healthy"), "\(editor.output)")
    try await daemon.line(with: "forgot the statistics")
  }

  @Test(
    "in a terminal changes a target while the daemon runs, and offers the targets' names",
    .enabled(if: Screen.tmux != nil, "tmux is missing"))
  func terminal() async throws {
    let home = try await home()
    let daemon = try await run(at: home)
    let screen = try await Screen("settings", at: home)
    try await screen.wait(for: "▸Targets")
    try await screen.press("Enter")
    try await screen.wait(for: "Name = home")
    try await screen.press("Enter")
    try await screen.wait(for: "▸Name")
    try await screen.press("Enter", "C-u")
    try await screen.type("house")
    try await screen.press("Enter")
    try await screen.wait(for: "1 change")
    try await screen.press("Escape")
    try await screen.wait(for: "Name = house")
    try await screen.press("Escape")
    try await screen.wait(for: "▸Targets")
    try await screen.press("s")
    try await screen.wait(for: "› Review")
    try await screen.press("s")
    try await screen.wait(for: "no changes")
    try await daemon.line(with: "took over: targets ")
    try await daemon.line(with: "poll: house 200")

    try await screen.type(":alerts.isEnabled")
    try await screen.press("Enter", "Space")
    try await screen.wait(for: "1 change")
    try await screen.type(":alerts.target")
    try await screen.press("Enter")
    try await screen.wait(for: "▸Target ")
    try await screen.press("Enter")
    try await screen.wait(for: "( ) house")
    try await screen.press("Enter", "q")
  }
}
