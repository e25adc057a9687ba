import Foundation
import TestSupport
import Testing

@testable import SettingsCommands

/// Histories and files that are copied, moved and restored from backups.
@Suite struct CopiedHistoryTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  private func copy(_ name: String, to other: String) throws {
    try FileManager.default.copyItem(
      atPath: workspace.folder + "/" + name, toPath: workspace.folder + "/" + other)
  }

  /// Puts a copy in the place of what it is a copy of.
  private func restore(_ name: String, from copy: String) throws {
    try FileManager.default.removeItem(atPath: workspace.folder + "/" + name)
    try FileManager.default.moveItem(
      atPath: workspace.folder + "/" + copy, toPath: workspace.folder + "/" + name)
  }

  @Test("A file that is restored without its history is a version, like a save of another program")
  func restoredFile() async throws {
    try copy("settings.json", to: "backup")
    #expect(await workspace.run("set", "settings.json", "network.port=9001", "--yes").status == 0)
    try restore("settings.json", from: "backup")
    #expect(await workspace.run("set", "settings.json", "verbose=true", "--yes").status == 0)
    #expect(workspace.content == Workspace.content.replacing("false", with: "true"))
    #expect(await workspace.run("log", "settings.json").output.contains("another program"))
    // The content that the backup has overwritten is a version, too.
    #expect(await workspace.run("rollback", "settings.json", "2", "--yes").status == 0)
    #expect(workspace.content == Workspace.content.replacing("9000", with: "9001"))
  }

  @Test(
    "A history restored from before a confirmation rolls back to the old content and keeps the current one as a version"
  )
  func restoredHistory() async throws {
    let armed = await workspace.run(
      "set", "settings.json", "network.port=9001", "--yes", "--confirm-within", "3600")
    #expect(armed.status == 0)
    try copy(".settings.json.history", to: "backup")
    #expect(await workspace.run("confirm", "settings.json").status == 0)
    #expect(await workspace.run("set", "settings.json", "verbose=true", "--yes").status == 0)
    let stored = workspace.content
    try restore(".settings.json.history", from: "backup")
    #expect(await workspace.run("cancel", "settings.json").status == 0)
    #expect(workspace.content == Workspace.content)
    #expect(await workspace.run("rollback", "settings.json", "1", "--yes").status == 0)
    #expect(workspace.content == stored)
  }

  @Test("A history that is copied to another file becomes that file's history")
  func copiedHistory() async throws {
    #expect(await workspace.run("set", "settings.json", "verbose=true", "--yes").status == 0)
    let other = Workspace.content.replacing("9000", with: "7000")
    try workspace.write(other, to: "other.json")
    try copy(".settings.json.history", to: ".other.json.history")
    #expect(await workspace.run("set", "other.json", "level=debug", "--yes").status == 0)
    // Its own content was recorded first.
    #expect(await workspace.run("rollback", "other.json", "--yes").status == 0)
    #expect(workspace.text(of: "other.json") == other)
  }

  @Test("A change is seen under both names of a file, unless it mustn't be written in place")
  func hardLinks() async throws {
    try FileManager.default.linkItem(atPath: workspace.file, toPath: workspace.folder + "/second.json")
    let refused = await workspace.run("set", "settings.json", "verbose=true", "--yes", "--no-in-place")
    #expect(refused.status == 73 && refused.errors.contains("has 2 names (hard links)"), "\(refused.errors)")
    #expect(await workspace.run("set", "settings.json", "verbose=true", "--yes").status == 0)
    #expect(workspace.content == Workspace.content.replacing("false", with: "true"))
    #expect(workspace.text(of: "second.json") == workspace.content)
  }

  @Test("A deleted file is missing, and its versions can be restored")
  func deletedFile() async throws {
    #expect(await workspace.run("set", "settings.json", "verbose=true", "--yes").status == 0)
    let stored = workspace.content
    try workspace.removeFile()
    let missing = await workspace.run("get", "settings.json")
    #expect(missing.status == 66 && missing.errors.contains("settings.json: no such file"))
    let form = ["--schema", "server.form.json"]
    let set = await workspace.run(["set", "settings.json", "level=debug", "--yes"] + form)
    #expect(set.status == 0, "\(set.errors)")
    let rollback = await workspace.run(["rollback", "settings.json", "2", "--yes"] + form)
    #expect(rollback.status == 0, "\(rollback.errors)")
    #expect(workspace.content == stored)
  }
}
