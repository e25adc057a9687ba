import Foundation
import Testing

/// Completion in bash, zsh and fish: by the scripts that `make install` installs, in the real shells.
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

  /// The words that the program itself offers.
  private func words(_ typed: String...) throws -> [String] {
    let result = try Run(BuiltPrograms.settingsTUI, ["__complete", "words"] + typed, in: workspace.folder)
    #expect(result.status == 0 && result.errors.isEmpty)
    return result.output.split(separator: "\n").dropFirst().map {
      String($0.dropFirst().prefix { $0 != "\t" })
    }
  }

  @Test("Commands, and only their own options, are offered")
  func commandsAndOptions() throws {
    let commands = [
      "edit", "get", "list", "check", "set", "reset", "apply", "log", "rollback", "confirm", "cancel",
    ]
    #expect(try words("") == commands)
    #expect(try words("help", "co") == ["confirm"])
    #expect(try words("list", "--") == ["--schema", "--changed", "--json", "--help"])
    #expect(!(try words("set", "settings.json", "--yes", "--").contains("--yes")))
    #expect(try words("set", "--message", "").isEmpty)
    #expect(try words("list", "settings.json", "").isEmpty)
  }

  @Test("Settings are offered by path or pointer, as far as the command takes them")
  func settings() throws {
    let all = ["network.port", "network.host", "network.token", "verbose", "level"]
    // A secret is asked for.
    #expect(
      try words("set", "settings.json", "") == all.map { $0 == "network.token" ? $0 : $0 + "=" })
    #expect(try words("get", "settings.json", "") == ["network"] + all)
    #expect(try words("reset", "settings.json", "network", "network.p") == ["network.port"])
    #expect(try words("reset", "settings.json", "verbose", "v").isEmpty)
    #expect(try words("set", "settings.json", "/network/p") == ["/network/port="])
    #expect(try words("get", "settings.json", "verbose", "").isEmpty)
  }

  @Test(
    "Values are offered where they are known",
    arguments: [
      ("level=", ["info", "debug"]), ("level=d", ["debug"]), ("level:=", ["\"info\"", "\"debug\""]),
      ("verbose=", ["true", "false"]), ("verbose:=f", ["false"]), ("network.port=", ["8080"]),
      ("network.token=", []), ("nowhere=", []),
    ])
  func values(typed: String, values: [String]) throws {
    let path = typed.prefix { $0 != "=" } + "="
    #expect(try words("set", "settings.json", typed) == values.map { path + $0 })
  }

  @Test("Of a large form only the next key is offered")
  func largeForm() throws {
    let members = (0..<60).map { #""k\#($0)": {"type": "integer", "title": "K"}"# }.joined(separator: ", ")
    let sections = ["left", "right"]
      .map { #""\#($0)": {"type": "object", "title": "\#($0)", "properties": {\#(members)}}"# }
    try #"{"type": "object", "title": "Large", "properties": {\#(sections.joined(separator: ", "))}}"#
      .write(toFile: workspace.folder + "/server.form.json", atomically: false, encoding: .utf8)
    #expect(try words("set", "settings.json", "") == ["left.", "right."])
    #expect(try words("set", "settings.json", "le").count == 60)
    #expect(try words("get", "settings.json", "/").prefix(2) == ["/left/", "/right/"])
  }

  @Test("Versions and ids are offered; nothing, and no error, where the file or form is no good")
  func histories() throws {
    let armed = try workspace.run("set", "settings.json", "verbose=true", "--yes", "--confirm-within", "600")
    #expect(armed.status == 0)
    #expect(try words("rollback", "settings.json", "") == ["0", "1"])
    let ids = try words("confirm", "settings.json", "")
    #expect(ids.count == 1 && ids[0].count == 8)
    #expect(try workspace.run("cancel", "settings.json").status == 0)
    #expect(try words("confirm", "settings.json", "").isEmpty)
    #expect(try words("set", "nowhere.json", "").isEmpty)
    #expect(try words("set", "server.form.json", "").isEmpty)
  }

  // MARK: - In the shells

  /// What stands on the line of a shell once the tabulator has been pressed behind a text.
  private func completed(_ text: String, on screen: Screen) async throws -> String {
    try screen.type(text)
    try await screen.wait(for: text.split(separator: " ").last.map(String.init) ?? text)
    try screen.press("Tab")
    // The line is complete when a key pressed behind the tabulator shows.
    try screen.type("§")
    let shown = try await screen.wait("the completion") { $0.contains("§") }
    try screen.press("C-u")
    try await screen.wait("an empty line") { !$0.contains("§") }
    let line = shown.split(separator: "\n").last { $0.contains("§") } ?? ""
    return String(line.drop { $0 != "s" }.prefix { $0 != "§" })
  }

  /// Lines, and what they become.
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
