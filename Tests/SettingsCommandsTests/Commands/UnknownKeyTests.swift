import TestSupport
import Testing

@testable import SettingsCommands

/// Keys that the form doesn't know.
@Suite struct UnknownKeyTests {
  private let workspace: Workspace
  private static let content = """
    {
      "$schema": "app.form.json",
      "old": {"a": 1},
      "network": {"port": 1, "bogus": 2},
      "servers": [{"host": "x", "nope": [3, 4]}]
    }
    """

  init() throws {
    workspace = try Workspace(content: Self.content)
    try workspace.write(
      #"""
      {"x-form": 1, "type": "object", "properties": {
        "network": {"type": "object", "title": "Network", "properties": {
          "port": {"type": "integer", "title": "Port", "default": 1}}},
        "servers": {"title": "Servers", "type": "array", "items": {"type": "object", "properties": {
          "host": {"type": "string", "title": "Host"}}}}
      }}
      """#, to: "app.form.json")
  }

  @Test("check says what unknown keys do, and how to remove them")
  func check() async throws {
    let result = await workspace.run("check", "settings.json")
    #expect(result.status == 0)
    #expect(result.errors.contains("settings.json: 3 keys are unknown to the form;"), "\(result.errors)")
    #expect(result.errors.hasSuffix("reset FILE old\n") || result.errors.contains("reset FILE "))
  }

  @Test(
    "reset removes an unknown key, also in sections, in elements and in other unknown keys",
    arguments: [
      ("old", #"  "old": {"a": 1},"# + "\n", ""), ("old.a", #"{"a": 1}"#, "{}"),
      ("network.bogus", #", "bogus": 2"#, ""), ("servers.0.nope", #", "nope": [3, 4]"#, ""),
      ("servers.0.nope.0", "[3, 4]", "[4]"),
    ])
  func reset(path: String, old: String, new: String) async throws {
    let result = await workspace.run("reset", "settings.json", path, "--yes")
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == Self.content.replacing(old, with: new))
  }

  @Test("reset removes a value in place of a section")
  func notASection() async throws {
    let content = #"{"$schema": "app.form.json", "network": 5, "servers": []}"#
    try workspace.write(content, to: "settings.json")
    let set = await workspace.run("set", "settings.json", "network.port=2", "--yes")
    #expect(set.status == 1 && set.errors.contains("Use an object instead of a whole number."))
    let reset = await workspace.run("reset", "settings.json", "network", "--yes")
    #expect(reset.status == 0 && reset.output == "network: 5 → (not set)\n", "\(reset.errors)")
    #expect(workspace.content == #"{"$schema": "app.form.json", "servers": []}"#)
  }

  @Test(
    "In a form with rules, reset removes a value in place of a section and obeys the rules about other settings"
  )
  func notASectionInRules() async throws {
    try workspace.write(
      #"""
      {"x-form": 1, "type": "object", "properties": {
        "network": {"type": "object", "properties": {"port": {"type": "integer", "default": 1}}},
        "limit": {"type": "integer", "default": 1}
      },
      "x-rules": [{"require": {"<=": [{"var": "network.port"}, {"var": "limit"}]}},
        {"require": {">=": [{"var": "limit"}, 2]}, "message": "Use at least 2."}]}
      """#, to: "app.form.json")
    let content = #"{"$schema": "app.form.json", "network": 5, "limit": 3}"#
    try workspace.write(content, to: "settings.json")
    let refused = await workspace.run("reset", "settings.json", "network", "limit", "--yes")
    #expect(refused.status == 1 && refused.errors.contains("Use at least 2."))
    #expect(workspace.content == content)
    let reset = await workspace.run("reset", "settings.json", "network", "--yes")
    #expect(reset.status == 0 && reset.output == "network: 5 → (not set)\n", "\(reset.errors)")
    #expect(workspace.content == #"{"$schema": "app.form.json", "limit": 3}"#)
  }

  @Test("A list in place of the document is an error with its position")
  func listAsDocument() async throws {
    try workspace.write("[]", to: "settings.json")
    let set = await workspace.run(
      "set", "settings.json", "network.port=2", "--yes", "--schema", "app.form.json")
    #expect(set.status == 1)
    #expect(set.errors == "settings-tui: settings.json:1:1: error: Use an object instead of a list.\n")
  }

  @Test(
    "A key that is neither known nor stored can't be reset",
    arguments: ["older", "servers.0.nop", "servers.4"])
  func missing(path: String) async throws {
    let result = await workspace.run("reset", "settings.json", path, "--yes")
    #expect(result.status == 1 && result.errors.contains(path))
    #expect(workspace.content == Self.content)
  }

  @Test(
    "set changes an unknown key that is stored, and check still says that it is unknown",
    arguments: [
      ("old=1", #"{"a": 1}"#, "1"), ("old.a=2", #"{"a": 1}"#, #"{"a": 2}"#), ("network.bogus=3", "2", "3"),
      ("servers.0.nope=1", "[3, 4]", "1"), ("servers.0.nope.1=5", "[3, 4]", "[3, 5]"),
    ])
  func set(assignment: String, old: String, new: String) async throws {
    let result = await workspace.run("set", "settings.json", assignment, "--yes")
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == Self.content.replacing(old, with: new))
    let check = await workspace.run("check", "settings.json")
    #expect(check.errors.contains("settings.json: 3 keys are unknown to the form;"), "\(check.errors)")
  }

  @Test("set refuses a new unknown key", arguments: ["nope=1", "network.nope=1", "servers.0.other=1"])
  func setNew(assignment: String) async throws {
    let result = await workspace.run("set", "settings.json", assignment, "--yes")
    #expect(result.status == 1, "\(result.output)\(result.errors)")
    #expect(workspace.content == Self.content)
  }

  @Test("check names no command for an unknown key inside a secret, whose path it hides")
  func secretKey() async throws {
    try workspace.write(
      #"""
      {"x-form": 1, "type": "object", "properties": {"secrets": {"type": "object", "title": "Secrets",
        "writeOnly": true, "properties": {"a": {"type": "string", "title": "A"}}, "additionalProperties": false}}}
      """#, to: "app.form.json")
    try workspace.write(
      #"{"$schema": "app.form.json", "secrets": {"a": "x", "bogus": 1}}"#, to: "settings.json")
    let result = await workspace.run("check", "settings.json")
    #expect(!result.errors.contains("reset FILE"), "\(result.errors)")
    #expect(result.errors.contains("The key may be a secret; remove it in the file."), "\(result.errors)")
  }
}
