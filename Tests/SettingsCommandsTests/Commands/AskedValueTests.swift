import Foundation
import TestSupport
import Testing

/// Values on the standard input instead of the command line.
@Suite struct AskedValueTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  private func set(_ paths: String..., input: String) async -> CommandResult {
    await workspace.run(["set", "settings.json"] + paths, on: RecordedStreams(input: input))
  }

  private func content(token: String) -> String {
    Workspace.content.replacing("\"hunter2-s3cret\"", with: token)
  }

  @Test(
    "Without a terminal, the standard input without its last line break is the value",
    arguments: [
      ("n3w", "\"n3w\""), ("n3w\n", "\"n3w\""), ("n3w\r\n", "\"n3w\""), ("a\nb\n", #""a\nb""#),
      ("\n", "\"\""), ("-", "\"-\""), ("@file", "\"@file\""), ("a=b", "\"a=b\""), (" x ", "\" x \""),
    ])
  func input(input: String, token: String) async throws {
    let result = await set("network.token", input: input)
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == content(token: token))
    #expect(!(result.output + result.errors).contains("n3w"))
  }

  @Test("Several values take one line each, also among assignments")
  func several() async throws {
    let result = await set("network.token", "verbose=true", "/network/port", input: "n3w\n9001\n")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      workspace.content
        == content(token: "\"n3w\"").replacing("9000", with: "9001").replacing("false", with: "true"))
  }

  @Test(
    "An empty input and one with too few or too many values are refused, and nothing is changed",
    arguments: ["", "n3w", "n3w\nx\ny\n"])
  func wrongCount(input: String) async throws {
    let result = await set("network.token", "network.host", input: input)
    #expect(result.status == 64)
    #expect(result.errors.contains("standard input"))
    #expect(workspace.content == Workspace.content)
  }

  @Test("An invalid value is refused; an unknown setting is refused before the input is read")
  func unfit() async throws {
    let wrong = await set("network.port", input: "many\n")
    #expect(wrong.status == 1 && wrong.errors.contains("network.port: Use a whole number"))
    for (word, reason) in [("network.prot", "network.port"), ("network", "is a section")] {
      let result = await workspace.run("set", "settings.json", word)
      #expect(result.status == 64)
      #expect(result.errors.contains(reason))
    }
    #expect(await workspace.run("set", "settings.json", "9001").status == 64)
    #expect(workspace.content == Workspace.content)
  }

  @Test("In PATH=VALUE neither - nor @ has a special meaning")
  func literal() async throws {
    for value in ["-", "@settings.json", "-x"] {
      #expect(await workspace.run("set", "settings.json", "network.host=\(value)", "--yes").status == 0)
      #expect(await workspace.run("get", "settings.json", "network.host").output == value + "\n")
    }
  }

  @Test(
    "A read-only file is reported before a value is read and before commands run",
    arguments: ["set", "reset"])
  func readOnly(command: String) async throws {
    let workspace = try Workspace()
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: workspace.file)
    let marker = workspace.folder + "/ran"
    let result = await workspace.run(
      command, "settings.json", "network.host", "--prepare", "touch '\(marker)'", "--yes")
    #expect(result.status == 73 && result.errors.contains("is read-only"), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: marker))
    // What changes nothing is still possible.
    #expect(await workspace.run("reset", "settings.json", "network.port", "--dry-run").status == 0)
  }
}
