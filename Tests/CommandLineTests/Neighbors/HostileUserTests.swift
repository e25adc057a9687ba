import Foundation
import TestSupport
import Testing

/// Another user who can write to the folder of the settings file, but not to the file.
@Suite(.enabled(if: OtherUser.canRunPrograms, OtherUser.twoUsers))
struct HostileUserTests {
  /// A file of root in a folder where every user can create files, such as `/tmp`.
  private func stickyWorkspace() throws -> Workspace {
    let workspace = try Workspace()
    try #require(chmod(workspace.folder, 0o1777) == 0)
    return workspace
  }

  /// Returns a history that another user has created for a file of the same name, with a pending confirmation of an apply that
  /// replaced port 6666.
  private func plant(in workspace: Workspace, isExpired: Bool) async throws {
    let plot = try Workspace(content: Workspace.content.replacing("9000", with: "6666"))
    try plot.giveToUser()
    let armed = try plot.runAsUser(
      "set", "settings.json", "network.port=9000", "--yes", "--confirm-within", "3600")
    try #require(armed.status == 0, "\(armed.errors)")
    let id = try #require(armed.output.firstMatch(of: #/confirm settings\.json ([0-9a-f]{8})/#)?.1)
    // It would roll back the expired apply while the folder moves.
    try await Watchers.end(of: String(id))
    if isExpired { try plot.expireConfirmation() }
    // Root moves the folder, because /tmp may be on another file system for the other user; the owner is kept.
    let moved = try Run("/bin/mv", [plot.historyFolder, workspace.historyFolder])
    try #require(moved.status == 0, "\(moved.errors)")
  }

  @Test(
    "A planted history with an unconfirmed apply changes nothing: values can be read, and changes are refused",
    arguments: [true, false])
  func plantedHistory(isExpired: Bool) async throws {
    let workspace = try stickyWorkspace()
    try await plant(in: workspace, isExpired: isExpired)
    let names = workspace.historyNames
    for words in [["get", "settings.json"], ["list", "settings.json"], ["check", "settings.json"]] {
      let run = try Run(BuiltPrograms.settingsTUI, words, in: workspace.folder)
      #expect(run.status == 0, "\(run.errors)")
      #expect(!run.output.contains("6666"))
    }
    expectRefusal(
      try workspace.run("set", "settings.json", "verbose=true", "--yes"), 73, ".settings.json.history",
      "not trusted")
    // A confirmation that is pending there is ignored.
    #expect(try workspace.run("cancel", "settings.json").status == 1)
    #expect(try workspace.run("log", "settings.json").status == 73)
    #expect(try workspace.run("rollback", "settings.json", "--yes").status == 73)
    #expect(workspace.content == Workspace.content)
    #expect(workspace.historyNames == names)
    #expect(
      workspace.permissions(of: ".settings.json.history")?.hasSuffix("\(OtherUser.id):\(OtherUser.id)")
        == true)
  }

  @Test("A history that is a symbolic link isn't followed: nothing is created or deleted there")
  func linkedHistory() throws {
    let workspace = try stickyWorkspace()
    let rootOnly = try Workspace()
    try #require(chmod(rootOnly.folder, 0o700) == 0)
    // It looks like a history, with files to delete.
    for name in ["00000001", "0123456789abcdef.none.none.tmp", "reserve.0123456789abcdef", "lock"] {
      try "x".write(toFile: rootOnly.folder + "/" + name, atomically: false, encoding: .utf8)
    }
    let before = try FileManager.default.contentsOfDirectory(atPath: rootOnly.folder).sorted()
    let linked = try workspace.shellAsUser("ln -s '\(rootOnly.folder)' .settings.json.history")
    try #require(linked.status == 0, "\(linked.errors)")
    expectRefusal(
      try workspace.run("set", "settings.json", "verbose=true", "--yes"), 73, ".settings.json.history")
    #expect(try workspace.run("get", "settings.json", "network.port").output == "9000\n")
    #expect(try workspace.run("list", "settings.json").status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: rootOnly.folder).sorted() == before)
    #expect(workspace.content == Workspace.content)
  }

  @Test("Root's history next to a user's file belongs to that user, who can use it")
  func rootForUser() throws {
    let workspace = try Workspace()
    try workspace.giveToUser()
    #expect(try workspace.run("set", "settings.json", "verbose=true", "--yes").status == 0)
    func expectOwnership() throws {
      let names = try #require(workspace.historyNames)
      for name in [".settings.json.history"] + names.map({ ".settings.json.history/" + $0 }) + [
        "settings.json"
      ] {
        #expect(
          workspace.permissions(of: name)?.hasSuffix(" \(OtherUser.id):\(OtherUser.id)") == true,
          "\(name) \(workspace.permissions(of: name) ?? "")")
      }
    }
    try expectOwnership()
    // The space for a rollback is theirs, too, and so is the decision.
    let armed = try workspace.run("set", "settings.json", "level=debug", "--yes", "--confirm-within", "600")
    #expect(armed.status == 0, "\(armed.errors)")
    #expect(try #require(workspace.historyNames).contains { $0.hasPrefix("reserve.") })
    try expectOwnership()
    let canceled = try workspace.runAsUser("cancel", "settings.json")
    #expect(canceled.status == 0, "\(canceled.errors)")
    let next = try workspace.runAsUser("set", "settings.json", "level=debug", "--yes")
    #expect(next.status == 0, "\(next.errors)")
    #expect(try workspace.runAsUser("log", "settings.json").status == 0)
  }

  @Test(
    "A new file that root creates in a user's folder belongs to that user, with its folders and its history")
  func rootForNewFile() throws {
    let workspace = try Workspace(content: nil)
    try workspace.giveToUser()
    let run = try workspace.run("set", "new/a.json", "level=debug", "--yes", "--schema", "server.form.json")
    #expect(run.status == 0, "\(run.errors)")
    for name in ["new", "new/a.json", "new/.a.json.history"] {
      #expect(
        workspace.permissions(of: name)?.hasSuffix(" \(OtherUser.id):\(OtherUser.id)") == true, "\(name)")
    }
  }

  @Test(
    "In a folder that only root can write to, the history belongs to root, and the folder's owner can't read it"
  )
  func rootFolder() throws {
    let workspace = try Workspace()
    try #require(chown(workspace.file, OtherUser.id, OtherUser.id) == 0)
    #expect(try workspace.run("set", "settings.json", "verbose=true", "--yes").status == 0)
    #expect(workspace.permissions(of: ".settings.json.history") == "700 0:0")
    #expect(workspace.permissions() == "644 \(OtherUser.id):\(OtherUser.id)")
    #expect(try workspace.runAsUser("get", "settings.json", "verbose").output == "true\n")
  }

  @Test("A user who can read the file but not its history can read values")
  func reader() throws {
    let workspace = try Workspace()
    #expect(try workspace.run("set", "settings.json", "verbose=true", "--yes").status == 0)
    try #require(chmod(workspace.file, 0o664) == 0)
    #expect(try workspace.runAsUser("get", "settings.json", "verbose").output == "true\n")
    for command in ["get", "list", "check"] {
      let run = try workspace.runAsUser(command, "settings.json")
      #expect(run.status == 0, "\(command): \(run.errors)")
    }
    // Whether something waits for a confirmation isn't known without the history.
    for command in ["log", "confirm", "cancel"] {
      expectRefusal(try workspace.runAsUser(command, "settings.json"), 74, ".settings.json.history")
    }
    // A plan is for a version of the history.
    let plan = try workspace.runAsUser("set", "settings.json", "level=debug", "--plan", "-")
    expectRefusal(plan, 74, ".settings.json.history")
    let set = try workspace.runAsUser("set", "settings.json", "level=debug", "--yes")
    #expect(set.status == 73 || set.status == 74, "\(set.errors)")
    #expect(workspace.content == Workspace.content.replacing("false", with: "true"))
  }

  @Test("Root changes the target of a user's symbolic link; the link is kept")
  func link() throws {
    let workspace = try stickyWorkspace()
    let target = try Workspace()
    let linked = try workspace.shellAsUser(
      "ln -s '\(target.file)' link.json && ln -s '\(target.folder)/server.form.json' linked.form.json")
    try #require(linked.status == 0, "\(linked.errors)")
    let run = try workspace.run("set", "link.json", "verbose=true", "--yes", "--schema", "server.form.json")
    #expect(run.status == 0, "\(run.errors)")
    #expect(target.content == Workspace.content.replacing("false", with: "true"))
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: workspace.folder + "/link.json")
        == target.file)
    // The history is next to the target.
    #expect(target.historyNames?.contains("lock") == true)
    #expect(!FileManager.default.fileExists(atPath: workspace.folder + "/.link.json.history"))
  }
}
