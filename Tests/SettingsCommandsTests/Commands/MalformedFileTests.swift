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

  private static let duplicate = """
    {
      // The first one.
      "verbose": true,
      "network": { "port": 1, "port": 9000, "host": "a" },
      "verbose": false
    }

    """

  @Test(
    "Of a duplicate key, the last one is read, with a warning at its position",
    arguments: [
      (["get", "verbose"], "false\n"), (["get", "network.port"], "9000\n"), (["list"], ""), (["check"], ""),
      (["get"], ""),
    ])
  func readingDuplicates(words: [String], output: String) async throws {
    let workspace = try Workspace(content: Self.duplicate)
    let result = await workspace.run(
      [words[0], "settings.json"] + words.dropFirst() + ["--schema", "server.form.json"])
    #expect(result.status == 0, "\(result.errors)")
    if !output.isEmpty { #expect(result.output == output) }
    let (port, verbose) = (
      "settings.json:4:27: warning: network.port: ", "settings.json:5:3: warning: verbose: "
    )
    #expect(result.errors.contains(port) == (words.last != "verbose"), "\(result.errors)")
    #expect(result.errors.contains(verbose) == (words.last != "network.port"), "\(result.errors)")
    #expect(!result.output.contains("true") || words == ["list"])
  }

  @Test("A file with a duplicate key is edited elsewhere, and only there", arguments: [true, false])
  func editingBesideDuplicates(hasForm: Bool) async throws {
    let workspace = try Workspace(content: Self.duplicate)
    let form = hasForm ? ["--schema", "server.form.json"] : []
    let result = await workspace.run(["set", "settings.json", "network.host=b", "--yes"] + form)
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == Self.duplicate.replacing("\"a\"", with: "\"b\""))
    let removal = await workspace.run(["reset", "settings.json", "network.host", "--yes"] + form)
    #expect(removal.status == 0, "\(removal.errors)")
    #expect(workspace.content == Self.duplicate.replacing(", \"host\": \"a\"", with: ""))
    #expect(await workspace.run(["rollback", "settings.json", "2", "--yes"] + form).status == 0)
    #expect(workspace.content == Self.duplicate)
  }

  @Test(
    "An edit of a duplicate key is refused, and names both places",
    arguments: [
      (["set", "verbose=true"], "3:3 and 5:3"), (["reset", "verbose"], "3:3 and 5:3"),
      (["set", "network.port=2"], "4:16 and 4:27"),
    ], [true, false])
  func editingDuplicates(words: (words: [String], places: String), hasForm: Bool) async throws {
    let workspace = try Workspace(content: Self.duplicate)
    let form = hasForm ? ["--schema", "server.form.json"] : []
    let result = await workspace.run(
      [words.words[0], "settings.json", words.words[1], "--yes"] + form)
    #expect(result.status == 1)
    #expect(result.errors.contains(words.places), "\(result.errors)")
    #expect(workspace.content == Self.duplicate)
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

  @Test("A part of a form that can't be used is a warning of --verbose", arguments: ["list", "check"])
  func unusablePart(command: String) async throws {
    let workspace = try Workspace(content: "{}\n")
    let form = """
      {"$schema": "http://json-schema.org/draft-07/schema#", "properties": {
      "port": {"type": "integer", "minimum": "1"}, "name": {"type": "string"}}}
      """
    try form.write(toFile: workspace.folder + "/app.schema.json", atomically: false, encoding: .utf8)
    let words = [command, "settings.json", "--schema", "app.schema.json"]
    let quiet = await workspace.run(words)
    #expect(quiet.status == 0 && quiet.errors.isEmpty, "\(quiet.errors)")
    let result = await workspace.run(words + ["--verbose"])
    #expect(result.status == 0)
    #expect(
      result.errors
        == #"app.schema.json:2:40: warning: /properties/port/minimum: Give "minimum" a number."# + "\n")
  }
}
