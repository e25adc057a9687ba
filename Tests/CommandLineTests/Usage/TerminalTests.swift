import Foundation
import TestSupport
import Testing

/// Commands on a terminal: questions, colors and control characters.
@Suite(.enabled(if: Screen.isAvailable, "tmux is missing"))
struct TerminalTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  private func open(_ arguments: String, environment: [String: String] = [:]) throws -> Screen {
    try Screen(
      "cd '\(workspace.folder)'; '\(BuiltPrograms.settingsTUI)' \(arguments); echo \"status $?\"; cat",
      environment: environment)
  }

  @Test("A change is shown in a review, and y applies it")
  func agree() async throws {
    let screen = try open("set settings.json network.port=9001")
    try await screen.wait(for: "Apply? [y/N]")
    #expect(try screen.text().contains("network.port: 9000 → 9001"))
    #expect(workspace.content == Workspace.content)
    try screen.type("y")
    try screen.press("Enter")
    try await screen.wait(for: "status 0")
    #expect(workspace.content == Workspace.content.replacing("9000", with: "9001"))
  }

  // SwiftPM sets NO_COLOR for tests if its output isn't a terminal.
  @Test("Output is colored unless NO_COLOR is set", arguments: [true, false])
  func colors(hasColors: Bool) async throws {
    let screen = try open(
      "set settings.json network.port=9001 --dry-run", environment: ["NO_COLOR": hasColors ? "" : "1"])
    try await screen.wait(for: "status 0")
    #expect(try screen.text(withStyles: true).contains("\u{1B}[") == hasColors)
  }

  @Test("A control character in a value is shown in a visible form")
  func controlCharacters() async throws {
    let host = #""\u001b]0;owned\u0007\u001b[2Jx\u009b1m""#
    _ = try workspace.run("set", "settings.json", "network.host:=\(host)", "--yes")
    for arguments in [
      "get settings.json network.host", "reset settings.json network.host --dry-run", "list settings.json",
    ] {
      let screen = try open(arguments)
      let text = try await screen.wait(for: "status 0")
      #expect(text.contains("^[]0;owned^G^[[2Jx"), "\(text)")
    }
  }

  @Test("The text of a malformed file is opened at the error, and then the editor opens")
  func repair() async throws {
    let malformed = Workspace.content.replacing("9000", with: "90x0")
    try malformed.write(toFile: workspace.file, atomically: true, encoding: .utf8)
    // The name of the program tells that it takes a line.
    let program = workspace.folder + "/vi"
    try workspace.write(
      program: program, "#!/bin/sh\necho \"$1\" > line\nsed -i s/90x0/9000/ \"$2\"")
    let screen = try open("settings.json", environment: ["EDITOR": program, "VISUAL": ""])
    try await screen.wait(for: "e: edit the text at line 5")
    try screen.type("e")
    try screen.press("Enter")
    try await screen.wait(for: "9000")
    #expect(workspace.text(of: "line") == "+5\n")
    #expect(workspace.content == Workspace.content)
  }

  @Test("A terminal that can't place text is reported with 69")
  func dumbTerminal() async throws {
    let screen = try open("settings.json", environment: ["TERM": "dumb"])
    let text = try await screen.wait(for: "status 69")
    #expect(text.contains("--plain"), "\(text)")
  }

  @Test("Without a terminal, the editor reports that and exits with 69")
  func noTerminal() throws {
    let workspace = try Workspace()
    let result = try workspace.run("edit", "settings.json")
    #expect(result.status == 69)
    #expect(!result.errors.isEmpty)
    #expect(workspace.content == Workspace.content)
  }
}
