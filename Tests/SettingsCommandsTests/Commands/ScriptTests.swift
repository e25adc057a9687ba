import Foundation
import SettingsEditing
import TestSupport
import Testing

@testable import SettingsCommands

/// What scripts know from other tools: JSON Patch, elements by a member, lists as sets, exit statuses, several files.
@Suite("Commands as scripts use them")
struct ScriptTests {
  private static let content = """
    {
      // the ports
      "servers": [
        {"name": "eu.west", "port": 1}, // Europe
        {"name": "us", "port": 2}
      ],
      "tags": ["a", "b"]
    }

    """

  private func write(_ text: String, to name: String, in workspace: Workspace) throws {
    try text.write(toFile: workspace.folder + "/" + name, atomically: false, encoding: .utf8)
  }

  private func workspace(_ content: String = content) throws -> Workspace { try Workspace(content: content) }

  // MARK: JSON Patch

  @Test("The public cases of RFC 6902 pass", .enabled(if: TestData.has("json-patch"), "no json-patch"))
  func publicCases() async throws {
    var checked = 0
    for name in ["tests.json", "spec_tests.json"] {
      let json = try JSONDocument(
        parsing: TestData.bytes("json-patch/" + name), duplicateKeys: .lastWins
      ).root.value
      for example in try #require(json.elements).compactMap(\.object) where example["disabled"] != .bool(true)
      {
        guard let start = example["doc"], let patch = example["patch"] else { continue }
        checked += 1
        let streams = RecordedStreams(input: "\(patch)")
        let workspace = try workspace("\(start)")
        let result = await workspace.run(["patch", "settings.json", "-", "--new"], on: streams)
        let comment = Comment(rawValue: "\(start) \(patch): \(result.errors)")
        if example["error"] != nil {
          #expect(result.status != 0 && workspace.content == "\(start)", comment)
        } else {
          #expect(result.status == 0, comment)
          let stored = try JSONValue(parsing: try #require(workspace.content))
          #expect(stored == example["expected"] ?? start, comment)
        }
      }
    }
    #expect(checked > 80)
  }

  @Test(
    "A patch moves a member with its text and its comments",
    arguments: [
      (
        #"[{"op": "move", "from": "/o", "path": "/n"}]"#,
        #"{/* o */ "n": {"p": "\u0041\udfff"}, "x": {}, "l": [/* e */ {"k": "\u0041"}]}"#
      ),
      (
        #"[{"op": "move", "from": "/o", "path": "/t"}, {"op": "move", "from": "/t", "path": "/x/o"}]"#,
        #"{"x": {/* o */ "o": {"p": "\u0041\udfff"}}, "l": [/* e */ {"k": "\u0041"}]}"#
      ),
      (
        #"[{"op": "move", "from": "/l/0", "path": "/x/e"}]"#,
        #"{/* o */ "o": {"p": "\u0041\udfff"}, "x": {/* e */ "e": {"k": "\u0041"}}, "l": []}"#
      ),
      (
        #"[{"op": "add", "path": "/o/q", "value": 1}, {"op": "move", "from": "/o", "path": "/n"}]"#,
        #"{/* o */ "n": {"p": "\u0041\udfff", "q": 1}, "x": {}, "l": [/* e */ {"k": "\u0041"}]}"#
      ),
      (
        #"[{"op": "move", "from": "/o", "path": "/x/o"}, {"op": "move", "from": "/x", "path": "/n"}]"#,
        #"{"n": {/* o */ "o": {"p": "\u0041\udfff"}}, "l": [/* e */ {"k": "\u0041"}]}"#
      ),
      (
        #"[{"op": "move", "from": "/o", "path": "/n"}, {"op": "move", "from": "/n/p", "path": "/x/p"}]"#,
        #"{/* o */ "n": {}, "x": {"p": "\u0041\udfff"}, "l": [/* e */ {"k": "\u0041"}]}"#
      ),
      (
        #"[{"op": "add", "path": "/l/-", "value": 1}, {"op": "move", "from": "/l", "path": "/n"}]"#,
        #"{/* o */ "o": {"p": "\u0041\udfff"}, "x": {}, "n": [/* e */ {"k": "\u0041"}, 1]}"#
      ),
      (
        #"[{"op": "add", "path": "/l/0", "value": {"k": "A"}}, {"op": "move", "from": "/l", "path": "/n"}, {"op": "move", "from": "/n/0", "path": "/x/e"}]"#,
        #"{/* o */ "o": {"p": "\u0041\udfff"}, "x": {"e": {"k": "A"}}, "n": [/* e */ {"k": "\u0041"}]}"#
      ),
      (
        #"[{"op": "move", "from": "/o", "path": "/n"}, {"op": "move", "from": "/n", "path": "/o"}]"#,
        #"{/* o */ "o": {"p": "\u0041\udfff"}, "x": {}, "l": [/* e */ {"k": "\u0041"}]}"#
      ),
    ])
  func movedText(patch: String, expected: String) async throws {
    let workspace = try workspace(
      #"{/* o */ "o": {"p": "\u0041\udfff"}, "x": {}, "l": [/* e */ {"k": "\u0041"}]}"#)
    let result = await workspace.run(
      ["patch", "settings.json", "-", "--new"], on: RecordedStreams(input: patch))
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == expected)
  }

  @Test("What a patch adds or copies comes after the members that are there")
  func addedLast() async throws {
    let workspace = try workspace(#"{"b": 1, "a": {"x": 2}, "z": 3}"#)
    let patch = """
      [{"op": "copy", "from": "/b", "path": "/k"}, {"op": "copy", "from": "/z", "path": "/a/c"},
       {"op": "add", "path": "/0", "value": 4}, {"op": "replace", "path": "/z", "value": 5}]
      """
    let result = await workspace.run(
      ["patch", "settings.json", "-", "--new"], on: RecordedStreams(input: patch))
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == #"{"b": 1, "a": {"x": 2, "c": 3}, "z": 5, "k": 1, "0": 4}"#)
  }

  @Test(
    "A section that is removed is gone from the file, also one without members",
    arguments: [#"{"net": {"port": 1, "mine": 2}, "b": 1}"#, #"{"net": {}, "b": 1}"#],
    [["patch", #"[{"op": "remove", "path": "/net"}]"#], ["merge", #"{"net": null}"#]])
  func removedSection(content: String, command: [String]) async throws {
    for isPlanned in [false, true] {
      let workspace = try workspace(content)
      try write(
        #"{"properties": {"net": {"properties": {"port": {"type": "integer"}}}}}"#,
        to: "settings.schema.json", in: workspace)
      let result = await workspace.run(
        [command[0], "settings.json", "-"] + (isPlanned ? ["--plan", "plan.json"] : []),
        on: RecordedStreams(input: command[1]))
      #expect(result.status == 0, "\(result.errors)")
      if isPlanned { #expect(await workspace.run("apply", "settings.json", "plan.json").status == 0) }
      #expect(workspace.content == #"{"b": 1}"#, "planned: \(isPlanned)")
    }
  }

  @Test("The removal of a section has the side effects of its settings, and shows no secret")
  func effectsOfRemovedSection() async throws {
    let workspace = try workspace(#"{"net": {"port": 1, "size": 3, "token": "hidden"}}"#)
    try write(
      #"""
      {"properties": {"net": {"properties": {
        "port": {"type": "integer", "x-setting": {"requiresRestart": true, "sideEffects": ["connect"]}},
        "size": {"type": "integer", "default": 3, "x-setting": {"sideEffects": ["resize"]}},
        "token": {"type": "string", "writeOnly": true}}}}}
      """#, to: "settings.schema.json", in: workspace)
    let result = await workspace.run(
      ["merge", "settings.json", "-", "--json", "--dry-run"], on: RecordedStreams(input: #"{"net": null}"#))
    let review = try #require(try JSONValue(parsing: result.output).object)
    #expect(review["requiresRestart"] == true && review["sideEffects"] == ["connect"], "\(result)")
    #expect(!result.output.contains("hidden"))
  }

  @Test("A patch can't show a secret at another place", arguments: ["move", "copy"])
  func movedSecret(operation: String) async throws {
    let workspace = try workspace(#"{"map": {"j": "hidden"}, "token": "hidden"}"#)
    try write(
      #"{"properties": {"token": {"type": "string", "writeOnly": true}, "map": {"additionalProperties": {"type": "string", "writeOnly": true}}}}"#,
      to: "settings.schema.json", in: workspace)
    for (from, to, isDone) in [
      ("token", "plain", false), ("map/j", "plain", false), ("token", "map/k", true),
    ] {
      let patch = #"[{"op": "\#(operation)", "from": "/\#(from)", "path": "/\#(to)"}]"#
      let result = await workspace.run(
        ["patch", "settings.json", "-", "--new", "--dry-run"], on: RecordedStreams(input: patch))
      #expect((result.status == 0) == isDone, "\(patch) \(result.errors)")
      #expect(!(result.output + result.errors).contains("hidden"))
    }
  }

  @Test("The patch of a review makes the same change elsewhere, and comments stay")
  func patchOfReview() async throws {
    let first = try workspace()
    let reviewed = await first.run("set", "settings.json", "tags.-=c", "servers.0.port=9", "--json")
    let patch = try #require(try JSONValue(parsing: reviewed.output).object?["patch"])
    let second = try workspace()
    let streams = RecordedStreams(input: "\(patch)")
    #expect(await second.run(["patch", "settings.json", "-"], on: streams).status == 0)
    #expect(second.content == first.content && second.content?.contains("// Europe") == true)
  }

  @Test(
    "An operation that isn't possible is named, and nothing changes",
    arguments: [
      (#"[{"op":"test","path":"/tags/0","value":"x"}]"#, 1, "operation 1"),
      (#"[{"op":"add","path":"/tags/0","value":"x"},{"op":"remove","path":"/gone"}]"#, 1, "operation 2"),
      (#"{"tags":[]}"#, 65, "merge"), (#"[{"op":"ad","path":"/tags"}]"#, 65, "operation 1"),
    ])
  func impossible(patch: String, status: Int32, names: String) async throws {
    let workspace = try workspace()
    let result = await workspace.run(
      ["patch", "settings.json", "-"], on: RecordedStreams(input: patch))
    #expect(result.status == status && result.errors.contains(names), "\(result.errors)")
    #expect(workspace.content == Self.content)
  }

  // MARK: Elements by a member

  @Test("A selector names the element of a list by one of its members, in each command")
  func selector() async throws {
    let workspace = try workspace()
    #expect(await workspace.run("get", "settings.json", "servers.[name=us].port").output == "2\n")
    #expect(await workspace.run("get", "settings.json", "servers.[port=1].name").output == "eu.west\n")
    let set = await workspace.run("set", "settings.json", "servers.[name=eu.west].port=7", "tags.[=b]=z")
    #expect(set.status == 0, "\(set.errors)")
    #expect(
      workspace.content
        == Self.content.replacing("\"port\": 1", with: "\"port\": 7").replacing("\"b\"", with: "\"z\""))
    #expect(await workspace.run("move", "settings.json", "servers.[name=us]", "0").status == 0)
    #expect(await workspace.run("reset", "settings.json", "servers.[name=eu.west]").status == 0)
    #expect(workspace.content?.contains("Europe") == false)
    #expect(await workspace.run("describe", "settings.json", "servers.[name=us].port").status == 0)
  }

  @Test("A selector that names no element, or several, says what there is")
  func ambiguousSelector() async throws {
    let workspace = try workspace(#"{"l": [{"n": "a"}, {"n": "b"}, {"n": "a"}]}"#)
    let several = await workspace.run("get", "settings.json", "l.[n=a].n")
    #expect(several.status == 1 && several.errors.contains("l.0 or l.2"), "\(several.errors)")
    let none = await workspace.run("set", "settings.json", "l.[n=c].n=d")
    #expect(none.status == 1 && none.errors.contains("[n=b]"), "\(none.errors)")
  }

  @Test("In an object, brackets are a key like any other")
  func keyInBrackets() async throws {
    let workspace = try workspace(#"{"[python][go]": {"x": 1}, "[a=b]": 2}"#)
    #expect(await workspace.run("get", "settings.json", "[python][go].x").output == "1\n")
    #expect(await workspace.run("get", "settings.json", "[a=b]").output == "2\n")
  }

  // MARK: Lists as sets

  @Test(
    "Adding and removing an element twice changes a list once",
    arguments: [
      ("tags+=c", #"["a", "b", "c"]"#), ("tags+=b", #"["a", "b"]"#), ("tags-=a", #"["b"]"#),
      ("tags-=x", #"["a", "b"]"#), ("tags+:=\"c\"", #"["a", "b", "c"]"#),
      ("new+=c", #"["a", "b"]"#),
    ])
  func listsAsSets(assignment: String, tags: String) async throws {
    let workspace = try workspace()
    for _ in 1...2 {
      let result = await workspace.run("set", "settings.json", assignment, "--new")
      #expect(result.status == 0, "\(result.errors)")
    }
    #expect(workspace.content?.contains("\"tags\": \(tags)") == true, "\(workspace.content ?? "")")
  }

  @Test(
    "Adding and removing an option changes an option set once",
    arguments: [
      ("f+=b", #"["a", "b"]"#), ("f-=a", "[]"), ("f+=a", #"["a"]"#), ("f-=b", #"["a"]"#),
      ("f+:=\"b\"", #"["a", "b"]"#),
    ])
  func optionSets(assignment: String, flags: String) async throws {
    let workspace = try workspace(#"{"f": ["a"]}"#)
    try write(
      """
      {"x-form": 1, "type": "object", "properties": {"f": {"title": "F", "type": "array", "uniqueItems": true,
        "items": {"type": "string", "oneOf": [{"const": "a", "title": "A"}, {"const": "b", "title": "B"}]},
        "x-setting": {"flags": true}}}}
      """, to: "form.json", in: workspace)
    for _ in 1...2 {
      let result = await workspace.run(
        "set", "settings.json", assignment, "--schema", workspace.folder + "/form.json")
      #expect(result.status == 0, "\(result.errors)")
    }
    #expect(workspace.content == #"{"f": \#(flags)}"#)
    let wrong = await workspace.run(
      "set", "settings.json", "f+=c", "--schema", workspace.folder + "/form.json")
    #expect(wrong.status == 1 && wrong.errors.contains("a or b"), "\(wrong.errors)")
  }

  @Test("Each of several removals in one command takes its element's comment along, and no other one")
  func severalRemovals() async throws {
    let workspace = try workspace("{\n\"tags\": [\n\"a\", // first\n\"b\", // second\n\"c\" // third\n]\n}\n")
    let result = await workspace.run("set", "settings.json", "tags-=a", "tags-=b")
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == "{\n\"tags\": [\n\"c\" // third\n]\n}\n")
  }

  @Test("One of equal elements goes with its own comment, and the review names its place")
  func equalElements() async throws {
    let workspace = try workspace("{\n\"tags\": [\n\"a\", // first\n\"a\" // second\n]\n}\n")
    let result = await workspace.run("reset", "settings.json", "tags.0", "--json")
    #expect(result.output.contains("\"/tags/0\""), "\(result.output)")
    #expect(workspace.content == "{\n\"tags\": [\n\"a\" // second\n]\n}\n")
  }

  @Test("--once appends only what the list doesn't contain; without it, the key - always appends")
  func once() async throws {
    let workspace = try workspace()
    for _ in 1...2 { _ = await workspace.run("set", "settings.json", "tags.-=c", "--once") }
    #expect(workspace.content?.contains(#"["a", "b", "c"]"#) == true)
    _ = await workspace.run("set", "settings.json", "tags.-=c")
    #expect(workspace.content?.contains(#"["a", "b", "c", "c"]"#) == true)
  }

  // MARK: Statuses and files

  @Test("--detailed-exitcode is 2 for changes, made or not, and 0 for none")
  func detailedExitCode() async throws {
    let workspace = try workspace()
    func status(_ words: String...) async -> Int32? {
      await workspace.run(["set", "settings.json"] + words + ["--detailed-exitcode"]).status
    }
    #expect(await status("tags+=c", "--dry-run") == 2)
    #expect(workspace.content == Self.content)
    #expect(await status("tags+=c") == 2)
    #expect(await status("tags+=c") == 0)
  }

  @Test("check takes the standard input beside files")
  func filesAndInput() async throws {
    let workspace = try workspace()
    for words in [["-", "settings.json"], ["settings.json", "-"]] {
      let result = await workspace.run(["check"] + words, on: RecordedStreams(input: "{\"a\":}"))
      #expect(result.status == 65 && result.errors.contains(":1:6"), "\(result.errors)")
      #expect(result.output == "settings.json: no problems.\n")
    }
  }

  @Test("What tells alternatives apart can be set to the constant of another one")
  func constants() async throws {
    let alternatives = ["a", "b", "c"].map {
      #"{"type": "object", "properties": {"type": {"const": "\#($0)"}, "x": {"type": "number"}}, "required": ["type"]}"#
    }
    let form = #"{"properties": {"o": {"oneOf": [\#(alternatives.joined(separator: ", "))]}}}"#
    let workspace = try workspace(#"{"$schema": "o.json", "o": {"type": "a", "x": 1}}"#)
    try write(form, to: "o.json", in: workspace)
    let described = await workspace.run("describe", "settings.json", "o.type")
    #expect(described.output.contains("One of 3"), "\(described.output)")
    #expect(await workspace.run("set", "settings.json", "o.type=b").status == 0)
    #expect(workspace.content == #"{"$schema": "o.json", "o": {"type": "b", "x": 1}}"#)
    let refused = await workspace.run("set", "settings.json", "o.type=d")
    #expect(refused.status == 1 && refused.errors.contains("Use a, b or c."), "\(refused.errors)")
  }

  @Test("check takes several files, and checks those after a bad one")
  func severalFiles() async throws {
    let workspace = try workspace()
    try write("{\"a\":}", to: "bad.json", in: workspace)
    try write("[1,\n]]", to: "worse.json", in: workspace)
    let result = await workspace.run("check", "bad.json", "settings.json", "worse.json")
    #expect(result.status == 65 && result.output.contains("settings.json: no problems"))
    #expect(result.errors.contains("bad.json:1:6") && result.errors.contains("worse.json:2"))
    #expect(await workspace.run("check", "settings.json", "settings.json").status == 0)
  }
}
