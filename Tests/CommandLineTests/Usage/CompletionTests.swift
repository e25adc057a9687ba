import Foundation
import TestSupport
import Testing

/// The completion scripts in real shells, and candidates that depend on the history.
@Suite struct CompletionTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try FileManager.default.createDirectory(
      atPath: workspace.folder + "/bin", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: workspace.folder + "/bin/settings-tui", withDestinationPath: BuiltPrograms.settingsTUI)
  }

  private static var scripts: String {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return folder.path + "/Share/completions"
  }

  /// Returns the program's candidates for the last word.
  private func words(_ typed: String...) throws -> [String] {
    let result = try Run(BuiltPrograms.settingsTUI, ["__complete", "words"] + typed, in: workspace.folder)
    #expect(result.status == 0 && result.errors.isEmpty)
    return result.output.split(separator: "\n").dropFirst().map {
      String($0.dropFirst().prefix { $0 != "\t" })
    }
  }

  @Test("Versions and IDs are offered; a missing or malformed file has no candidates and no error")
  func histories() throws {
    let armed = try workspace.run("set", "settings.json", "verbose=true", "--yes", "--confirm-within", "600")
    #expect(armed.status == 0)
    #expect(try words("rollback", "settings.json", "") == ["0", "1"])
    let ids = try words("confirm", "settings.json", "")
    #expect(ids.count == 1 && ids[0].count == 8)
    #expect(try workspace.run("cancel", "settings.json").status == 0)
    #expect(try words("confirm", "settings.json", "").isEmpty)
    #expect(try words("set", "nowhere.json", "").isEmpty)
    try Data("{".utf8).write(to: URL(fileURLWithPath: workspace.folder + "/malformed.json"))
    #expect(try words("set", "malformed.json", "").isEmpty)
  }

  // MARK: - In the shells

  /// Returns the shell's line after a string and Tab.
  private func completed(_ text: String, on screen: Screen) async throws -> String {
    try screen.type(text)
    try await screen.wait(for: text.split(separator: " ").last.map(String.init) ?? text)
    try screen.press("Tab")
    // The completion is done when a key typed after Tab is on the screen.
    try screen.type("§")
    let shown = try await screen.wait("the completion") { $0.contains("§") }
    try screen.press("C-u")
    try await screen.wait("an empty line") { !$0.contains("§") }
    let line = shown.split(separator: "\n").last { $0.contains("§") } ?? ""
    return String(line.drop { $0 != "s" }.prefix { $0 != "§" })
  }

  /// Lines before and after completion.
  static let lines = [
    ("settings-tui che", "settings-tui check "),
    ("settings-tui list sett", "settings-tui list settings.json "),
    ("settings-tui set settings.json lev", "settings-tui set settings.json level="),
    ("settings-tui set settings.json level=d", "settings-tui set settings.json level=debug "),
    ("settings-tui set settings.json verbose:=t", "settings-tui set settings.json verbose:=true "),
    ("settings-tui reset settings.json network.po", "settings-tui reset settings.json network.port "),
    ("settings-tui set settings.json --dry", "settings-tui set settings.json --dry-run "),
    ("settings-tui list --schema=serv", "settings-tui list --schema=server.form.json "),
  ]

  private func check(_ shell: String, _ command: String, _ environment: [String: String] = [:]) async throws {
    let path = "\(workspace.folder)/bin:\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
    let screen = try Screen(
      "cd '\(workspace.folder)'; PATH='\(path)' exec \(command)", environment: environment)
    try await screen.wait(for: "ready>")
    for (typed, expected) in Self.lines {
      let line = try await completed(typed, on: screen)
      #expect(line == expected, "\(shell): \(typed)")
    }
  }

  @Test(
    "bash completes",
    .enabled(if: Screen.isAvailable && BuiltPrograms.tool("bash") != nil, "tmux or bash is missing"))
  func bash() async throws {
    try "PS1='ready> '; source '\(Self.scripts)/settings-tui.bash'\n"
      .write(toFile: workspace.folder + "/rc", atomically: false, encoding: .utf8)
    try await check("bash", "bash --noprofile --rcfile rc -i")
  }

  @Test(
    "zsh completes",
    .enabled(if: Screen.isAvailable && BuiltPrograms.tool("zsh") != nil, "tmux or zsh is missing"))
  func zsh() async throws {
    let folder = workspace.folder + "/zsh"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try """
    fpath=('\(Self.scripts)' $fpath)
    autoload -Uz compinit && compinit -u -D
    PS1='ready> '
    """.write(toFile: folder + "/.zshrc", atomically: false, encoding: .utf8)
    try await check("zsh", "zsh -i", ["ZDOTDIR": folder])
  }

  @Test("fish completes", .enabled(if: BuiltPrograms.tool("fish") != nil, "fish is missing"))
  func fish() throws {
    let fish = try #require(BuiltPrograms.tool("fish"))
    for (typed, expected) in Self.lines {
      let script = """
        set -x HOME '\(workspace.folder)'; set PATH '\(workspace.folder)/bin' $PATH
        source '\(Self.scripts)/settings-tui.fish'; complete -C '\(typed)'
        """
      let result = try Run(fish, ["--no-config", "-c", script], in: workspace.folder)
      let words = result.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
      let line = typed.split(separator: " ").dropLast().joined(separator: " ")
      #expect(
        words.map { "\(line) \($0)" }.contains(expected.trimmingCharacters(in: .whitespaces)), "\(result)")
    }
  }
}
