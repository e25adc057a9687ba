import Foundation
import TestSupport
import Testing

/// The editor in a terminal.
@Suite(.enabled(if: Screen.isAvailable, "tmux is missing"))
struct EditorTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  /// Opens the editor from a script that records the terminal's modes before and afterwards.
  private func open(columns: Int = 100, rows: Int = 30) async throws -> Screen {
    let screen = try Screen(
      """
      cd '\(workspace.folder)'; stty -g >before; '\(BuiltPrograms.settingsTUI)' edit settings.json; \
      echo "status $?" >status; stty -g >after; echo The end; cat
      """, columns: columns, rows: rows)
    try await screen.wait(for: "Port")
    return screen
  }

  private func file(_ name: String) -> String? {
    FileManager.default.contents(atPath: workspace.folder + "/" + name).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Checks the exit status of the editor and that the terminal was restored.
  private func expectTheEnd(on screen: Screen, status: Int = 0) async throws {
    try await screen.wait(for: "The end")
    #expect(file("status") == "status \(status)\n")
    #expect(file("after") == file("before"))
    #expect(file("before")?.isEmpty == false)
  }

  /// Goes to the only setting that a search finds and opens its field.
  private func edit(_ name: String, on screen: Screen) async throws {
    try screen.press("/")
    try screen.type(name)
    try await screen.wait(for: "1 found")
    try screen.press("Enter")
    try await screen.wait(for: "Enter Change")
    try screen.press("Enter")
    try await screen.wait(for: "Enter Accept")
    try screen.press("C-u")
  }

  @Test("An applied edit changes only its value in the file")
  func editAndApply() async throws {
    let screen = try await open()
    try await edit("token", on: screen)
    try screen.type("n3w-s3cret")
    try screen.press("Enter")
    try await screen.wait(for: "1 change")
    try screen.press("s")
    try await screen.wait(for: "Review")
    #expect(workspace.content == Workspace.content)
    #expect(!(try screen.text()).contains("s3cret"))
    try screen.press("s")
    try await screen.wait(for: "Applied 1 change")
    #expect(workspace.content == Workspace.content.replacing("hunter2-s3cret", with: "n3w-s3cret"))
    try screen.press("q")
    try await expectTheEnd(on: screen)
  }

  @Test("Applying a change that needs a restart ends the editor")
  func applyAndRestart() async throws {
    let screen = try await open()
    try await edit("port", on: screen)
    try screen.type("9001")
    try screen.press("Enter")
    try await screen.wait(for: "1 change")
    try screen.press("s")
    try await screen.wait("the review") { $0.contains("9000 → 9001") && $0.contains("Restart") }
    try screen.press("s")
    try await expectTheEnd(on: screen)
    #expect(workspace.content == Workspace.content.replacing("9000", with: "9001"))
  }

  @Test("A value out of range is reported while it is typed, and can't be applied")
  func invalid() async throws {
    let screen = try await open()
    try await edit("port", on: screen)
    try screen.type("70000")
    try await screen.wait(for: "65535")
    try screen.press("Escape")
    try await screen.wait(for: "no changes")
    #expect(workspace.content == Workspace.content)
  }

  /// Turns `verbose` on, without applying it.
  private func stageAChange(on screen: Screen) async throws {
    try screen.press("/")
    try screen.type("verbose")
    try await screen.wait(for: "1 found")
    try screen.press("Enter")
    try await screen.wait(for: "Enter Change")
    try screen.press("Space")
    try await screen.wait(for: "1 change")
  }

  @Test("Leaving with changes asks; staying keeps them, and discarding doesn't change the file")
  func leave() async throws {
    let screen = try await open()
    try await stageAChange(on: screen)
    try screen.press("q")
    try await screen.wait(for: "Discard")
    try screen.press("Escape")
    try await screen.wait("the question to go") { !$0.contains("Discard") && $0.contains("1 change") }
    try screen.press("q")
    try await screen.wait(for: "Discard")
    try screen.press("Tab", "Enter")
    try await expectTheEnd(on: screen)
    #expect(workspace.content == Workspace.content)
  }

  @Test("The path of another file is completed, and its values are staged")
  func completePath() async throws {
    try FileManager.default.createDirectory(
      atPath: workspace.folder + "/presets", withIntermediateDirectories: true)
    for (name, port) in [("fast-a", 1), ("fast-b", 2)] {
      try #"{"network": {"port": \#(port)}}"#.write(
        toFile: workspace.folder + "/presets/\(name).json", atomically: true, encoding: .utf8)
    }
    let screen = try await open()
    try screen.press("o")
    try await screen.wait(for: "Load a file")
    try screen.type("pre")
    try screen.press("Tab")
    try await screen.wait(for: "presets/")
    try screen.press("Tab")
    try await screen.wait(for: "presets/fast-")
    try screen.press("Tab")
    try await screen.wait("the names") { $0.contains("fast-a.json") && $0.contains("fast-b.json") }
    try screen.type("b")
    try screen.press("Tab")
    try await screen.wait(for: "presets/fast-b.json")
    try screen.press("Enter")
    try await screen.wait(for: "1 change")
    #expect(workspace.content == Workspace.content)
    try screen.press("q")
    try await screen.wait(for: "Discard")
    try screen.press("d")
    try await expectTheEnd(on: screen)
  }

  @Test("The editor works again after the terminal was too small")
  func resize() async throws {
    let screen = try await open()
    try await stageAChange(on: screen)
    for (columns, rows) in [(40, 10), (12, 3), (1, 1)] {
      try screen.resize(columns: columns, rows: rows)
      try await screen.wait("a screen of \(columns)×\(rows)") { text in
        text.split(separator: "\n").allSatisfy { $0.count <= columns }
      }
    }
    try screen.resize(columns: 100, rows: 30)
    try await screen.wait(for: "1 change")
    try screen.press("s")
    try await screen.wait(for: "Review")
    try screen.press("s")
    try await screen.wait(for: "Applied 1 change")
    try screen.press("q")
    try await expectTheEnd(on: screen)
    #expect(workspace.content == Workspace.content.replacing("\"verbose\": false", with: "\"verbose\": true"))
  }

  @Test("Ctrl-Z returns to the shell, and fg to the editor with its changes")
  func suspend() async throws {
    let bash = try #require(BuiltPrograms.tool("bash"))
    let screen = try Screen(
      "cd '\(workspace.folder)'; stty -g >before; PS1='ready> ' exec '\(bash)' --norc --noprofile -i")
    try await screen.wait(for: "ready>")
    try screen.type("'\(BuiltPrograms.settingsTUI)' edit settings.json")
    try screen.press("Enter")
    try await screen.wait(for: "Port")
    try await stageAChange(on: screen)
    try screen.press("C-z")
    try await screen.wait(for: "Stopped")
    try screen.type("clear; echo shell says hello")
    try screen.press("Enter")
    try await screen.wait("the shell") { $0.hasPrefix("shell says hello") }
    try screen.type("fg")
    try screen.press("Enter")
    try await screen.wait("the editor") { $0.contains("1 change") && $0.contains("Verbose") }
    try screen.press("q")
    try await screen.wait(for: "Discard")
    try screen.press("Tab", "Enter")
    try await screen.wait("the shell") { !$0.contains("Discard") && $0.contains("ready>") }
    try screen.type("clear; stty -g >after; echo The end")
    try screen.press("Enter")
    try await screen.wait("the end") { $0.hasPrefix("The end") }
    #expect(workspace.content == Workspace.content)
  }

  @Test(
    "When a signal ends the editor, the terminal is restored and the file isn't changed",
    arguments: ["TERM", "HUP", "INT"])
  func signal(name: String) async throws {
    let screen = try Screen(
      """
      cd '\(workspace.folder)'; stty -g >before; \
      sh -c 'echo $$ >pid; exec "$0" edit settings.json' '\(BuiltPrograms.settingsTUI)'; \
      stty -g >after; echo The end; cat
      """)
    try await screen.wait(for: "Port")
    try await stageAChange(on: screen)
    let pid = try #require(file("pid")?.split(separator: "\n").first.map(String.init))
    _ = try Run("/bin/kill", ["-\(name)", pid])
    try await screen.wait(for: "The end")
    #expect(file("after") == file("before"))
    #expect(workspace.content == Workspace.content)
  }

  @Test("A malformed file is reported with its position and not changed")
  func malformed() async throws {
    let content = "{\n  \"$schema\": \"server.form.json\",\n  \"verbose\": tru\n}\n"
    let workspace = try Workspace(content: content)
    let screen = try Screen(
      "cd '\(workspace.folder)'; '\(BuiltPrograms.settingsTUI)' edit settings.json; echo \"status $?\"; cat")
    try await screen.wait(for: "q: leave it")
    #expect(try screen.text().contains("settings.json:3:"))
    try screen.press("q", "Enter")
    try await screen.wait(for: "status 65")
    #expect(workspace.content == content)
  }
}
