import Foundation
import PollerCore
import Settings
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a running daemon does when another process changes its settings.
@Suite("The daemon", .timeLimit(.minutes(1)))
struct TakeOverTests {
  private let server: TestServer

  init() throws { server = try TestServer() }

  private func run(_ options: String..., at home: Home) async throws -> Program {
    let daemon = try Program(["run"] + options, at: home)
    try await daemon.line(with: "started: ")
    return daemon
  }

  private func home(_ overrides: @escaping @Sendable (inout PollerSettings) -> Void = { _ in }) async throws
    -> Home
  {
    let url = server.url
    return try await Home { settings in
      settings.targets = [PollerSettings.Target("home", url)]
      overrides(&settings)
    }
  }

  @Test("takes over a change at once, and polls by it")
  func takesOver() async throws {
    let home = try await home()
    let daemon = try await run(at: home)
    try await daemon.line(with: "poll: home 200")
    try await home.change { $0.polling.interval = .seconds(10) }
    try await daemon.line(with: "took over: polling.interval 30 s → 10 s")
    // Without the change, the next poll would be in 30 seconds.
    try await home.change { settings in
      (settings.polling.minimumInterval, settings.polling.interval) = (.milliseconds(10), .milliseconds(50))
      (settings.polling.timeout, settings.judging.slowAfter) = (.milliseconds(50), .milliseconds(50))
    }
    try await daemon.line(with: "took over: polling.timeout 5 s → 50 ms")
    for _ in 1...3 { try await daemon.line(with: "poll: home ") }
  }

  @Test("polls new targets at once, and sends what the settings say")
  func newTarget() async throws {
    let home = try await home { $0.request.token = "t0k" }
    let daemon = try await run(at: home)
    try await daemon.line(with: "poll: home 200")
    let other = try TestServer()
    other.status = 503
    let url = other.url
    try await home.change { settings in
      settings.request.userAgent = "test"
      settings.targets.append(PollerSettings.Target("other", url))
    }
    #expect(try await daemon.line(with: "poll: other").contains(" 503 in "))
    let headers = try #require(other.requests.first).headers
    #expect(headers["user-agent"] == "test" && headers["authorization"] == "Bearer t0k")
    #expect(!daemon.output.contains("t0k"))
  }

  @Test("keeps the values of settings that need a restart, and reports which are pending")
  func restartPending() async throws {
    let home = try await home()
    let daemon = try await run(at: home)
    try await home.change { settings in
      settings.polling.workers = 8
      settings.server.isEnabled = true
      settings.server.port = 9
    }
    for path in ["polling.workers", "server.isEnabled", "server.port"] {
      try await daemon.line(with: "restart pending: \(path)")
    }
    let status = try await Program.run("status", at: home)
    #expect(status.output.contains("restart pending: server.port"))
    try await home.change { $0.polling.workers = 4 }
    try await daemon.line(with: "restart no longer pending: polling.workers")
    daemon.signal(SIGTERM)
    #expect(await daemon.status() == 0)
    #expect(!daemon.output.contains("took over: polling.workers"))
  }

  @Test("runs side effects for the change, and keeps its values if one fails")
  func sideEffects() async throws {
    let home = try await home()
    let daemon = try await run(at: home)
    let missing = home.folder + "/no folder/log"
    try await home.change { $0.log.file = missing }
    let line = try await daemon.line(with: "rejected: ")
    #expect(line.contains("can't open the log \(missing)"), "\(line)")
    let log = home.folder + "/log"
    try await home.change { $0.log.file = log }
    func text() -> String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }
    try await Program.waitUntil { text().contains("took over: log.file") }
    daemon.signal(SIGTERM)
    #expect(await daemon.status() == 0)
    #expect(text().hasSuffix("stopped\n"), "\(text())")
  }

  @Test("keeps the last good values while the file is broken, and says where")
  func brokenFile() async throws {
    let home = try await home { $0.polling.interval = .seconds(20) }
    let good = try #require(home.bytes)
    let daemon = try await run(at: home)
    try home.write("{\n  \"polling\": { \"interval\": \"soon\" }\n}\n")
    let line = try await daemon.line(with: "rejected: ")
    #expect(line.contains("settings.json:2:28: error: polling.interval: "), "\(line)")
    let status = try await Program.run("status", at: home)
    #expect(status.output.contains("rejected: "), "\(status.output)")
    try home.write("{ not JSON")
    try await daemon.line(with: "rejected: ")
    try home.write(String(decoding: good, as: UTF8.self).replacing("PT20S", with: "PT15S"))
    // The values before were still those of the first file.
    try await daemon.line(with: "took over: polling.interval 20 s → 15 s")
  }

  @Test("with --on-hangup looks at the file at SIGHUP, and not before")
  func hangup() async throws {
    let home = try await home()
    let daemon = try await run("--on-hangup", at: home)
    try await daemon.line(with: "poll: home 200")
    try await home.change { $0.polling.interval = .seconds(10) }
    // The daemon answers this signal after it would have taken over the change.
    daemon.signal(SIGUSR1)
    try await daemon.line(with: "poll: home 200")
    #expect(!daemon.output.contains("took over"))
    daemon.signal(SIGHUP)
    try await daemon.line(with: "took over: polling.interval 30 s → 10 s")
  }

  @Test("finishes polls in flight at a signal, and exits with 0", arguments: [SIGTERM, SIGINT])
  func shutdown(number: Int32) async throws {
    server.hold()
    let home = try await home()
    let daemon = try await run(at: home)
    try await Program.waitUntil { !server.requests.isEmpty }
    daemon.signal(number)
    try await daemon.line(with: "stopping: \(number == SIGTERM ? "SIGTERM" : "SIGINT"), 1 polls in flight")
    server.release()
    try await daemon.line(with: "poll: home 200")
    #expect(await daemon.status() == 0)
    #expect(daemon.output.hasSuffix("stopped"))
  }

  @Test("gives up polls that don't finish within the drain time")
  func drain() async throws {
    server.hold()
    let home = try await home { $0.polling.drainTime = .milliseconds(50) }
    let daemon = try await run(at: home)
    try await Program.waitUntil { !server.requests.isEmpty }
    daemon.signal(SIGTERM)
    #expect(await daemon.status() == 0)
    #expect(daemon.output.hasSuffix("stopped") && !daemon.output.contains("poll: home"))
  }

  @Test("runs once for one settings file, and tells others its status over HTTP")
  func single() async throws {
    let home = try await home { settings in
      (settings.server.isEnabled, settings.server.port, settings.fleet) = (true, 0, "lab")
    }
    let daemon = try Program(["run"], at: home)
    let started = try await daemon.line(with: "started: 1 target, 4 workers, status at port ")
    let port = try #require(started.split(separator: " ").last)
    try await daemon.line(with: "health: healthy")
    let second = try await Program.run("run", at: home)
    #expect(second.status == 75 && second.output.contains("already running"))
    let url = try #require(URL(string: "http://127.0.0.1:\(port)/status"))
    let status = try await JSONDecoder().decode(DaemonStatus.self, from: URLSession.shared.data(from: url).0)
    #expect(status.targets.map(\.name) == ["home"] && status.fleet == "lab")
    daemon.signal(SIGTERM)
    _ = await daemon.status()
    #expect(try await Program.run("status", at: home).status == 3)
  }

  @Test("with invalid settings doesn't start, and says where they are invalid")
  func invalid() async throws {
    let home = try await home()
    try home.write("{\n  \"polling\": { \"interval\": \"PT1S\", \"timeout\": \"PT9S\" }\n}\n")
    let run = try await Program.run("run", at: home)
    #expect(run.status == 65)
    #expect(
      run.output.contains("settings.json:2:") && run.output.contains("at most the interval"), "\(run.output)")
  }
}
