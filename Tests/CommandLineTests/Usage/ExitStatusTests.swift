import Foundation
import Testing

/// The exit status of each kind of failure, with the path and the reason in one sentence; nothing is changed.
@Suite struct ExitStatusTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  private func expect(
    _ result: Run, _ status: Int32, _ words: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(result.status == status, "\(result.errors)", sourceLocation: sourceLocation)
    #expect(result.errors.hasPrefix("settings-tui: "), sourceLocation: sourceLocation)
    for word in words {
      #expect(result.errors.contains(word), "\(result.errors)", sourceLocation: sourceLocation)
    }
    #expect(
      result.errors.split(separator: "\n").count == 1, "\(result.errors)", sourceLocation: sourceLocation)
  }

  @Test("65: the form or the file is no such thing")
  func data() throws {
    try "[1, 2".write(toFile: workspace.folder + "/bad.json", atomically: false, encoding: .utf8)
    expect(try workspace.run("list", "settings.json", "--schema", "bad.json"), 65, "bad.json")
    expect(try workspace.run("list", "bad.json", "--schema", "server.form.json"), 65, "bad.json:1:")
    #expect(workspace.content == Workspace.content)
  }

  @Test("66: there is no such file, form or plan")
  func noInput() throws {
    expect(try workspace.run("get", "nowhere.json"), 66, "nowhere.json")
    expect(try workspace.run("set", "nowhere.json", "a=1"), 66, "nowhere.json")
    expect(
      try workspace.run("list", "settings.json", "--schema", "nowhere.json"), 66, "nowhere.json", "--schema")
    expect(try workspace.run("apply", "settings.json", "nowhere.json"), 66, "nowhere.json")
  }

  @Test("64: the file names no form, and none is given")
  func noForm() throws {
    try "{}".write(toFile: workspace.folder + "/plain.json", atomically: false, encoding: .utf8)
    expect(try workspace.run("list", "plain.json"), 64, "plain.json", "--schema")
  }

  @Test("73: the file is read-only")
  func readOnly() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: workspace.file)
    expect(
      try workspace.run("set", "settings.json", "verbose=true", "--yes"), 73, "settings.json", "read-only")
    #expect(workspace.content == Workspace.content)
  }

  @Test("74: what stands there is no file")
  func folder() throws {
    try FileManager.default.createDirectory(
      atPath: workspace.folder + "/folder.json", withIntermediateDirectories: false)
    expect(try workspace.run("list", "folder.json", "--schema", "server.form.json"), 74, "folder.json")
  }

  @Test(
    "75: another process keeps the file locked",
    .enabled(if: BuiltPrograms.tool("flock") != nil, "flock is missing"))
  func locked() throws {
    let flock = try #require(BuiltPrograms.tool("flock"))
    try FileManager.default.createDirectory(
      atPath: workspace.folder + "/.settings.json.history", withIntermediateDirectories: false)
    let result = try Run(
      flock,
      [
        ".settings.json.history/lock", BuiltPrograms.settingsTUI, "set", "settings.json", "verbose=true",
        "--yes",
      ], in: workspace.folder)
    expect(result, 75, "settings.json", "try again")
    #expect(workspace.content == Workspace.content)
  }

  @Test("1: somebody else has changed the same setting meanwhile")
  func conflict() throws {
    let result = try workspace.run(
      "set", "settings.json", "network.port=9001", "--yes", "--prepare",
      "'\(BuiltPrograms.settingsTUI)' set settings.json network.port=9002 --yes >&2")
    #expect(result.status == 1)
    #expect(result.errors.contains("network.port"))
    #expect(workspace.content == Workspace.content.replacing("9000", with: "9002"))
  }

  @Test("With closed streams nothing goes into a file that takes their place")
  func closedStreams() throws {
    let result = try Run(
      "/bin/sh",
      ["-c", "exec '\(BuiltPrograms.settingsTUI)' set settings.json network.port=9001 <&- >&- 2>&-"],
      in: workspace.folder)
    #expect(result.status == 0)
    #expect(workspace.content == Workspace.content.replacing("9000", with: "9001"))
    let lock = FileManager.default.contents(atPath: workspace.folder + "/.settings.json.history/lock")
    #expect(lock?.isEmpty == true)
  }

  @Test("A reader that goes away early is no reason to leave anything half done")
  func brokenPipe() throws {
    let result = try Run(
      "/bin/sh",
      ["-c", "'\(BuiltPrograms.settingsTUI)' set settings.json network.port=9001 | true"],
      in: workspace.folder)
    #expect(result.status == 0)
    #expect(workspace.content == Workspace.content.replacing("9000", with: "9001"))
  }
}
