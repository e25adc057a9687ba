import Foundation
import TestSupport
import Testing

/// Commands on files that are one list or one map, and on parts of settings.
@Suite struct RootValueTests {
  private func workspace(_ content: String, _ schema: String) throws -> Workspace {
    let workspace = try Workspace(content: content)
    try schema.write(toFile: workspace.folder + "/form.json", atomically: false, encoding: .utf8)
    return workspace
  }

  private static let list =
    #"{"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}}}}"#
  private static let map = #"{"type": "object", "additionalProperties": {"type": "integer"}}"#

  @Test("The table has a row for each element or entry")
  func rows() async throws {
    let list = try await workspace(#"[{"name": "a"}, {}]"#, Self.list)
      .run("list", "settings.json", "--schema", "form.json")
    #expect(list.output.split(separator: "\n").dropFirst().map { $0.prefix(1) } == ["0", "1"])
    let map = try await workspace(#"{"x": 1, "y": 2}"#, Self.map)
      .run("list", "settings.json", "--schema", "form.json")
    #expect(map.output.split(separator: "\n").dropFirst().map { $0.prefix(1) } == ["x", "y"])
  }

  @Test("A part is set and removed, and the rest stays as it is")
  func parts() async throws {
    let list = try workspace("[\n  {\"name\": \"a\"}, // first\n  {\"name\": \"b\"}\n]\n", Self.list)
    let set = await list.run("set", "settings.json", "--yes", "--schema", "form.json", "1.name=c")
    #expect(set.status == 0, "\(set.errors)")
    #expect(list.content == "[\n  {\"name\": \"a\"}, // first\n  {\"name\": \"c\"}\n]\n")
    let reset = await list.run("reset", "settings.json", "--yes", "--schema", "form.json", "1")
    #expect(reset.status == 0, "\(reset.errors)")
    #expect(list.content == "[\n  {\"name\": \"a\"} // first\n]\n")
  }

  @Test("Several elements are named by their positions before the command")
  func positions() async throws {
    let list = try workspace(#"[{"name": "a"}, {"name": "b"}, {"name": "c"}]"#, Self.list)
    let reset = await list.run("reset", "settings.json", "--yes", "--schema", "form.json", "0", "1")
    #expect(reset.status == 0, "\(reset.errors)")
    #expect(list.content == #"[{"name": "c"}]"#)
  }

  @Test("A whole list is reset to its default, and isn't emptied without one", arguments: [true, false])
  func whole(hasDefault: Bool) async throws {
    let schema = #"{"type": "array", "items": {"type": "integer"}\#(hasDefault ? #", "default": [7]"# : "")}"#
    let list = try workspace("// a\n[1, 2] // b\n", schema)
    let reset = await list.run("reset", "settings.json", "--yes", "--schema", "form.json", "")
    #expect(reset.status == (hasDefault ? 0 : 1), "\(reset.errors)")
    #expect(reset.errors.contains("set ':=[]'") != hasDefault)
    #expect(list.content == (hasDefault ? "// a\n[7] // b\n" : "// a\n[1, 2] // b\n"))
  }

  @Test(
    "The whole document is replaced by JSON of any type, with comments where it stays the same",
    arguments: [
      ("// a\n[1, 2] // b\n", "[2]", "// a\n[2] // b\n"), ("[1]", #"{"a": 1}"#, #"{"a": 1}"#),
      (#"{"a": 1}"#, #"["x"]"#, #"["x"]"#), ("3", "null", "null"),
      (
        #"{"a": 1, /* b */ "b": {"c": 1}, "d": 2}"#, #"{"a": 2, "b": {"c": 1}}"#,
        #"{"a": 2, /* b */ "b": {"c": 1}}"#
      ),
      (#"{"b": {"c": 1}, "d": {"e": {}}}"#, #"{"b": {"x": 1}}"#, #"{"b": {"x": 1}}"#), ("", "[]", "[]\n"),
    ], [nil, "{}"])
  func replacing(example: (before: String, value: String, after: String), schema: String?) async throws {
    let file = try Workspace(content: example.before)
    try file.write(schema ?? "", to: "form.json")
    let words = ["set", "settings.json", ":=" + example.value, "--yes"]
    let set = await file.run(words + (schema == nil ? [] : ["--schema", "form.json"]))
    #expect(set.status == 0, "\(set.errors)")
    #expect(file.content == example.after)
  }

  @Test("A list can't take the place of an app's settings")
  func appObject() async throws {
    let file = try Workspace()
    let set = await file.run("set", "settings.json", ":=[1]", "--yes")
    #expect(
      set.status == 1 && set.errors.contains("only an object can replace the document"), "\(set.errors)")
    #expect(file.content == Workspace.content)
  }

  @Test("No other path is suggested for a part of one value")
  func suggestion() async throws {
    let text = try workspace(#""x""#, #"{"type": "string"}"#)
    let set = await text.run("set", "settings.json", "--yes", "--schema", "form.json", "\"\"=y")
    #expect(set.errors == "settings-tui: settings.json: there is no setting \"\".\n")
  }

  @Test("A part without a value is refused")
  func missing() async throws {
    let map = try workspace(#"{"x": 1}"#, Self.map)
    let reset = await map.run("reset", "settings.json", "--yes", "--schema", "form.json", "y")
    #expect(reset.status == 1)
    #expect(reset.errors == "settings-tui: settings.json: y has no value.\n")
  }

  @Test(
    "A schema that says nothing about the values leaves all of them to the person, in a map and in a list",
    arguments: ["{}", "true", #"{"description": "D"}"#, #"{"type": ["object", "array"]}"#])
  func anything(schema: String) async throws {
    for (content, part, changed) in [
      (#"{"a": {"b": 1}}"#, "a.b", #"{"a": {"b": 5}}"#), (#"[{"b": 1}]"#, "0.b", #"[{"b": 5}]"#),
    ] {
      let file = try workspace(content, schema)
      let schema = ["--schema", "form.json"]
      #expect(await file.run(["get", "settings.json", part] + schema).output == "1\n")
      let list = await file.run(["list", "settings.json"] + schema)
      #expect(list.output.split(separator: "\n").dropFirst().map { $0.prefix(1) } == [part.prefix(1)])
      let set = await file.run(["set", "settings.json", part + "=5", "--yes"] + schema)
      #expect(set.status == 0, "\(set.errors)")
      #expect(file.content == changed)
    }
  }

  @Test("An object without properties is a map, and one with empty properties has no settings")
  func emptyObject() async throws {
    let map = try workspace("{}", #"{"type": "object"}"#)
    let set = await map.run("set", "settings.json", "a=5", "--yes", "--schema", "form.json")
    #expect(set.status == 0, "\(set.errors)")
    #expect(map.content?.contains(#""a": 5"#) == true)
    let form = try workspace("{}", #"{"x-form": 1, "type": "object", "properties": {}}"#)
    #expect(await form.run("set", "settings.json", "a=5", "--yes", "--schema", "form.json").status == 1)
  }
}
