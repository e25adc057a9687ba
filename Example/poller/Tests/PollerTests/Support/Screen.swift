import Foundation
import Testing

/// A terminal of tmux with a program.
final class Screen {
  static let tmux = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/opt/homebrew/bin/tmux"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  private let home: Home
  private let tmux: String
  private var socket: String { home.folder + "/tmux" }
  /// The process of tmux that owns the terminal.
  private var server: pid_t?

  /// Starts `poller` in a terminal.
  init(_ arguments: String, at home: Home) async throws {
    self.home = home
    tmux = try #require(Self.tmux)
    let variables = home.environment.flatMap { ["-e", "\($0.key)=\($0.value)"] }
    let command = "'\(Program.executable)' \(arguments); echo \"The end: $?\"; cat"
    let session = ["new-session", "-d", "-P", "-F", "#{pid}", "-x", "100", "-y", "30"]
    server = pid_t(try await run(session + variables + [command]))
  }

  deinit {
    // The command `kill-server` would need the socket, and the folder with it is removed now.
    if let server { kill(server, SIGTERM) }
  }

  /// Presses keys, with the names of tmux: `Down`, `Enter`, `C-u`.
  func press(_ keys: String...) async throws { _ = try await run(["send-keys"] + keys) }

  func type(_ text: String) async throws { _ = try await run(["send-keys", "-l", text]) }

  /// Waits until the screen shows a string. The time limit of the test ends the wait.
  @discardableResult
  func wait(for text: String) async throws -> String {
    while true {
      let screen = try await run(["capture-pane", "-p"])
      if screen.contains(text) { return screen }
      do {
        try await Task.sleep(for: .milliseconds(20))
      } catch {
        Issue.record("the wait timed out for “\(text)”; the screen:\n\(screen)")
        throw error
      }
    }
  }

  private func run(_ arguments: [String]) async throws -> String {
    let process = try ChildProcess(
      tmux, ["-f", "/dev/null", "-S", socket] + arguments, environment: ["PATH": "/usr/bin:/bin"])
    var lines: [String] = []
    for await line in process.lines { lines.append(line) }
    return lines.joined(separator: "\n")
  }
}
