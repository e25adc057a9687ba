import Foundation
import TestSupport
import Testing

/// Files of other kinds and with unusual names in place of the history's files.
@Suite struct StrangeFileTests {
  private func workspace() throws -> Workspace {
    let workspace = try Workspace()
    #expect(try workspace.run("set", "settings.json", "verbose=true", "--yes").status == 0)
    return workspace
  }

  private let stored = Workspace.content.replacing("false", with: "true")

  /// Expects that values can be read, and that the stored content is unchanged.
  private func expectReadable(_ workspace: Workspace, sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    for command in ["get", "list", "check"] {
      let run = try workspace.runInTime(command, "settings.json")
      #expect(run.status == 0, "\(command): \(run.errors)", sourceLocation: sourceLocation)
    }
    #expect(workspace.content == stored, sourceLocation: sourceLocation)
  }

  @Test("A FIFO as the settings file is refused without blocking")
  func fifoAsFile() throws {
    let workspace = try workspace()
    _ = try workspace.shell("rm settings.json; mkfifo settings.json")
    for words in [
      ["get", "settings.json"], ["list", "settings.json"], ["check", "settings.json"],
      ["set", "settings.json", "level=debug", "--yes"],
    ] {
      let run = try Run(
        "/usr/bin/env",
        ["timeout", "60", BuiltPrograms.settingsTUI] + words + ["--schema", "server.form.json"],
        in: workspace.folder)
      expectRefusal(run, 74, "settings.json", "not a regular file")
    }
  }

  @Test(
    "A FIFO, a folder or a link as the lock is refused",
    arguments: ["mkfifo lock", "mkdir lock", "ln -s /etc/hostname lock"])
  func strangeLock(command: String) throws {
    let workspace = try workspace()
    _ = try workspace.shell("cd .settings.json.history && rm lock && \(command)")
    expectRefusal(
      try workspace.runInTime("set", "settings.json", "level=debug", "--yes"), 73, "lock", "Remove it.")
    try expectReadable(workspace)
    _ = try workspace.shell("rm -r .settings.json.history/lock")
    #expect(try workspace.runInTime("set", "settings.json", "level=debug", "--yes").status == 0)
  }

  @Test(
    "A FIFO, a folder or a link as a record is a damaged version and doesn't prevent a change",
    arguments: [
      "mkfifo 00000005", "mkdir 00000005", "ln -s /etc/hostname 00000005", "ln -s /dev/zero 00000005",
    ])
  func strangeRecord(command: String) throws {
    let workspace = try workspace()
    _ = try workspace.shell("cd .settings.json.history && \(command)")
    try expectReadable(workspace)
    let log = try workspace.runInTime("log", "settings.json")
    #expect(log.status == 0, "\(log.errors)")
    #expect(log.output.contains("damaged"), "\(log.output)")
    let set = try workspace.runInTime("set", "settings.json", "level=debug", "--yes")
    #expect(set.status == 0, "\(set.errors)")
    #expect(try workspace.runInTime("rollback", "settings.json", "--yes").status == 0)
    #expect(workspace.content == stored)
  }

  @Test(
    "Files of other kinds with the names of an unfinished commit are ignored",
    arguments: [
      "mkfifo 0123456789abcdef.none.none.tmp", "mkdir 0123456789abcdef.none.none.tmp",
      "mkfifo 00000009.0123456789abcdef.prepared", "mkdir reserve.0123456789abcdef",
    ])
  func strangeCommit(command: String) throws {
    let workspace = try workspace()
    _ = try workspace.shell("cd .settings.json.history && \(command)")
    try expectReadable(workspace)
    let set = try workspace.runInTime("set", "settings.json", "level=debug", "--yes")
    #expect(set.status == 0, "\(set.errors)")
    #expect(workspace.content?.contains("debug") == true)
  }

  @Test(
    "A file with the name of a record and a number that is too large is ignored",
    arguments: ["99999999999999999999", "9223372036854775807", "1000000000", "00000000"])
  func hugeNumber(name: String) throws {
    let workspace = try workspace()
    _ = try workspace.shell("cp .settings.json.history/00000002 .settings.json.history/\(name)")
    try expectReadable(workspace)
    #expect(try workspace.runInTime("set", "settings.json", "level=debug", "--yes").status == 0)
    #expect(try workspace.runInTime("log", "settings.json").status == 0)
  }

  @Test("After the largest number the next change is refused with one sentence")
  func largestNumber() throws {
    let workspace = try workspace()
    _ = try workspace.shell("cp .settings.json.history/00000002 .settings.json.history/999999999")
    try expectReadable(workspace)
    expectRefusal(
      try workspace.runInTime("set", "settings.json", "level=debug", "--yes"), 73, ".settings.json.history")
    #expect(workspace.content == stored)
    _ = try workspace.shell("rm .settings.json.history/999999999")
    #expect(try workspace.runInTime("set", "settings.json", "level=debug", "--yes").status == 0)
  }

  @Test(
    "A file or a link in place of the history is refused, and values can be read",
    arguments: ["touch", "mkfifo", "ln -s /tmp"])
  func strangeHistory(command: String) throws {
    let workspace = try workspace()
    _ = try workspace.shell("rm -r .settings.json.history && \(command) .settings.json.history")
    expectRefusal(
      try workspace.runInTime("set", "settings.json", "level=debug", "--yes"), 73, ".settings.json.history",
      "Remove it.")
    try expectReadable(workspace)
  }
}
