import Foundation
import TestSupport
import Testing

/// Malformed files are reported with their position and not changed.
@Suite struct MalformedFileTests {
  static let commands = [
    ["get", "settings.json", "verbose"], ["list", "settings.json"], ["check", "settings.json"],
    ["set", "settings.json", "verbose=true", "--yes"], ["reset", "settings.json", "verbose", "--yes"],
  ]

  @Test(
    "A malformed file is reported with line and column, exits with 65, and isn't changed",
    arguments: commands)
  func malformed(words: [String]) async throws {
    let content = "{\n  \"$schema\": \"server.form.json\",\n  \"verbose\": tru\n}\n"
    let workspace = try Workspace(content: content)
    let result = await workspace.run(words + ["--schema", "server.form.json"])
    #expect(result.status == 65)
    #expect(result.errors.contains("settings.json:3:"))
    #expect(workspace.content == content)
  }

  @Test("A duplicate key is reported at its second position", arguments: commands)
  func duplicate(words: [String]) async throws {
    let content = "{\n  \"verbose\": true,\n  \"verbose\": false\n}\n"
    let workspace = try Workspace(content: content)
    let result = await workspace.run(words + ["--schema", "server.form.json"])
    #expect(result.status == 65)
    #expect(result.errors.contains("settings.json:3:3"))
    #expect(workspace.content == content)
  }

  @Test("A malformed form exits with 65")
  func form() async throws {
    let workspace = try Workspace()
    try #"{"properties": {"#.write(
      toFile: workspace.folder + "/broken.form.json", atomically: false, encoding: .utf8)
    let result = await workspace.run("list", "settings.json", "--schema", "broken.form.json")
    #expect(result.status == 65)
    #expect(result.errors.contains("broken.form.json"))
  }

  @Test("A part of a form that can't be used is a warning", arguments: ["list", "check"])
  func unusablePart(command: String) async throws {
    let workspace = try Workspace(content: "{}\n")
    let form = """
      {"$schema": "http://json-schema.org/draft-07/schema#", "properties": {
      "port": {"type": "integer", "minimum": "1"}, "name": {"type": "string"}}}
      """
    try form.write(toFile: workspace.folder + "/app.schema.json", atomically: false, encoding: .utf8)
    let result = await workspace.run(command, "settings.json", "--schema", "app.schema.json")
    #expect(result.status == 0)
    #expect(
      result.errors
        == #"app.schema.json:2:40: warning: /properties/port/minimum: Give "minimum" a number."# + "\n")
  }
}
