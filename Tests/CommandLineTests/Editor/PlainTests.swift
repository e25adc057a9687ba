import Foundation
import TestSupport
import Testing

@Suite("The plain editor")
struct PlainTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  /// Runs the plain editor with lines of input.
  private func converse(_ lines: String...) throws -> Run {
    let text = lines.map { $0 + "\n" }.joined()
    try text.write(toFile: workspace.folder + "/lines", atomically: false, encoding: .utf8)
    let command = "XDG_STATE_HOME=$PWD/state exec '\(BuiltPrograms.settingsTUI)' edit --plain settings.json"
    return try Run("/bin/sh", ["-c", "cat lines | (\(command))"], in: workspace.folder)
  }

  @Test("A script of answers changes only the edited value")
  func applies() throws {
    let run = try converse("/verbose", "1", "s", "s", "q")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("Verbose: false, will be true"))
    #expect(run.output.contains("Applied 1 change."))
    #expect(workspace.content == Workspace.content.replacing("\"verbose\": false", with: "\"verbose\": true"))
  }

  @Test(
    "At the end of the input, unapplied changes are reported, the file isn't changed, and the status is 1")
  func endOfInput() throws {
    let run = try converse("/port", "1", "9001")
    #expect(run.status == 1)
    #expect(run.output.contains("Not applied:\nnetwork.port: 9000, will be 9001, after a restart\n"))
    #expect(run.errors.contains("1 change was not applied"))
    #expect(workspace.content == Workspace.content)
  }

  @Test("Unapplied changes are offered at the next start and can be restored")
  func recovery() throws {
    #expect(try converse("/port", "1", "9001").errors.contains("the editor offers to restore them"))
    let second = try converse("q")
    #expect(second.status == 0)
    #expect(
      second.output.contains("1 unsaved change from") && second.output.contains("Type restore or discard;"))
    let third = try converse("restore", "s", "apply", "q")
    #expect(third.status == 0, "\(third.errors)")
    #expect(workspace.content == Workspace.content.replacing("9000", with: "9001"))
    #expect(try !converse("q").output.contains("unsaved"))
  }

  @Test(
    "Given a draft with an added key that wasn't applied, when an editor starts, then the key is restored")
  func addedKey() throws {
    let form = """
      {"title": "Scripts", "type": "object", "properties": {"name": {"type": "string"}},
        "additionalProperties": {"type": "string"}}
      """
    try Data(form.utf8).write(to: URL(filePath: workspace.folder + "/server.form.json"))
    try Data(#"{"$schema": "server.form.json"}"#.utf8).write(to: URL(filePath: workspace.file))
    let first = try converse("add build.all", "make all", "s", "1", "s")
    #expect(first.output.contains("Every change is left out"), "\(first.output)")
    let second = try converse("restore", "s", "1", "s", "q")
    #expect(second.output.contains("Applied 1 change."), "\(second.output)")
    #expect(workspace.content?.contains(#""build.all": "make all""#) == true, "\(workspace.content ?? "")")
  }

  @Test("An apply with a confirmation starts a watcher, and is confirmed or rolled back")
  func confirming() throws {
    let kept = try converse("/verbose", "1", "s", "T", "T", "T", "T", "T", "s", "confirm", "q")
    #expect(kept.status == 0 && kept.output.contains("Confirmed: the new settings stay."), "\(kept.output)")
    #expect(try workspace.run("confirm", "settings.json").status == 1)
    let open = try converse("/port", "1", "9001", "s", "T", "T", "T", "T", "T", "apply", "q", "u")
    #expect(open.output.contains("settings-tui confirm settings.json "))
    #expect(workspace.content?.contains("9001") == true)
    #expect(try workspace.run("cancel", "settings.json").status == 0)
    #expect(workspace.content == Workspace.content.replacing("false", with: "true"))
  }

  @Test("A setting that needs a restart is reported once, unless its change was rolled back")
  func restart() throws {
    let back = try converse("/port", "1", "9001", "s", "T", "apply", "X", "q")
    #expect(back.status == 0 && !back.output.contains("Restart the app"), "\(back.output)")
    let twice = try converse("/port", "1", "9001", "s", "apply", "/port", "1", "9002", "s", "apply", "q")
    #expect(twice.output.hasSuffix("Restart the app to use network.port.\n"), "\(twice.output)")
  }

  @Test("The history is listed, and a version can be restored")
  func history() throws {
    let run = try converse("/port", "1", "9001", "s", "apply", "history", "r 2", "s", "q")
    #expect(run.status == 0 && run.output.contains("Rolled back: 1 change."), "\(run.output)")
    #expect(workspace.content == Workspace.content)
  }

  @Test(
    "After the editor was killed, staged changes are kept",
    .enabled(if: Screen.isAvailable, "tmux is missing"))
  func killed() async throws {
    let environment = ["TERM": "dumb", "XDG_STATE_HOME": workspace.folder + "/state"]
    let command =
      "cd '\(workspace.folder)'; sh -c 'echo $$ >pid; exec \"$0\" --plain settings.json' "
      + "'\(BuiltPrograms.settingsTUI)'; echo The end; cat"
    let screen = try Screen(command, environment: environment)
    try await screen.wait(for: "Number:")
    for line in ["/verbose", "1"] {
      try screen.type(line)
      try screen.press("Enter")
    }
    try await screen.wait(for: "1 change.")
    let folder = workspace.folder + "/state/settings-tui/recovery"
    try await screen.wait("the change to be kept") { _ in
      (try? FileManager.default.contentsOfDirectory(atPath: folder))?.contains { $0.hasSuffix(".json") }
        == true
    }
    let pid = try #require(workspace.text(of: "pid")).trimmingCharacters(in: .newlines)
    _ = try Run("/bin/kill", ["-9", pid])
    try await screen.wait(for: "The end")
    let next = try converse("restore", "s", "s", "q")
    #expect(next.output.contains("Applied 1 change."))
    #expect(workspace.content == Workspace.content.replacing("false", with: "true"))
  }

  @Test(
    "While the editor is stopped the terminal shows typed text, and hides a secret again afterwards",
    .enabled(if: Screen.isAvailable, "tmux is missing"))
  func stopped() async throws {
    let screen = try Screen(
      "cd '\(workspace.folder)'; HISTFILE= PS1='$ ' exec bash --norc -i",
      environment: ["TERM": "dumb", "XDG_STATE_HOME": workspace.folder + "/state"])
    try await screen.wait(for: "$")
    let steps = [
      ("'\(BuiltPrograms.settingsTUI)' --plain settings.json", "Number:"), ("/token", "1 found"),
      ("1", "New value:"),
    ]
    for (line, answer) in steps {
      try screen.type(line)
      try screen.press("Enter")
      try await screen.wait(for: answer)
    }
    try await screen.stopAndGoOn(to: "New value:")
    try screen.type("n3w-s3cret")
    try screen.press("Enter")
    let text = try await screen.wait(for: "1 change.")
    #expect(!text.contains("n3w"))
  }

  @Test("The last line may lack a line break, and empty input ends the editor")
  func inputs() throws {
    let folder = workspace.folder
    let program = BuiltPrograms.settingsTUI
    for input in ["</dev/null", "<empty", "<quit"] {
      try "".write(toFile: folder + "/empty", atomically: false, encoding: .utf8)
      try "q".write(toFile: folder + "/quit", atomically: false, encoding: .utf8)
      let run = try Run(
        "/bin/sh", ["-c", "exec '\(program)' edit --plain settings.json \(input)"], in: folder)
      #expect(run.status == 0, "\(input): \(run.errors)")
      #expect(run.output.contains("Server: settings.json, no changes."))
    }
  }

  @Test(
    "A line of which a terminal loses the rest, and one that isn't UTF-8, are refused and not stored in part")
  func unusableLines() throws {
    let long = String(repeating: "x", count: 5_000)
    let pty = try Pty(BuiltPrograms.settingsTUI, ["edit", "--plain", "settings.json"], in: workspace.folder)
    for (prompt, line) in [
      ("Number:", "/host"), ("1 found", "1"), ("New value:", long),
    ] {
      try pty.wait(for: prompt)
      try pty.send(line + "\n")
    }
    try pty.wait(for: "Not taken: A terminal passes on 4095 bytes")
    try pty.send("\nq\n")
    try pty.waitForEnd()
    #expect(pty.status == 0 && workspace.content == Workspace.content)
    // Through a pipe, a line has no limit, and every byte counts.
    let lines = "/host\n1\n\(long)\ns\ns\n/host\n1\nJos\u{e9}\n\nq\n"
    try lines.write(toFile: workspace.folder + "/lines", atomically: false, encoding: .isoLatin1)
    let run = try Run(
      "/bin/sh", ["-c", "'\(BuiltPrograms.settingsTUI)' edit --plain settings.json <lines"],
      in: workspace.folder)
    #expect(run.output.contains("Not taken: The line isn't valid UTF-8."), "\(run.output)\(run.errors)")
    #expect(workspace.content?.contains("\"host\": \"\(long)\"") == true)
  }

  @Test(
    "On a terminal a secret is hidden while it is typed, and Ctrl-C reports unapplied changes",
    .enabled(if: Screen.isAvailable))
  func terminal() async throws {
    let screen = try Screen(
      """
      cd '\(workspace.folder)'; stty -g >before; '\(BuiltPrograms.settingsTUI)' edit --plain settings.json; \
      echo "status $?"; stty -g >after; cat
      """, environment: ["TERM": "dumb", "XDG_STATE_HOME": workspace.folder + "/state"])
    try await screen.wait(for: "Number:")
    try screen.type("/token")
    try screen.press("Enter")
    try await screen.wait(for: "1 found")
    try screen.type("1")
    try screen.press("Enter")
    try await screen.wait(for: "New value:")
    try screen.type("n3w-s3cret")
    try screen.press("Enter")
    try await screen.wait(for: "1 change.")
    #expect(try !screen.text().contains("n3w"))
    try screen.press("C-c")
    try await screen.wait(for: "status 1")
    #expect(try screen.text().contains("Not applied:\nnetwork.token"))
    #expect(workspace.content == Workspace.content)
    let before = FileManager.default.contents(atPath: workspace.folder + "/before")
    #expect(FileManager.default.contents(atPath: workspace.folder + "/after") == before)
  }

  @Test("A terminal without cursor positioning is refused, and the message names --plain")
  func dumbTerminal() async throws {
    try #require(Screen.isAvailable)
    let screen = try Screen(
      "cd '\(workspace.folder)'; TERM=dumb '\(BuiltPrograms.settingsTUI)' edit settings.json; echo \"status $?\"; cat"
    )
    try await screen.wait(for: "status 69")
    #expect(try screen.text().contains("--plain"))
  }
}
