import Foundation
import TestSupport
import Testing

/// Each kind of failure: one sentence with the path and the reason, an exit status, and an unchanged file.
@Suite struct FailureTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  private func expect(
    _ result: CommandResult, _ status: Int32, _ words: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(result.status == status, "\(result.errors)", sourceLocation: sourceLocation)
    #expect(result.errors.hasPrefix("settings-tui: "), sourceLocation: sourceLocation)
    for word in words {
      #expect(result.errors.contains(word), "\(result.errors)", sourceLocation: sourceLocation)
    }
    #expect(
      result.errors.split(separator: "\n").count == 1, "\(result.errors)", sourceLocation: sourceLocation)
  }

  @Test("65: the form or the file is malformed")
  func data() async throws {
    try "[1, 2".write(toFile: workspace.folder + "/bad.json", atomically: false, encoding: .utf8)
    expect(await workspace.run("list", "settings.json", "--schema", "bad.json"), 65, "bad.json")
    expect(await workspace.run("list", "bad.json", "--schema", "server.form.json"), 65, "bad.json:1:")
    #expect(workspace.content == Workspace.content)
  }

  @Test("66: there is no such file, form or plan")
  func noInput() async throws {
    expect(await workspace.run("get", "nowhere.json"), 66, "nowhere.json")
    expect(await workspace.run("reset", "nowhere.json", "a"), 66, "nowhere.json")
    expect(
      await workspace.run("list", "settings.json", "--schema", "nowhere.json"), 66, "nowhere.json", "--schema"
    )
    expect(await workspace.run("apply", "settings.json", "nowhere.json"), 66, "nowhere.json")
  }

  @Test("66: no catalog has the address of the form that --schema names")
  func noForm() async throws {
    let address = "https://example.invalid/form.json"
    expect(await workspace.run("list", "settings.json", "--schema", address), 66, address, "--schema")
    try #"{"$schema": "none.json"}"#.write(
      toFile: workspace.folder + "/plain.json", atomically: false, encoding: .utf8)
    expect(await workspace.run("list", "plain.json", "--schema", "none.json"), 66, "none.json", "--schema")
    // A form that only the file names is never needed.
    let result = await workspace.run("list", "plain.json")
    #expect(result.status == 0)
    #expect(
      result.errors == """
        none.json: no such file, but "$schema" of plain.json names it.
        plain.json: no form was found; the types are inferred from the values. See "settings-tui schemas".

        """)
  }

  @Test("73: the file is read-only")
  func readOnly() async throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: workspace.file)
    expect(
      await workspace.run("set", "settings.json", "verbose=true", "--yes"), 73, "settings.json", "read-only")
    #expect(workspace.content == Workspace.content)
  }

  @Test("74: the path is a folder")
  func folder() async throws {
    try FileManager.default.createDirectory(
      atPath: workspace.folder + "/folder.json", withIntermediateDirectories: false)
    expect(await workspace.run("list", "folder.json", "--schema", "server.form.json"), 74, "folder.json")
  }
}
