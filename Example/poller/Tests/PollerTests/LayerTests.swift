import Foundation
import PollerCore
import Settings
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Variables, options, credentials and system files in the running daemon.
@Suite("The daemon's layers", .timeLimit(.minutes(1)))
struct LayerTests {
  private let server: TestServer
  private let credentials: String

  init() throws {
    server = try TestServer()
    credentials = NSTemporaryDirectory() + "credentials-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: credentials, withIntermediateDirectories: true)
    try Data("c3cret\n".utf8).write(to: URL(fileURLWithPath: credentials + "/request-token"))
  }

  @Test("systemd's credentials, a variable and an option override the file, and no output has the secret")
  func overriding() async throws {
    defer { try? FileManager.default.removeItem(atPath: credentials) }
    let url = server.url
    let home = try await Home(
      variables: ["CREDENTIALS_DIRECTORY": credentials, "POLLER_REQUEST_USER_AGENT": "variable"]
    ) { settings in
      settings.targets = [PollerSettings.Target("home", url)]
      settings.request.token = "t0k"
    }
    let daemon = try Program(["run", "--polling-interval", "10s"], at: home)
    try await daemon.line(with: "poll: home 200")
    let headers = try #require(server.requests.first).headers
    #expect(headers["user-agent"] == "variable" && headers["authorization"] == "Bearer c3cret")
    // The option overrides the stored interval; the timeout isn't overridden.
    try await home.change { $0.polling.interval = .seconds(60) }
    try await home.change { $0.polling.timeout = .seconds(4) }
    try await daemon.line(with: "took over: polling.timeout 5 s → 4 s")
    #expect(!daemon.output.contains("polling.interval") && !daemon.output.contains("c3cret"))
  }

  @Test("A system file gives defaults, its changes are taken over, and what is wrong in it is reported")
  func system() async throws {
    defer { try? FileManager.default.removeItem(atPath: credentials) }
    let url = server.url
    let home = try await Home { $0.targets = [PollerSettings.Target("home", url)] }
    let folder = home.folder + "/system/poller/settings.d"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let file = URL(fileURLWithPath: folder + "/50-timeout.json")
    func write(_ text: String) throws { try Data(text.utf8).write(to: file, options: .atomic) }
    try write(#"{"polling": {"timeout": "PT4S"}}"#)
    let daemon = try Program(["run"], at: home)
    try await daemon.line(with: "poll: home 200")
    try write(#"{"polling": {"timeout": "PT3S"}}"#)
    try await daemon.line(with: "took over: polling.timeout 4 s → 3 s")
    try write(#"{"polling": {"timeout": 3}}"#)
    try await daemon.line(with: "layer: \(file.path):1:25: error: polling.timeout: ")
    try write(#"{"polling": {"timeout": "PT2S"}}"#)
    try await daemon.line(with: "took over: polling.timeout 3 s → 2 s")
  }

  /// The text of the code block with a language that follows a sentence of the documentation.
  private func recipe(_ language: String, after sentence: String) throws -> String {
    let page = URL(filePath: #filePath).appending(path: "../../../../../Documentation/Layers.md").standardized
    let text = try String(contentsOf: page, encoding: .utf8)
    let rest = try #require(text.components(separatedBy: sentence).dropFirst().first)
    let block = try #require(rest.components(separatedBy: "```\(language)\n").dropFirst().first)
    return try #require(block.components(separatedBy: "\n```").first)
  }

  /// Runs a daemon with an interval of 60 s in its file, and returns what a target was sent, and the daemon's output up to its second take-over.
  private func run(
    _ variables: [String: String], _ policy: String? = nil
  ) async throws -> (authorization: String?, output: String) {
    let url = server.url
    let home = try await Home(variables: variables) { settings in
      settings.targets = [PollerSettings.Target("home", url)]
      settings.polling.interval = .seconds(60)
    }
    if let policy {
      let folder = home.folder + "/system/poller/settings.d"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data(policy.utf8).write(to: URL(fileURLWithPath: folder + "/50-interval.json"))
    }
    let daemon = try Program(["run"], at: home)
    try await daemon.line(with: "poll: home 200")
    // A timeout of 20 s is more than the interval of the recipes, and less than that of the file.
    try await home.change { $0.polling.timeout = .seconds(20) }
    try await daemon.line(with: "rejected: ")
    return (server.requests.first?.headers["authorization"], daemon.output)
  }

  @Test("The recipe for a container")
  func container() async throws {
    defer { try? FileManager.default.removeItem(atPath: credentials) }
    let words = try recipe("sh", after: "A container,").split(separator: " ").map(String.init)
    var variables: [String: String] = [:]
    for (option, word) in zip(words, words.dropFirst()) where option == "-e" {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      variables[parts[0]] = parts[1].replacing("/run/secrets/token", with: credentials + "/request-token")
    }
    let result = try await run(variables)
    #expect(result.authorization == "Bearer c3cret" && !result.output.contains("c3cret"))
  }

  @Test("The recipe for systemd, by the files and variables that it makes of it")
  func service() async throws {
    defer { try? FileManager.default.removeItem(atPath: credentials) }
    let lines = try recipe("ini", after: "A service of systemd").split(separator: "\n")
    var variables = ["CREDENTIALS_DIRECTORY": credentials]
    for line in lines {
      let parts = line.split(separator: "=", maxSplits: 2).map(String.init)
      if parts[0] == "Environment" { variables[parts[1]] = parts[2] }
      if parts[0] == "LoadCredential" {
        let name = try #require(parts[1].split(separator: ":").first)
        #expect(FileManager.default.fileExists(atPath: "\(credentials)/\(name)"))
      }
    }
    let result = try await run(variables)
    #expect(result.authorization == "Bearer c3cret" && !result.output.contains("c3cret"))
  }

  @Test("The recipe for a policy")
  func policy() async throws {
    defer { try? FileManager.default.removeItem(atPath: credentials) }
    let result = try await run([:], try recipe("json", after: "An administrator's policy"))
    #expect(result.output.contains("rejected: "))
  }

  @Test("The help lists the options of all settings, and an unknown option is refused")
  func options() async throws {
    defer { try? FileManager.default.removeItem(atPath: credentials) }
    let home = try await Home()
    let help = try await Program.run("run", "--help", at: home)
    #expect(help.status == 0)
    #expect(help.output.contains("  --polling-interval DURATION"))
    #expect(help.output.contains("  --polling-workers NUMBER"))
    #expect(!help.output.contains("--fleet"))
    let unknown = try await Program.run("run", "--pollig-interval", "3s", at: home)
    #expect(unknown.status == 64)
    let wrong = try await Program.run("run", "--polling-workers", "many", at: home)
    #expect(wrong.status == 65)
  }
}
