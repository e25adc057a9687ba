import Foundation
import Testing

@Suite("The plain editor")
struct PlainTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  /// Runs the plain editor with lines to read; the file of the lines stays beside the settings.
  private func converse(_ lines: String...) throws -> Run {
    let text = lines.map { $0 + "\n" }.joined()
    try text.write(toFile: workspace.folder + "/lines", atomically: false, encoding: .utf8)
    let command = "exec '\(BuiltPrograms.settingsTUI)' edit --plain settings.json"
    let piped = try Run("/bin/sh", ["-c", "cat lines | sh -c \"\(command)\""], in: workspace.folder)
    return piped
  }

  @Test("A script of answers changes the file, and nothing else in it")
  func applies() throws {
    let run = try converse("/verbose", "1", "1", "y", "s", "a", "q")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("Verbose: false, will be true"))
    #expect(run.output.contains("Applied 1 change."))
    #expect(workspace.content == Workspace.content.replacing("\"verbose\": false", with: "\"verbose\": true"))
  }

  @Test("When the input ends, what was not applied is told, the file stays, and the status says so")
  func endOfInput() throws {
    let run = try converse("/port", "1", "1", "9001")
    #expect(run.status == 1)
    #expect(run.output.contains("Not applied:\nnetwork.port: 9000, will be 9001, after a restart\n"))
    #expect(run.errors.contains("1 change was not applied"))
    #expect(workspace.content == Workspace.content)
  }

  @Test("A last line without an end counts, and an input that is empty or no pipe ends the editor")
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
    "On a terminal a secret is typed unseen, and ^C loses nothing silently", .enabled(if: Screen.isAvailable))
  func terminal() async throws {
    let screen = try Screen(
      """
      cd '\(workspace.folder)'; stty -g >before; '\(BuiltPrograms.settingsTUI)' edit --plain settings.json; \
      echo "status $?"; stty -g >after; cat
      """, environment: ["TERM": "dumb"])
    try await screen.wait(for: "Number:")
    try screen.type("/token")
    try screen.press("Enter")
    try await screen.wait(for: "1 found")
    for line in ["1", "1"] {
      try screen.type(line)
      try screen.press("Enter")
    }
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

  @Test("A terminal that cannot place text is refused, and the refusal names what works there")
  func dumbTerminal() async throws {
    try #require(Screen.isAvailable)
    let screen = try Screen(
      "cd '\(workspace.folder)'; TERM=dumb '\(BuiltPrograms.settingsTUI)' edit settings.json; echo \"status $?\"; cat"
    )
    try await screen.wait(for: "status 69")
    #expect(try screen.text().contains("--plain"))
  }
}
