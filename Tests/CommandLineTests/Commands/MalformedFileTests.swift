import Testing

/// A file that is no JSON, or does not fit: named by its place, and left as it is.
@Suite struct MalformedFileTests {
  static let commands = [
    ["get", "settings.json", "verbose"], ["list", "settings.json"], ["check", "settings.json"],
    ["set", "settings.json", "verbose=true", "--yes"], ["reset", "settings.json", "verbose", "--yes"],
  ]

  @Test(
    "A malformed file is named with line and column, exits with 65, and stays byte for byte",
    arguments: commands)
  func malformed(words: [String]) throws {
    let content = "{\n  \"$schema\": \"server.form.json\",\n  \"verbose\": tru\n}\n"
    let workspace = try Workspace(content: content)
    let result = try Run(
      BuiltPrograms.settingsTUI, words + ["--schema", "server.form.json"], in: workspace.folder)
    #expect(result.status == 65)
    #expect(result.errors.contains("settings.json:3:"))
    #expect(workspace.content == content)
  }

  @Test("A key that stands twice is refused at the second", arguments: commands)
  func duplicate(words: [String]) throws {
    let content = "{\n  \"verbose\": true,\n  \"verbose\": false\n}\n"
    let workspace = try Workspace(content: content)
    let result = try Run(
      BuiltPrograms.settingsTUI, words + ["--schema", "server.form.json"], in: workspace.folder)
    #expect(result.status == 65)
    #expect(result.errors.contains("settings.json:3:3"))
    #expect(workspace.content == content)
  }

  @Test("A form that is none exits with 65")
  func form() throws {
    let workspace = try Workspace()
    let result = try workspace.run("list", "settings.json", "--schema", "settings.json")
    #expect(result.status == 65)
    #expect(result.errors.contains("settings.json"))
  }
}
