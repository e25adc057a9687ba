import Foundation
import TestSupport
import Testing

/// The most frequent tasks, with the program in a terminal. Each step compares the whole screen. How screens look in smaller and larger
/// windows is compared within the process (`SettingsTUITests`).
@Suite(.enabled(if: Screen.isAvailable, "tmux is missing"))
struct JourneyTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  private func open(columns: Int, rows: Int, environment: [String: String] = [:]) throws -> Screen {
    let state = ["XDG_STATE_HOME": workspace.folder + "/state", "XDG_CONFIG_HOME": workspace.folder]
    return try Screen(
      """
      cd '\(workspace.folder)'; '\(BuiltPrograms.settingsTUI)' edit settings.json; \
      clear; echo "The end: status $?"; cat
      """, columns: columns, rows: rows, environment: state.merging(environment) { $1 })
  }

  /// Compares the whole screen after a step.
  private func see(_ step: String, _ screen: Screen) async throws {
    try await screen.expect("\(step)-80x24") { text in
      // Time and author differ in each run.
      text.replacing(#/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/#, with: "2026-11-21 09:30:00")
        .replacing(#/(2026-11-21 09:30:00  )\S.{11}(  \S)/#) { $0.1 + "somebody    " + $0.2 }
    }
  }

  @Test("The ten most frequent tasks")
  func journeys() async throws {
    let screen = try open(columns: 80, rows: 24)
    try await edit(screen)
    try await apply(screen)
    try await rollBack(screen)
    try await leave(screen)
    #expect(workspace.content == Workspace.content)
  }

  private func edit(_ screen: Screen) async throws {
    // 1. Browsing sections and settings.
    try await see("01-open", screen)
    try screen.press("Tab", "j", "Enter")
    try await see("01-section", screen)
    // 2. Searching, and changing a number.
    try screen.type("/port")
    try await see("02-search", screen)
    try screen.press("Enter", "Enter")
    try screen.press("C-u")
    try screen.type("70000")
    try await see("02-refused", screen)
    try screen.press("C-u")
    try screen.type("9001")
    try screen.press("Enter")
    try await see("02-number", screen)
    // 3. Going to a path, and turning a setting on.
    try screen.press("C-g")
    try screen.type("verb")
    try await see("03-path", screen)
    try screen.press("Enter", "Space")
    try await see("03-toggled", screen)
    // 4. Choosing from a list.
    try screen.press("j", "Enter", "Down")
    try await see("04-picker", screen)
    try screen.press("Enter")
    try await see("04-chosen", screen)
    // 5. Typing text; a secret stays masked.
    try screen.press("C-g")
    try screen.type("network.tok")
    try screen.press("Enter", "Enter")
    try screen.type("n3w")
    try await see("05-typed", screen)
    try screen.press("Enter")
    try await see("05-masked", screen)
  }

  private func apply(_ screen: Screen) async throws {
    // 6. Resetting, undoing and redoing.
    try screen.press("r")
    try await see("06-reset", screen)
    try screen.press("u")
    try await see("06-undone", screen)
    try screen.press("C-r", "u")
    // 7. Showing only changed settings.
    try screen.press("f")
    try await see("07-changed", screen)
    try screen.press("f", "f")
    // 8. Reviewing, excluding, unstaging, applying.
    try screen.press("s", "j", "Space", "G", "R")
    try await see("08-review", screen)
    try screen.press("g", "R", "s")
    try await see("08-applied", screen)
  }

  private func rollBack(_ screen: Screen) async throws {
    // 9. The history and a rollback.
    try screen.press("H")
    try await see("09-history", screen)
    try screen.press("j", "r")
    try await see("09-rollback", screen)
    try screen.press("s")
    try await see("09-rolled-back", screen)
  }

  private func leave(_ screen: Screen) async throws {
    // 10. All keys, copying, and leaving with changes.
    try screen.press("?")
    try await see("10-keys", screen)
    try screen.press("Escape")
    try await screen.wait("the settings") { !$0.contains("Keys of") }
    try screen.press("c", "G")
    try await see("10-copy", screen)
    try screen.press("q", "q")
    try await see("10-leave", screen)
    try screen.press("d")
    try await screen.wait(for: "The end: status 0")
  }

  @Test("In a locale without UTF-8 and without colors, screens are complete")
  func plainTerminals() async throws {
    let screen = try open(
      columns: 80, rows: 24, environment: ["LC_ALL": "C", "NO_COLOR": "1", "TERM": "vt100"])
    try await screen.expect("ascii-80x24")
    try screen.press("Space", "j", "Enter", "Down")
    try await screen.expect("ascii-picker-80x24")
    // The sequences that select colors: SGR 30 to 49, 90 to 107, and 38 and 48 with parameters (ECMA-48, xterm).
    #expect(!(try screen.styledText()).contains(#/\u{1B}\[([0-9;]*;)?(3[0-8]|4[0-8]|9\d|10[0-7])[;m]/#))
    try screen.press("Escape")
    try await screen.wait("the settings") { !$0.contains("Debug") }
    try screen.press("q")
    try await screen.wait(for: "Discard")
    try screen.press("d")
    try await screen.wait(for: "The end: status 0")
  }

  @Test(
    "The editor opens on every common terminal",
    arguments: ["xterm-256color", "screen", "tmux", "linux", "vt100"])
  func terminals(_ name: String) async throws {
    let screen = try open(columns: 80, rows: 24, environment: ["TERM": name])
    try await screen.wait(for: "Port")
    try screen.press("Down", "Up", "Space")
    try await screen.wait(for: "1 change")
    try screen.press("u", "q")
    try await screen.wait(for: "The end: status 0")
  }

  @Test(
    "A terminal without cursor positioning is refused with one sentence",
    arguments: ["dumb", "no-such-terminal"])
  func unusable(_ name: String) async throws {
    let screen = try Screen(
      "cd '\(workspace.folder)'; '\(BuiltPrograms.settingsTUI)' edit settings.json; echo \"status $?\"; cat",
      environment: ["TERM": name])
    try await screen.wait("the refusal") { $0.contains("“\(name)”") && $0.contains("status 69") }
  }

  @Test("Reassigned keys work, and a malformed keys file is reported with its position")
  func keysFile() async throws {
    let folder = workspace.folder + "/settings-tui"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let keys = #"{ "settings": { "review": "F10", "quit": ["Ctrl-Q"] } }"#
    try keys.write(toFile: folder + "/keys.json", atomically: false, encoding: .utf8)
    let screen = try open(columns: 100, rows: 24)
    try await screen.wait("the hints") { $0.contains("F10 Review") && $0.contains("^Q Leave") }
    try screen.press("F10")
    try await screen.wait(for: "There are no staged changes")
    try screen.press("C-q")
    try await screen.wait(for: "The end: status 0")

    try #"{ "settings": { "review": "Hyper-R" } }"#.write(
      toFile: folder + "/keys.json", atomically: false, encoding: .utf8)
    let refused = try open(columns: 100, rows: 24)
    try await refused.wait(for: "The end")
    let run = try Run(
      "/usr/bin/env",
      ["XDG_CONFIG_HOME=\(workspace.folder)", BuiltPrograms.settingsTUI, "edit", "settings.json"],
      in: workspace.folder)
    #expect(run.status == 65)
    #expect(run.errors.contains("keys.json:1:27: There is no key “Hyper-R”"))
  }

  @Test("Names, titles and values in any script keep their columns, and their control characters are visible")
  func scripts() async throws {
    let form = #"""
      {
        "x-form": 1, "type": "object", "title": "設定 \u001b[31m",
        "properties": {
          "wide": { "type": "string", "title": "日本語のタイトル", "default": "値がここに" },
          "emoji": { "type": "string", "title": "👩‍👩‍👧 Family 🇩🇪", "default": "👍🏽 ok ❤️" },
          "marks": { "type": "string", "title": "e\u0301tude Zalgo\u0301\u0302\u0303\u0304", "default": "o\u0308" },
          "right": { "type": "string", "title": "عنوان", "default": "\u202eevil\u202c שלום" },
          "control": { "type": "string", "title": "Bell\u0007 \u001b]0;x\u0007", "default": "\u001b[2J\u0000\r" }
        }
      }
      """#
    try form.write(toFile: workspace.folder + "/server.form.json", atomically: false, encoding: .utf8)
    let name = "ファイル \u{1B}[31m.json"
    try #"{ "$schema": "server.form.json" }"#.write(
      toFile: workspace.folder + "/" + name, atomically: false, encoding: .utf8)
    let screen = try Screen(
      "cd '\(workspace.folder)'; '\(BuiltPrograms.settingsTUI)' edit ファイル*; cat", columns: 80, rows: 24)
    try await screen.expect("scripts-80x24")
  }
}
