import Foundation
import TestSupport
import Testing

/// Unapplied changes survive every end of the editor.
@Suite(.enabled(if: Screen.isAvailable, "tmux is missing"))
struct RecoveryTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  private func open(editor: String = "false", until text: String = "Port") async throws -> Screen {
    let screen = try Screen(
      """
      cd '\(workspace.folder)'; stty -g >before; \
      sh -c 'echo $$ >pid; exec "$0" edit settings.json' '\(BuiltPrograms.settingsTUI)' 2>errors; \
      stty -g >after; echo The end; cat
      """,
      environment: ["XDG_STATE_HOME": workspace.folder + "/state", "VISUAL": editor])
    try await screen.wait(for: text)
    return screen
  }

  private func file(_ name: String) -> String? {
    FileManager.default.contents(atPath: workspace.folder + "/" + name).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The files with changes, without the temporary file that becomes one of them.
  private var kept: [String] {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: workspace.folder + "/state/settings-tui/recovery")
    return names?.filter { !$0.hasPrefix(".") } ?? []
  }

  private func stageAChange(on screen: Screen) async throws {
    try screen.press("C-g")
    try screen.type("verbose")
    try screen.press("Enter")
    try await screen.wait(for: "Enter Change")
    try screen.press("Space")
    try await screen.wait(for: "1 change")
  }

  @Test(
    "After any signal, the editor offers the changes again", arguments: ["TERM", "HUP", "INT", "KILL"])
  func signals(name: String) async throws {
    var screen = try await open()
    try await stageAChange(on: screen)
    try await screen.wait("the changes to be kept") { _ in !kept.isEmpty }
    let pid = try #require(file("pid")?.split(separator: "\n").first.map(String.init))
    _ = try Run("/bin/kill", ["-\(name)", pid])
    // A killed editor doesn't restore the screen; the file shows that the shell continued.
    try await screen.wait("the end") { _ in file("after")?.isEmpty == false }
    if name != "KILL" {
      #expect(file("after") == file("before"))
      #expect(file("errors")?.contains("restore them at the next start") == true)
    }
    #expect(kept.count == 1)
    #expect(workspace.content == Workspace.content)

    screen = try await open(until: "unsaved change")
    try await restore(on: screen, until: "Staged 1 change")
    #expect(kept.count == 1)
    try screen.press("s")
    try await screen.wait(for: "Review")
    try screen.press("s")
    try await screen.wait(for: "Applied 1 change")
    try screen.press("q")
    try await screen.wait(for: "The end")
    #expect(kept.isEmpty)
    #expect(workspace.content == Workspace.content.replacing("\"verbose\": false", with: "\"verbose\": true"))
  }

  @Test(
    "When a signal ends the editor during an external edit, it ends the external editor and offers the changes again",
    arguments: ["TERM", "HUP"])
  func signalsMeanwhile(name: String) async throws {
    let script = try program(
      """
      sed -i -e 's/9000/9123/' "$1"
      echo "Editing $1"
      exec sleep 1000
      """)
    var screen = try await open(editor: script)
    try await stageAChange(on: screen)
    try screen.press("E")
    try await screen.wait("the other program") { $0.hasPrefix("Editing /") }
    let pid = try #require(file("pid")?.split(separator: "\n").first.map(String.init))
    // Saved before the external editor started, not only at the signal.
    #expect(kept.count == 1)
    _ = try Run("/bin/kill", ["-\(name)", pid])
    try await screen.wait("the end") { _ in file("after")?.isEmpty == false }
    #expect(file("after") == file("before"))
    #expect(file("errors")?.contains("restore them at the next start") == true)
    #expect(kept.count == 1)
    #expect(workspace.content == Workspace.content)

    screen = try await open(until: "unsaved changes")
    // The staged changes, and those that the external editor had saved.
    try await restore(on: screen, until: "Staged 2 changes")
  }

  /// Answers the question about unsaved changes with "Restore".
  ///
  /// The editor ignores keys until there was none for a moment, because a person may have typed them before the question was visible. So the
  /// key is pressed again, with pauses, until the editor takes it.
  private func restore(on screen: Screen, until text: String) async throws {
    let clock = ContinuousClock()
    var last = clock.now
    try await screen.wait("“\(text)”") { shown in
      if shown.contains(text) { return true }
      if clock.now - last > .seconds(1) {
        try? screen.press("r")
        last = clock.now
      }
      return false
    }
  }

  /// Writes a shell script and returns a command that runs it.
  ///
  /// The command doesn't execute the file itself, which a child of another test may still have open for writing.
  private func program(_ text: String) throws -> String {
    let path = workspace.folder + "/editor"
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    return "sh \(path)"
  }

  @Test("The external editor gets the terminal, and its result is staged")
  func ownEditor() async throws {
    let script = try program(
      """
      echo "Editing $1"
      read -r answer
      sed -i -e 's/9000/9123/' "$1"
      """)
    let screen = try await open(editor: script)
    try screen.press("E")
    try await screen.wait("the other program") { $0.hasPrefix("Editing /") && !$0.contains("Port") }
    // Keys that send signals are for the external editor only, which ignores them.
    try screen.type("done")
    try screen.press("Enter")
    try await screen.wait("the editor again") { $0.contains("Staged 1 change") && $0.contains("9123") }
    try screen.press("q")
    try await screen.wait(for: "Discard")
    try screen.press("d")
    try await screen.wait(for: "The end")
    #expect(file("after") == file("before"))
    #expect(kept.isEmpty)
    #expect(workspace.content == Workspace.content)
  }
}
