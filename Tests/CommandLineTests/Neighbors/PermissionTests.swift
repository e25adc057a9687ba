import CSystem
import Foundation
import TestSupport
import Testing

/// Owner, group, mode, access lists and attributes for a user who isn't root.
@Suite(.enabled(if: OtherUser.isAnyOrdinary, "root needs setpriv, and programs that other users may run"))
struct PermissionTests {
  private let changed = Workspace.content.replacing("false", with: "true")

  private func workspace() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.giveToUser()
    return workspace
  }

  @Test("A change keeps the mode", arguments: [0o600, 0o640, 0o644, 0o664, 0o755])
  func mode(mode: Int) throws {
    let workspace = try workspace()
    try #require(chmod(workspace.file, mode_t(mode)) == 0)
    let run = try workspace.runAsUser("set", "settings.json", "verbose=true", "--yes")
    #expect(run.status == 0, "\(run.errors)")
    #expect(workspace.permissions()?.hasPrefix("\(String(mode, radix: 8)) ") == true)
    #expect(workspace.content == changed)
    #expect(workspace.permissions(of: ".settings.json.history")?.hasPrefix("700 ") == true)
    for name in workspace.historyNames ?? [] where !name.hasSuffix(".tmp") {
      #expect(
        workspace.permissions(of: ".settings.json.history/" + name)?.hasPrefix("600 ") == true, "\(name)")
    }
  }

  @Test("A file without write permission is refused", arguments: [0o444, 0o464, 0o400])
  func readOnly(mode: Int) throws {
    let workspace = try workspace()
    try #require(chmod(workspace.file, mode_t(mode)) == 0)
    expectRefusal(
      try workspace.runAsUser("set", "settings.json", "verbose=true", "--yes"), 73, "read-only", "chmod u+w")
    #expect(workspace.content == Workspace.content)
    #expect(workspace.historyNames == nil)
  }

  @Test(
    "In a folder without write permission, a file is written in place, and its history is in the user's state"
  )
  func closedFolder() throws {
    let workspace = try workspace()
    try #require(
      mkdir(workspace.folder + "/state", 0o777) == 0 && chmod(workspace.folder + "/state", 0o777) == 0)
    try #require(chmod(workspace.folder, 0o555) == 0)
    defer { _ = chmod(workspace.folder, 0o755) }
    expectRefusal(
      try workspace.runAsUser("set", "settings.json", "verbose=true", "--yes", "--no-in-place"), 73,
      "Check the folder")
    let run = try workspace.shellAsUser(
      """
      export XDG_STATE_HOME="$PWD/state"
      "$0" set settings.json verbose=true --yes && "$0" set settings.json level=debug --yes \
        && "$0" rollback settings.json --yes && "$0" log settings.json
      """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("/state/settings/history/"))
    #expect(workspace.content == changed)
    #expect(workspace.historyNames == nil)
  }

  @Test("With a umask that denies everything, changes and new files work, twice")
  func umaskDeniesAll() throws {
    let workspace = try workspace()
    for value in ["debug", "info"] {
      let run = try workspace.shellAsUser(
        """
        umask 0777
        "$0" set settings.json level=\(value) --yes && "$0" set new.json level=\(value) --yes --schema server.form.json
        """)
      #expect(run.status == 0, "\(run.errors)")
      #expect(try workspace.runAsUser("get", "settings.json", "level").output == "\(value)\n")
    }
    #expect(workspace.permissions(of: ".settings.json.history")?.hasPrefix("700 ") == true)
    #expect(workspace.permissions(of: "new.json")?.hasPrefix("600 ") == true)
    #expect(try workspace.runAsUser("log", "settings.json").status == 0)
  }

  @Test("The next command restores the mode of a history with mode 000", arguments: ["get", "set"])
  func closedHistory(command: String) throws {
    let workspace = try workspace()
    #expect(try workspace.runAsUser("set", "settings.json", "verbose=true", "--yes").status == 0)
    try #require(chmod(workspace.historyFolder, 0) == 0)
    let run =
      command == "get"
      ? try workspace.runAsUser("get", "settings.json", "verbose")
      : try workspace.runAsUser("set", "settings.json", "level=debug", "--yes")
    #expect(run.status == 0, "\(run.errors)")
    #expect(workspace.permissions(of: ".settings.json.history")?.hasPrefix("700 ") == true)
    #expect(try workspace.runAsUser("log", "settings.json").status == 0)
  }

  // MARK: - The group

  @Test(
    "A member of the file's group keeps the group, and the group's permissions",
    .enabled(if: OtherUser.canRunPrograms, OtherUser.twoUsers))
  func group() throws {
    let workspace = try workspace()
    try #require(chown(workspace.file, OtherUser.id, 33) == 0 && chmod(workspace.file, 0o640) == 0)
    let run = try workspace.runAsUser("set", "settings.json", "verbose=true", "--yes", groups: [33])
    #expect(run.status == 0, "\(run.errors)")
    #expect(workspace.permissions() == "640 \(OtherUser.id):33")
    #expect(workspace.content == changed)
  }

  @Test(
    "A user who isn't a member of the file's group is refused, and nothing is changed",
    .enabled(if: OtherUser.canRunPrograms, OtherUser.twoUsers))
  func foreignGroup() throws {
    let workspace = try workspace()
    try #require(chown(workspace.file, OtherUser.id, 33) == 0 && chmod(workspace.file, 0o640) == 0)
    expectRefusal(
      try workspace.runAsUser("set", "settings.json", "verbose=true", "--yes"), 73, "belongs to group 33",
      "nothing was changed")
    #expect(workspace.permissions() == "640 \(OtherUser.id):33")
    #expect(workspace.content == Workspace.content)
    #expect(workspace.historyNames == [".gitignore", "lock"])
    // Root is allowed to.
    #expect(try workspace.run("set", "settings.json", "verbose=true", "--yes").status == 0)
    #expect(workspace.permissions() == "640 \(OtherUser.id):33")
  }

  @Test(
    "A member of the group changes another user's file in place: owner, group and mode stay",
    .enabled(if: OtherUser.canRunPrograms, OtherUser.twoUsers))
  func colleague() throws {
    let workspace = try workspace()
    try #require(
      mkdir(workspace.folder + "/state", 0o777) == 0 && chmod(workspace.folder + "/state", 0o777) == 0)
    try #require(chown(workspace.file, 1, 33) == 0 && chmod(workspace.file, 0o664) == 0)
    try #require(chown(workspace.folder, 0, 33) == 0 && chmod(workspace.folder, 0o2775) == 0)
    let run = try OtherUser.run(
      "/usr/bin/env",
      [
        "XDG_STATE_HOME=\(workspace.folder)/state", BuiltPrograms.settingsTUI, "set", "settings.json",
        "verbose=true", "--yes",
      ], groups: [33], in: workspace.folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(workspace.permissions() == "664 1:33")
    #expect(workspace.content == changed)
    #expect(workspace.historyNames == nil)
  }

  // MARK: - Access lists and attributes

  /// An access list in the system's format: the named user can read, and can write without a mask.
  private func accessList(forUser user: UInt32) -> [UInt8] {
    let entries: [(tag: UInt16, permissions: UInt16, id: UInt32)] = [
      (0x01, 6, .max), (0x02, 6, user), (0x04, 6, .max), (0x10, 6, .max), (0x20, 4, .max),
    ]
    var bytes: [UInt8] = []
    func append<Number: FixedWidthInteger>(_ number: Number) {
      withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }
    append(UInt32(2))
    for entry in entries {
      append(entry.tag)
      append(entry.permissions)
      append(entry.id)
    }
    return bytes
  }

  private func attribute(_ name: String, of path: String) -> [UInt8]? {
    #if os(Linux)
      var value = [UInt8](repeating: 0, count: 256)
      let length = getxattr(path, name, &value, value.count)
      return length < 0 ? nil : Array(value[..<length])
    #else
      return nil
    #endif
  }

  /// Sets an attribute; returns `false` if the file system doesn't support attributes.
  private func set(_ name: String, _ value: [UInt8], of path: String) -> Bool {
    #if os(Linux)
      return setxattr(path, name, value, value.count, 0) == 0
    #else
      return false
    #endif
  }

  @Test("The folder's default access list affects neither a new file nor an old one")
  func defaultAccessList() throws {
    let workspace = try workspace()
    guard set("system.posix_acl_default", accessList(forUser: 4242), of: workspace.folder) else {
      try Test.cancel("This file system has no access lists.")
    }
    // The list affects the test's own new files.
    _ = try workspace.shellAsUser("echo >control")
    #expect(attribute("system.posix_acl_access", of: workspace.folder + "/control") != nil)
    let old = try workspace.runAsUser("set", "settings.json", "verbose=true", "--yes")
    let new = try workspace.runAsUser(
      "set", "new.json", "level=debug", "--yes", "--schema", "server.form.json")
    #expect(old.status == 0 && new.status == 0, "\(old.errors)\(new.errors)")
    #expect(workspace.permissions(of: "new.json")?.hasPrefix("600 ") == true)
    #expect(workspace.permissions()?.hasPrefix("644 ") == true)
    let ours = try FileManager.default.subpathsOfDirectory(atPath: workspace.folder).filter {
      $0.contains(".history")
    }
    #expect(ours.count > 6)
    for name in ["settings.json", "new.json"] + ours {
      let path = workspace.folder + "/" + name
      #expect(attribute("system.posix_acl_access", of: path) == nil, "\(name)")
      #expect(attribute("system.posix_acl_default", of: path) == nil, "\(name)")
    }
  }

  @Test("A file keeps its access list and its attributes")
  func ownAccessList() throws {
    let workspace = try workspace()
    let list = accessList(forUser: 4242)
    guard set("system.posix_acl_access", list, of: workspace.file),
      set("user.note", Array("hello".utf8), of: workspace.file)
    else {
      try Test.cancel("This file system has no access lists, or no attributes.")
    }
    let permissions = workspace.permissions()
    let run = try workspace.runAsUser("set", "settings.json", "verbose=true", "--yes")
    #expect(run.status == 0, "\(run.errors)")
    #expect(workspace.content == changed)
    #expect(attribute("system.posix_acl_access", of: workspace.file) == list)
    #expect(attribute("user.note", of: workspace.file) == Array("hello".utf8))
    #expect(workspace.permissions() == permissions)
  }
}
