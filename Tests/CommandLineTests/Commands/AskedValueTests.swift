import Foundation
import TestSupport
import Testing

/// Values that are typed on a terminal.
@Suite struct AskedValueTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  private func open(_ arguments: String...) throws -> Pty {
    try Pty(BuiltPrograms.settingsTUI, ["set", "settings.json"] + arguments, in: workspace.folder)
  }

  private func content(token: String) -> String {
    Workspace.content.replacing("\"hunter2-s3cret\"", with: token)
  }

  @Test("On a terminal a secret is hidden while it is typed, and then reviewed")
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

  @Test("A value that isn't secret is visible while it is typed")
  func seen() throws {
    let pty = try open("network.host", "--yes")
    try pty.wait(for: "network.host: ")
    try pty.send("example.org\n")
    try pty.waitForEnd()
    #expect(pty.status == 0)
    #expect(pty.text.hasPrefix("network.host: example.org"))
  }

  @Test("An empty value changes nothing", arguments: ["\n", "\u{4}"])
  func nothing(typed: String) throws {
    let pty = try open("network.token")
    try pty.wait(for: "network.token: ")
    try pty.send(typed)
    try pty.waitForEnd()
    #expect(pty.status == 1)
    #expect(pty.hasModesBack)
    #expect(workspace.content == Workspace.content)
  }

  @Test("A line that is too long for a terminal is refused, not cut")
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
    "A signal while a secret is typed restores the terminal and ends the program",
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
    "While the program is stopped the terminal shows typed text, and hides it again afterwards",
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
