import Testing

/// The commands in front of a person: they ask, they have colours, and they obey no control character.
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

  @Test("A change is shown and asked for; y applies it")
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

  @Test("Any other answer changes nothing and exits with 1", arguments: ["n", "", "yeah"])
  func disagree(answer: String) async throws {
    let screen = try open("reset settings.json network.port")
    try await screen.wait(for: "Apply? [y/N]")
    try screen.type(answer)
    try screen.press("Enter")
    try await screen.wait(for: "status 1")
    #expect(workspace.content == Workspace.content)
  }

  @Test("With --json the question is asked in words, and the answer is JSON")
  func json() async throws {
    let screen = try open("set settings.json network.port=9001 --json")
    let question = try await screen.wait(for: "Apply? [y/N]")
    #expect(question.contains("network.port: 9000 → 9001") && !question.contains("{"))
    try screen.type("y")
    try screen.press("Enter")
    try await screen.wait(for: "\"isApplied\": true")
    try await screen.wait(for: "status 0")
  }

  @Test("--yes does not ask")
  func yes() async throws {
    let screen = try open("set settings.json network.port=9001 --yes")
    let text = try await screen.wait(for: "status 0")
    #expect(!text.contains("[y/N]"))
  }

  // SwiftPM itself sets NO_COLOR for tests whose output is no terminal.
  @Test("There are colours, but none with NO_COLOR", arguments: [true, false])
  func colours(hasColours: Bool) async throws {
    let screen = try open(
      "set settings.json network.port=9001 --dry-run", environment: ["NO_COLOR": hasColours ? "" : "1"])
    try await screen.wait(for: "status 0")
    #expect(try screen.text(withStyles: true).contains("\u{1B}[") == hasColours)
  }

  @Test("A control character in a value is shown, not obeyed")
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
}
