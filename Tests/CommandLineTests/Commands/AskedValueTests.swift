import Foundation
import Testing

/// Values that stand in no command line: asked for on a terminal, or read from the standard input.
@Suite struct AskedValueTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  /// Runs `set` with an input.
  private func set(_ paths: String..., input: String) throws -> Run {
    try Data(input.utf8).write(to: URL(fileURLWithPath: workspace.folder + "/input"))
    return try Run(
      "/bin/sh", ["-c", #"exec "$0" set settings.json "$@" <input"#, BuiltPrograms.settingsTUI] + paths,
      in: workspace.folder)
  }

  private func open(_ arguments: String...) throws -> Pty {
    try Pty(BuiltPrograms.settingsTUI, ["set", "settings.json"] + arguments, in: workspace.folder)
  }

  private func content(token: String) -> String {
    Workspace.content.replacing("\"hunter2-s3cret\"", with: token)
  }

  @Test(
    "Without a terminal, the standard input less its last line end is the value",
    arguments: [
      ("n3w", "\"n3w\""), ("n3w\n", "\"n3w\""), ("n3w\r\n", "\"n3w\""), ("a\nb\n", #""a\nb""#),
      ("\n", "\"\""), ("-", "\"-\""), ("@file", "\"@file\""), ("a=b", "\"a=b\""), (" x ", "\" x \""),
    ])
  func input(input: String, token: String) throws {
    let result = try set("network.token", input: input)
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == content(token: token))
    #expect(!(result.output + result.errors).contains("n3w"))
  }

  @Test("Several values have a line each, among others that stand in the command line")
  func several() throws {
    let result = try set("network.token", "verbose=true", "/network/port", input: "n3w\n9001\n")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      workspace.content
        == content(token: "\"n3w\"").replacing("9000", with: "9001").replacing("false", with: "true"))
  }

  @Test(
    "An input with too few or too many values, or none, is refused, and nothing is changed",
    arguments: ["", "n3w", "n3w\nx\ny\n"])
  func wrongCount(input: String) throws {
    let result = try set("network.token", "network.host", input: input)
    #expect(result.status == 64)
    #expect(result.errors.contains("standard input"))
    #expect(workspace.content == Workspace.content)
  }

  @Test("A value that does not fit is refused; what is no setting is refused before anything is read")
  func unfit() throws {
    let wrong = try set("network.port", input: "many\n")
    #expect(wrong.status == 1 && wrong.errors.contains("network.port: Type a whole number"))
    for (word, reason) in [("network.prot", "network.port"), ("network", "is a section")] {
      let result = try workspace.run("set", "settings.json", word)
      #expect(result.status == 64)
      #expect(result.errors.contains(reason))
    }
    #expect(try workspace.run("set", "settings.json", "9001").status == 64)
    #expect(workspace.content == Workspace.content)
  }

  @Test("A value that is - or begins with @ stands in the command line as any other")
  func literal() throws {
    for value in ["-", "@settings.json", "-x"] {
      #expect(try workspace.run("set", "settings.json", "network.host=\(value)", "--yes").status == 0)
      #expect(try workspace.run("get", "settings.json", "network.host").output == value + "\n")
    }
  }

  @Test("On a terminal a secret is typed unseen, and then reviewed")
  func unseen() throws {
    let pty = try open("network.token")
    try pty.wait(for: "network.token: ")
    try pty.send("n3w-s3cret\n")
    try pty.wait(for: "Apply? [y/N]")
    try pty.send("y\n")
    try pty.waitForEnd()
    #expect(pty.status == 0)
    #expect(!pty.text.contains("n3w"))
    #expect(pty.hasModesBack)
    #expect(workspace.content == content(token: "\"n3w-s3cret\""))
  }

  @Test("What is no secret shows while it is typed")
  func seen() throws {
    let pty = try open("network.host", "--yes")
    try pty.wait(for: "network.host: ")
    try pty.send("example.org\n")
    try pty.waitForEnd()
    #expect(pty.status == 0)
    #expect(pty.text.hasPrefix("network.host: example.org"))
  }

  @Test("Nothing typed changes nothing", arguments: ["\n", "\u{4}"])
  func nothing(typed: String) throws {
    let pty = try open("network.token")
    try pty.wait(for: "network.token: ")
    try pty.send(typed)
    try pty.waitForEnd()
    #expect(pty.status == 1)
    #expect(pty.hasModesBack)
    #expect(workspace.content == Workspace.content)
  }

  @Test("A line longer than a terminal hands over is refused and not cut")
  func tooLong() throws {
    let pty = try open("network.token")
    try pty.wait(for: "network.token: ")
    try pty.send(String(repeating: "x", count: 5_000) + "\n")
    try pty.waitForEnd()
    #expect(pty.status == 1)
    #expect(pty.text.contains("standard input"))
    #expect(workspace.content == Workspace.content)
  }

  @Test(
    "A signal while a secret is typed gives the terminal back, and ends the program by it",
    arguments: [2, 15, 1])
  func signal(number: Int32) throws {
    let pty = try open("network.token")
    try pty.wait(for: "network.token: ")
    try pty.send("n3w")
    if number == 2 { try pty.send("\u{3}") } else { pty.signal(number) }
    try pty.waitForEnd()
    #expect(pty.status == 128 + number)
    #expect(pty.hasModesBack)
    #expect(!pty.text.contains("n3w"))
    #expect(workspace.content == Workspace.content)
  }

  @Test(
    "Stopped while a secret is typed, the program shows what is typed to others, and hides it again afterwards",
    .enabled(if: Screen.isAvailable, "tmux is missing"))
  func stopped() async throws {
    let screen = try Screen("cd '\(workspace.folder)'; HISTFILE= PS1='$ ' exec bash --norc -i")
    try await screen.wait(for: "$")
    try screen.type("'\(BuiltPrograms.settingsTUI)' set settings.json network.token --yes; echo status $?")
    try screen.press("Enter")
    try await screen.wait(for: "network.token:")
    try await screen.stopAndGoOn(to: "network.token:")
    try screen.type("n3w-s3cret")
    try screen.press("Enter")
    try await screen.wait("the end") { _ in workspace.content == content(token: "\"n3w-s3cret\"") }
    #expect(try !screen.text().contains("n3w"))
  }
}
