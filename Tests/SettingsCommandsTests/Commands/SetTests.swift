import Foundation
import SettingsEditing
import TestSupport
import Testing

/// `set` and `reset`.
@Suite struct SetTests {
  @Test("Setting a value changes only its bytes")
  func set() async throws {
    let workspace = try Workspace()
    let result = await workspace.run("set", "settings.json", "network.port=9001", "--yes")
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == Workspace.content.replacing("9000", with: "9001"))
  }

  @Test("A new key is inserted in the order of the form")
  func newKey() async throws {
    let workspace = try Workspace()
    let result = await workspace.run(
      "set", "settings.json", "network.host=example.org", "level=debug", "--yes")
    #expect(result.status == 0, "\(result.errors)")
    let content = try #require(workspace.content)
    let order = [
      "\"port\"", "// behind the proxy", "\"host\": \"example.org\"", "\"token\"", "\"verbose\"", "\"level\"",
    ]
    let places = order.compactMap { content.range(of: $0)?.lowerBound }
    #expect(places.count == order.count && places == places.sorted(), "\(content)")
  }

  @Test("New keys that no form describes come last, whatever else is set")
  func newKeysWithoutForm() async throws {
    let workspace = try Workspace(content: #"{"b": 1, "a": 2, "z": 3}"#)
    let result = await workspace.run("set", "settings.json", "k=4", "z=5", "c=6", "b=7", "--yes")
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == #"{"b": 7, "a": 2, "z": 5, "k": 4, "c": 6}"#)
  }

  @Test("A review tells an empty value from a missing one, and so does the log")
  func emptyOrMissing() async throws {
    let workspace = try Workspace(content: #"{"$schema": "own.json"}"#)
    try workspace.write(#"{"type": "object", "properties": {"name": {"type": "string"}}}"#, to: "own.json")
    let shown = [
      await workspace.run("set", "settings.json", "name=", "--yes").output,
      await workspace.run("log", "settings.json", "0").output.split(separator: "\n").last.map { "\($0)\n" },
      await workspace.run("set", "settings.json", "name=x", "--yes").output,
      await workspace.run("reset", "settings.json", "name", "--yes").output,
      await workspace.run("log", "settings.json", "0").output.split(separator: "\n").last.map { "\($0)\n" },
    ]
    #expect(
      shown == [
        "name: (not set) → empty\n", "name: (not set) → empty\n", "name: empty → x\n",
        "name: x → (not set)\n", "name: x → (not set)\n",
      ])
  }

  @Test("A part of a struct with a default is stored alone, and what the app adds isn't")
  func partOfDefault() async throws {
    let workspace = try Workspace(content: #"{"$schema": "own.json"}"#)
    try workspace.write(
      #"""
      {"x-form": 1, "type": "object", "properties": {"build": {"type": ["object", "null"],
        "default": {"jobs": 4, "target": null, "tags": ["a"]}, "properties": {"jobs": {"type": "integer"},
          "target": {"type": ["string", "null"]}, "tags": {"type": "array", "items": {"type": "string"}}}}}}
      """#, to: "own.json")
    let review = await workspace.run("set", "settings.json", "build.target=linux", "--yes")
    #expect(workspace.content == #"{"$schema": "own.json", "build": {"target": "linux"}}"#)
    #expect(review.output.contains("linux") && !review.output.contains("jobs"), "\(review)")
    #expect(await workspace.run("get", "settings.json", "build.jobs").output == "4\n")
    _ = await workspace.run("set", "settings.json", "build.tags.-=b", "build.jobs=4", "--yes")
    #expect(
      try JSONValue(parsing: workspace.content ?? "")
        == ["$schema": "own.json", "build": ["target": "linux", "tags": ["a", "b"], "jobs": 4]])
    _ = await workspace.run("reset", "settings.json", "build.target", "--yes")
    #expect(
      try JSONValue(parsing: workspace.content ?? "")
        == ["$schema": "own.json", "build": ["tags": ["a", "b"], "jobs": 4]])
  }

  @Test("Resetting a section without members removes it")
  func resetEmptySection() async throws {
    let workspace = try Workspace(content: #"{"network": {}, "level": "info"}"#)
    let result = await workspace.run("reset", "settings.json", "network")
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == #"{"level": "info"}"#)
  }

  @Test("Resetting removes the key")
  func reset() async throws {
    let workspace = try Workspace()
    #expect(await workspace.run("reset", "settings.json", "network.port", "--yes").status == 0)
    #expect(workspace.content?.contains("port") == false)
    #expect(await workspace.run("get", "settings.json", "network.port").output == "8080\n")
  }

  @Test(
    "An invalid value exits with 1 and a reason, and changes nothing",
    arguments: [
      ("network.port=70000", "65535"), ("network.port=many", "network.port: Use a whole number"),
      ("level=loud", "level: Use info or debug"),
      ("verbose:=1", "verbose"),
    ])
  func invalid(assignment: String, word: String) async throws {
    let workspace = try Workspace()
    // All or nothing: the valid change before it isn't made either.
    let result = await workspace.run("set", "settings.json", "network.host=x", assignment, "--yes")
    #expect(result.status == 1)
    #expect(result.errors.contains(word))
    #expect(workspace.content == Workspace.content)
  }

  @Test("A dry run shows the review and writes nothing")
  func dryRun() async throws {
    let workspace = try Workspace()
    let result = await workspace.run("set", "settings.json", "network.port=9001", "--dry-run")
    #expect(result.status == 0)
    #expect(result.output.contains("9000") && result.output.contains("9001"))
    #expect(workspace.content == Workspace.content)
  }

  @Test("A new secret is masked in the output and stored in the file")
  func secret() async throws {
    let workspace = try Workspace()
    let result = await workspace.run("set", "settings.json", "network.token=n3w-s3cret", "--yes")
    #expect(result.status == 0)
    #expect(!(result.output + result.errors).contains("s3cret"))
    #expect(workspace.content?.contains("\"n3w-s3cret\"") == true)
  }

  @Test("A symbolic link and the file's mode are kept")
  func linkAndMode() async throws {
    let workspace = try Workspace()
    let target = workspace.folder + "/target.json"
    try FileManager.default.moveItem(atPath: workspace.file, toPath: target)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target)
    try FileManager.default.createSymbolicLink(atPath: workspace.file, withDestinationPath: "target.json")
    #expect(await workspace.run("set", "settings.json", "network.port=9001", "--yes").status == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: workspace.file) == "target.json")
    let mode = try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? Int
    #expect(mode == 0o640)
  }

  @Test("A missing file is created, readable by its owner only")
  func newFile() async throws {
    let workspace = try Workspace(content: nil)
    let result = await workspace.run(
      "set", "settings.json", "verbose=true", "--yes", "--schema", "server.form.json")
    #expect(result.status == 0, "\(result.errors)")
    let mode = try FileManager.default.attributesOfItem(atPath: workspace.file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }
}
