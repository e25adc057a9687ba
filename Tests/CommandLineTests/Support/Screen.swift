import Foundation
import Testing

/// A program in a terminal of tmux.
///
///     let screen = try Screen("\(BuiltPrograms.settingsTUI) \(workspace.file)", columns: 80, rows: 24)
///     try await screen.wait(for: "Network")
///     try screen.press("Down", "Enter")
///     try await screen.expect("02-number-80x24")
///
/// tmux interprets what the program sends, so the text is what a user sees, after all cursor movements. Each screen has a server and a
/// socket of its own, and ends with the object. Where no process is needed, `EditorDriver` of the editor's tests is much faster.
final class Screen {
  static let isAvailable = BuiltPrograms.tool("tmux") != nil

  private let folder: String
  private let tmux: String

  /// Starts a shell command in a terminal with a size.
  init(_ command: String, columns: Int = 100, rows: Int = 30, environment: [String: String] = [:]) throws {
    tmux = try #require(BuiltPrograms.tool("tmux"))
    folder = NSTemporaryDirectory() + "screen-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // Options come first, so that they apply to the program's terminal.
    let options = "set -g status off\nset -g default-terminal tmux-256color\nset -g remain-on-exit on\n"
    try options.write(toFile: folder + "/tmux.conf", atomically: false, encoding: .utf8)
    let variables = ["LC_ALL": "C.UTF-8"].merging(environment) { $1 }
      .flatMap { ["-e", "\($0.key)=\($0.value)"] }
    // tmux sets TERM itself.
    let type = environment["TERM"].map { "export TERM='\($0)'; " } ?? ""
    let start = ["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)"]
    let result = try run(start + variables + [type + command])
    try #require(result.status == 0, "tmux: \(result.errors)")
  }

  deinit {
    _ = try? run(["kill-server"])
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Returns the text on the screen, optionally with escape sequences.
  func text(withStyles: Bool = false) throws -> String {
    try run(["capture-pane", "-p"] + (withStyles ? ["-e"] : [])).output
  }

  /// Returns the text on the screen with escape sequences.
  func styledText() throws -> String {
    try run(["capture-pane", "-p", "-e"]).output
  }

  /// Presses keys, with the names of tmux: `Down`, `Enter`, `C-z`.
  func press(_ keys: String...) throws {
    _ = try run(["send-keys"] + keys)
  }

  /// Types a string.
  func type(_ text: String) throws {
    _ = try run(["send-keys", "-l", text])
  }

  func resize(columns: Int, rows: Int) throws {
    _ = try run(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// Waits until the screen satisfies a condition; fails with its text after a generous limit.
  ///
  /// The screen is polled, because tmux has no event for a program that has finished drawing.
  @discardableResult
  func wait(
    _ comment: String, sourceLocation: SourceLocation = #_sourceLocation, until isExpected: (String) -> Bool
  ) async throws -> String {
    let deadline = ContinuousClock.now + .seconds(20)
    var screen = try text()
    while !isExpected(screen) {
      if ContinuousClock.now > deadline {
        Issue.record(
          "the wait timed out for \(comment); the screen:\n\(screen)", sourceLocation: sourceLocation)
        throw CancellationError()
      }
      try await Task.sleep(for: .milliseconds(20))
      screen = try text()
    }
    return screen
  }

  /// Waits until the screen shows a string.
  @discardableResult
  func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
    try await wait("“\(text)”", sourceLocation: sourceLocation) { $0.contains(text) }
  }

  /// Stops the program with Ctrl-Z, checks that the shell echoes typed text, and continues until the program asks again.
  func stopAndGoOn(to question: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try press("C-z")
    try await wait(for: "Stopped", sourceLocation: sourceLocation)
    try type("echo visi''ble; fg")
    try press("Enter")
    try await wait("“\(question)” again", sourceLocation: sourceLocation) { text in
      text.contains("\nvisible\n")
        && text.trimmingCharacters(in: .whitespacesAndNewlines).hasSuffix("\n\(question)")
    }
  }

  /// Waits until the whole screen equals the one in the folder `Golden`. With `SETTINGS_RECORD` set, writes the screen there when
  /// it is stable.
  ///
  /// - Parameter normalize: Removes text that differs in each run.
  func expect(
    _ name: String, sourceLocation: SourceLocation = #_sourceLocation,
    normalize: (String) -> String = { $0 }
  ) async throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Golden/\(name).txt").path
    if ProcessInfo.processInfo.environment["SETTINGS_RECORD"] != nil {
      var last = ""
      var since = ContinuousClock.now
      while last.allSatisfy(\.isWhitespace) || ContinuousClock.now - since < .milliseconds(700) {
        let screen = normalize(try text())
        if screen != last { (last, since) = (screen, .now) }
        try await Task.sleep(for: .milliseconds(20))
      }
      return try last.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOfFile: path, encoding: .utf8)
    try await wait("the screen \(name)", sourceLocation: sourceLocation) { normalize($0) == expected }
  }

  private func run(_ arguments: [String]) throws -> Run {
    try Run(tmux, ["-f", folder + "/tmux.conf", "-S", folder + "/socket"] + arguments)
  }
}
