import Foundation
import TestSupport
import Testing

/// The editor while its file breaks, disappears or can't be written.
@Suite(.enabled(if: Screen.isAvailable, "tmux is missing"))
struct FileTroubleTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  private func open() async throws -> Screen {
    let screen = try Screen(
      "cd '\(workspace.folder)'; '\(BuiltPrograms.settingsTUI)' edit settings.json; echo The end; cat",
      environment: ["XDG_STATE_HOME": workspace.folder + "/state"])
    try await screen.wait(for: "Port")
    return screen
  }

  private func write(_ content: String) throws {
    try content.write(toFile: workspace.file, atomically: true, encoding: .utf8)
  }

  private func stageVerbose(on screen: Screen) async throws {
    try screen.press("/")
    try screen.type("verbose")
    try await screen.wait(for: "1 found")
    try screen.press("Enter", "Space")
    try await screen.wait(for: "1 change")
  }

  @Test("A file that breaks is reported at once, and so is its repair; staged changes stay")
  func broken() async throws {
    let screen = try await open()
    try await stageVerbose(on: screen)
    try write("{ \"verbose\": tru\n")
    try await screen.wait(for: "settings.json:1:14")
    try screen.press("Up")
    try await screen.wait("the banner after a key") {
      $0.split(separator: "\n").dropFirst().first?.contains("settings.json:1:14") == true
    }
    try write(Workspace.content)
    try await screen.wait(for: "can be read again")
    #expect(try screen.text().contains("1 change"))
    try screen.press("s")
    try await screen.wait(for: "1 of 1 change")
    try screen.press("s")
    try await screen.wait(for: "Applied 1 change")
    #expect(workspace.content == Workspace.content.replacing("\"verbose\": false", with: "\"verbose\": true"))
  }

  @Test("A deleted file is called deleted, and an apply creates it again with its schema")
  func deleted() async throws {
    let screen = try await open()
    try FileManager.default.removeItem(atPath: workspace.file)
    try await screen.wait(for: "The file was deleted")
    try screen.press("/")
    try screen.type("host")
    try await screen.wait(for: "1 found")
    try screen.press("Enter", "Enter", "C-u")
    try screen.type("eu")
    try screen.press("Enter")
    try await screen.wait(for: "1 change")
    try screen.press("s")
    try await screen.wait(for: "1 of 1 change")
    try screen.press("s")
    try await screen.wait(for: "Applied 1 change")
    let content = try #require(workspace.content)
    #expect(content.contains(#""$schema": "server.form.json""#) && content.contains(#""host": "eu""#))
  }

  @Test("A question says what the deletion means for staged changes")
  func deletedWithChanges() async throws {
    let screen = try await open()
    try await stageVerbose(on: screen)
    try FileManager.default.removeItem(atPath: workspace.file)
    try await screen.wait("the question") {
      $0.contains("Another process deleted settings.json") && $0.contains("Later")
    }
  }

  @Test("A read-only file is reported when it is opened")
  func readOnly() async throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: workspace.file)
    let screen = try await open()
    try await screen.wait("the notice") {
      $0.contains("read-only file") && $0.contains("make it writable first")
    }
  }
}
