import Foundation
import TestSupport
import Testing

/// Exit statuses that depend on other processes or on the streams of the process.
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

  @Test(
    "75: another process has locked the file",
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
    #if os(Linux)
      #expect(
        result.errors.contains(#/is being changed by process \d+ \(flock\); try again/#), "\(result.errors)")
    #endif
    #expect(workspace.content == Workspace.content)
  }

  #if os(Linux)
    @Test(
      "75: a process that has locked the file is stopped, and the message says how to resume it",
      .enabled(if: BuiltPrograms.tool("flock") != nil, "flock is missing"))
    func lockedByStoppedProcess() throws {
      let flock = try #require(BuiltPrograms.tool("flock"))
      try FileManager.default.createDirectory(
        atPath: workspace.folder + "/.settings.json.history", withIntermediateDirectories: false)
      let command = """
        kill -STOP $PPID; '\(BuiltPrograms.settingsTUI)' set settings.json verbose=true --yes; status=$?
        kill -CONT $PPID; exit $status
        """
      let result = try Run(
        flock, [".settings.json.history/lock", "/bin/sh", "-c", command], in: workspace.folder)
      expect(result, 75, "settings.json", "which is stopped", "kill -CONT")
      #expect(workspace.content == Workspace.content)
    }
  #endif

  @Test("1: another process changes the same setting in the meantime")
  func conflict() throws {
    let result = try workspace.run(
      "set", "settings.json", "network.port=9001", "--yes", "--prepare",
      "'\(BuiltPrograms.settingsTUI)' set settings.json network.port=9002 --yes >&2", "--json")
    #expect(result.status == 1)
    #expect(result.output.contains(#""theirs": 9002"#), "\(result.output)")
    #expect(result.errors.contains("network.port"))
    #expect(workspace.content == Workspace.content.replacing("9000", with: "9002"))
  }

  @Test(
    "74: the output can't be written", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [
      "list settings.json", "get settings.json verbose", "check settings.json", "--help",
      // It would go on for ever.
      "watch settings.json verbose",
    ])
  func fullOutput(command: String) throws {
    let result = try Run(
      "/bin/sh", ["-c", "'\(BuiltPrograms.settingsTUI)' \(command) > /dev/full"], in: workspace.folder)
    expect(result, 74, "The output is incomplete")
  }

  @Test("With closed streams, no output is written to a file that was opened in their place")
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

  @Test(
    "74: a result would be lost, because the output is closed or full",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [
      "set - network.port=9001 <settings.json", "set settings.json network.port=9001 --json",
      "set settings.json network.port=9001 --plan -", "set settings.json network.port=9001 --dry-run",
      "get settings.json network.port", "list settings.json", "show settings.json 1", "log settings.json",
      "diff settings.json 1 1", "describe settings.json", "schemas", "edit --keys", "--help", "--version",
    ])
  func lostResult(command: String) throws {
    let workspace = try Workspace()
    #expect(try workspace.run("set", "settings.json", "verbose=true", "--yes").status == 0)
    for output in [">&-", ">/dev/full"] {
      let result = try workspace.shell("\"$0\" \(command) \(output)")
      #expect(
        result.status == 74 && result.errors.contains("The output is incomplete"),
        "\(output): \(result.status) \(result.errors)")
    }
  }

  @Test("A closed input isn't an empty one")
  func closedInput() throws {
    let result = try workspace.shell("\"$0\" set settings.json network.host <&-")
    #expect(
      result.status == 74 && result.errors.contains("The standard input can't be read"), "\(result.errors)")
    #expect(workspace.content == Workspace.content)
  }

  @Test("If the reader of the output ends early, the apply is complete")
  func brokenPipe() throws {
    let result = try Run(
      "/bin/sh",
      ["-c", "'\(BuiltPrograms.settingsTUI)' set settings.json network.port=9001 | true"],
      in: workspace.folder)
    #expect(result.status == 0)
    #expect(workspace.content == Workspace.content.replacing("9000", with: "9001"))
  }
}
