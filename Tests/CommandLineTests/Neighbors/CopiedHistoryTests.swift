import Foundation
import TestSupport
import Testing

/// Histories and files that are copied, moved and restored from backups.
@Suite struct CopiedHistoryTests {
  @Test("A file that is restored without its history is a version, like a save of another program")
  func restoredFile() throws {
    let workspace = try Workspace()
    _ = try workspace.shell("cp settings.json backup")
    #expect(try workspace.run("set", "settings.json", "network.port=9001", "--yes").status == 0)
    _ = try workspace.shell("cp backup settings.json")
    #expect(try workspace.run("set", "settings.json", "verbose=true", "--yes").status == 0)
    #expect(workspace.content == Workspace.content.replacing("false", with: "true"))
    #expect(try workspace.run("log", "settings.json").output.contains("another program"))
    // The content that the backup has overwritten is a version, too.
    #expect(try workspace.run("rollback", "settings.json", "2", "--yes").status == 0)
    #expect(workspace.content == Workspace.content.replacing("9000", with: "9001"))
  }

  @Test(
    "A history restored from before a confirmation rolls back to the old content and keeps the current one as a version"
  )
  func restoredHistory() throws {
    let workspace = try Workspace()
    let armed = try workspace.run(
      "set", "settings.json", "network.port=9001", "--yes", "--confirm-within", "3600")
    #expect(armed.status == 0)
    _ = try workspace.shell("cp -a .settings.json.history backup")
    #expect(try workspace.run("confirm", "settings.json").status == 0)
    #expect(try workspace.run("set", "settings.json", "verbose=true", "--yes").status == 0)
    let stored = workspace.content
    _ = try workspace.shell("rm -r .settings.json.history; mv backup .settings.json.history")
    #expect(try workspace.run("cancel", "settings.json").status == 0)
    #expect(workspace.content == Workspace.content)
    #expect(try workspace.run("rollback", "settings.json", "1", "--yes").status == 0)
    #expect(workspace.content == stored)
  }

  @Test("A history that is copied to another file becomes that file's history")
  func copiedHistory() throws {
    let workspace = try Workspace()
    #expect(try workspace.run("set", "settings.json", "verbose=true", "--yes").status == 0)
    let other = Workspace.content.replacing("9000", with: "7000")
    try other.write(toFile: workspace.folder + "/other.json", atomically: false, encoding: .utf8)
    _ = try workspace.shell("cp -a .settings.json.history .other.json.history")
    #expect(try workspace.run("set", "other.json", "level=debug", "--yes").status == 0)
    // Its own content was recorded first.
    #expect(try workspace.run("rollback", "other.json", "--yes").status == 0)
    #expect(workspace.text(of: "other.json") == other)
  }

  @Test("A change is seen under both names of a file, unless it mustn't be written in place")
  func hardLinks() throws {
    let workspace = try Workspace()
    _ = try workspace.shell("ln settings.json second.json")
    expectRefusal(
      try workspace.run("set", "settings.json", "verbose=true", "--yes", "--no-in-place"), 73,
      "has 2 names (hard links)")
    #expect(try workspace.run("set", "settings.json", "verbose=true", "--yes").status == 0)
    #expect(workspace.content == Workspace.content.replacing("false", with: "true"))
    #expect(workspace.text(of: "second.json") == workspace.content)
  }

  @Test(
    "An apply that waits in a work tree isn't taken back in the tree that takes its place",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/cmdline"), "there is no /proc here"))
  func replacedWorkTree() async throws {
    let workspace = try Workspace()
    let make = "mkdir -p tree/.git && cat > tree/a.json"
    let armed = try workspace.shell(
      """
      echo '{"a": 1}' | (\(make)) && XDG_STATE_HOME=$PWD/state "$0" set tree/a.json a=2 --yes --confirm-within 1
      rm -r tree && echo '{"a": 7}' | (\(make))
      """)
    let id = try #require(
      armed.output.firstMatch(of: /confirm tree\/a.json ([0-9a-f]{8})/)?.1, "\(armed.errors)")
    try await waitUntil("the end of the waiting process") { try Watchers.processes(of: String(id)).isEmpty }
    #expect(workspace.text(of: "tree/a.json") == "{\"a\": 7}\n")
  }

  @Test("A deleted file is missing, and its versions can be restored")
  func deletedFile() throws {
    let workspace = try Workspace()
    #expect(try workspace.run("set", "settings.json", "verbose=true", "--yes").status == 0)
    let stored = workspace.content
    _ = try workspace.shell("rm settings.json")
    expectRefusal(try workspace.run("get", "settings.json"), 66, "settings.json: no such file")
    let form = ["--schema", "server.form.json"]
    let set = try Run(
      BuiltPrograms.settingsTUI, ["set", "settings.json", "level=debug", "--yes"] + form, in: workspace.folder
    )
    #expect(set.status == 0, "\(set.errors)")
    let rollback = try Run(
      BuiltPrograms.settingsTUI, ["rollback", "settings.json", "2", "--yes"] + form, in: workspace.folder)
    #expect(rollback.status == 0, "\(rollback.errors)")
    #expect(workspace.content == stored)
  }
}
