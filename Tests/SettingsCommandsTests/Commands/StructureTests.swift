import Foundation
import SettingsEditing
import TestSupport
import Testing

/// Commands that change where values stand, and filters.
@Suite("Commands about the structure of the file")
struct StructureTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace(
      content: """
        {
          "$schema": "form.json",
          // the name
          "name": "x",
          "servers": {
            // Europe
            "eu": {"port": 1.0}, // slow
            "us": {"port": 2}
          },
          "tags": [
            "a", // first
            "b",
            "c" // last
          ]
        }

        """)
    let form = #"""
      {
        "type": "object",
        "properties": {
          "name": {"type": "string"},
          "on": {"type": "boolean"},
          "token": {"type": "string", "writeOnly": true},
          "servers": {
            "type": "object",
            "additionalProperties": {"type": "object", "properties": {"port": {"type": "integer"}}}
          },
          "tags": {"type": "array", "items": {"type": "string"}},
          "editor.fontSize": {"type": "integer"},
          "a=b": {"type": "integer"}
        },
        "additionalProperties": false
      }
      """#
    try form.write(toFile: workspace.folder + "/form.json", atomically: false, encoding: .utf8)
  }

  private var contents: String { workspace.content ?? "" }

  private func write(_ text: String, to name: String) throws {
    try text.write(toFile: workspace.folder + "/" + name, atomically: false, encoding: .utf8)
  }

  private func changed(_ words: String..., replacing old: String, with new: String) async throws {
    let before = contents
    let result = await workspace.run([words[0], "settings.json"] + words.dropFirst() + ["--yes"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(before.contains(old))
    #expect(contents == before.replacing(old, with: new))
  }

  @Test("rename keeps place, value and comments")
  func rename() async throws {
    try await changed("rename", "servers.eu", "eu.west", replacing: "\"eu\"", with: "\"eu.west\"")
    try await changed("rename", "servers.\"eu.west\"", "eu", replacing: "\"eu.west\"", with: "\"eu\"")
  }

  @Test("rename refuses a key that is there, one that isn't, and one that the form doesn't allow")
  func renameRefused() async throws {
    let before = contents
    for (path, name, text) in [
      ("servers.eu", "us", "already has a value"), ("servers.asia", "x", "no member"),
      ("tags.0", "x", "no member"),
      ("name", "nam", "there is no setting nam"),
    ] {
      let result = await workspace.run("rename", "settings.json", path, name, "--yes")
      #expect(result.status == 1)
      #expect(result.errors.contains(text), "\(result.errors)")
    }
    #expect(contents == before)
  }

  @Test("move takes the element's comments along")
  func move() async throws {
    try await changed(
      "move", "tags.0", "2", replacing: "\"a\", // first\n    \"b\",\n    \"c\" // last",
      with: "\"b\",\n    \"c\", // last\n    \"a\" // first")
    try await changed(
      "move", "tags.2", "0", replacing: "\"b\",\n    \"c\", // last\n    \"a\" // first",
      with: "\"a\", // first\n    \"b\",\n    \"c\" // last")
    let result = await workspace.run("move", "settings.json", "tags.0", "3", "--yes")
    #expect(result.status == 1)
    #expect(result.errors.contains("tags has 3 elements"))
  }

  @Test("insert puts an element before another one, in the layout of the list")
  func insert() async throws {
    try await changed("insert", "tags.1=new", replacing: "\"b\",", with: "\"new\",\n    \"b\",")
    try await changed(
      "insert", "tags.-:=\"end\"", replacing: "\"c\" // last", with: "\"c\", // last\n    \"end\"")
    let result = await workspace.run("insert", "settings.json", "tags.9=x", "--yes")
    #expect(result.status == 1)
    #expect(result.errors.contains("tags has 5 elements"))
  }

  @Test("merge sets, merges objects, and resets what is null")
  func merge() async throws {
    try write(
      "// a patch\n{\"name\": null, \"on\": true, \"servers\": {\"us\": null, \"eu\": {\"port\": 3}}, \"tags\": [\"b\"]}",
      to: "patch.json")
    let result = await workspace.run("merge", "settings.json", "patch.json", "--yes")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      contents == """
        {
          "$schema": "form.json",
          "on": true,
          "servers": {
            // Europe
            "eu": {"port": 3} // slow
          },
          "tags": [
            "b"
          ]
        }

        """)
    let again = await workspace.run("merge", "settings.json", "patch.json", "--yes")
    #expect(again.output == "settings.json: nothing to change.\n")
  }

  @Test("merge refuses what the form doesn't know and what isn't a patch, and changes nothing")
  func mergeRefused() async throws {
    let before = contents
    for (patch, status) in [(#"{"on": true, "nam": 1}"#, 1), (#"{"on": 1}"#, 1), ("[]", 1), ("{", 65)]
      as [(String, Int32)]
    {
      let result = await workspace.run(
        "merge", "settings.json", "-", "--yes", on: RecordedStreams(input: patch))
      #expect(result.status == status, "\(result.errors)")
    }
    #expect(await workspace.run("merge", "-", "-").status == 64)
    #expect(await workspace.run("merge", "settings.json", "missing.json").status == 66)
    #expect(contents == before)
  }

  /// The examples of RFC 7396, appendix A, and others where a patch only removes: document, patch, result.
  @Test(
    "merge does what RFC 7396 says",
    arguments: [
      (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
      (#"{"a":"b"}"#, #"{"a":null}"#, "{}"), (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
      (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
      (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
      (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
      (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#), (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
      (#"{"a":"foo"}"#, "null", "null"), (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
      (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
      ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
      ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
      (#"{"x":{"q":1}}"#, #"{"x":{"n":{"d":null}}}"#, #"{"x":{"q":1,"n":{}}}"#),
      (#"{"x":{"q":1,"r":2}}"#, #"{"x":{"q":null,"z":null}}"#, #"{"x":{"r":2}}"#),
      (nil, #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ] as [(String?, String, String)])
  func mergeVectors(document: String?, patch: String, result: String) async throws {
    if let document { try write(document, to: "plain.json") }
    let merge = await workspace.run("merge", "plain.json", "-", "--yes", on: RecordedStreams(input: patch))
    #expect(merge.status == 0, "\(merge.errors)")
    let merged = try JSONValue(parsing: workspace.text(of: "plain.json") ?? "")
    #expect(try merged == JSONValue(parsing: result))
  }

  @Test(
    "Of equal elements, the one that is named is removed, moved, or inserted before",
    arguments: [
      (["reset", "l.0"], "[2 // two\n3 // three]"), (["reset", "l.0", "l.1"], "[3 // three]"),
      (["move", "l.0", "2"], "[2 // two\n3 // three\n1 // one]"),
      (["insert", "l.0=1"], "[new\n1 // one\n2 // two\n3 // three]"),
    ] as [([String], String)])
  func equalElements(words: [String], expected: String) async throws {
    // The numbers are equal, and the comments tell which is which.
    for (name, values) in [("equal", ["1", "1", "1"]), ("mixed", ["1", "2", "1"])] {
      // To move an element among equal ones changes nothing.
      if name == "equal", words[0] == "move" { continue }
      let comments = ["one", "two", "three"]
      try write(
        "{\"l\": [\n  \(values[0]), // one\n  \(values[1]), // two\n  \(values[2]) // three\n]}",
        to: "\(name).json")
      let result = await workspace.run([words[0], "\(name).json"] + words.dropFirst() + ["--yes"])
      #expect(result.status == 0, "\(result.errors)")
      let text = try #require(workspace.text(of: "\(name).json"))
      let lines = text.split(separator: "\n").dropFirst().dropLast()
      let found = lines.map { line in comments.first { line.hasSuffix("// \($0)") } ?? "new" }
      let wanted = expected.dropFirst().dropLast().split(separator: "\n")
        .map { line in comments.first { line.hasSuffix($0) } ?? "new" }
      #expect(found == wanted, "\(name): \(text)")
    }
  }

  @Test("A JSON Pointer with a quotation mark and a key with an equals sign can be assigned")
  func strangeKeys() async throws {
    try write(#"{"x\"y":{"z":1}}"#, to: "q.json")
    #expect(await workspace.run(["set", "q.json", #"/x"y/z=2"#, "--yes"]).status == 0)
    #expect(workspace.text(of: "q.json") == #"{"x\"y":{"z":2}}"#)
    let added = await workspace.run(["set", "q.json", #""x=y"=5"#, "--yes"])
    #expect(added.status == 0, "\(added.errors)")
    #expect(workspace.text(of: "q.json")?.contains(#""x=y":5"#) == true)
  }

  @Test("A filter prints the document with the changes, and the review to the standard error")
  func filter() async throws {
    let input = "{\n  // one\n  \"name\": \"x\", \"tags\": []\n}\n"
    func filter(_ words: String..., status: Int32 = 0) async throws -> CommandResult {
      let words = words + ["--schema", "form.json"]
      let result = await workspace.run(words, on: RecordedStreams(input: input))
      #expect(result.status == status, "\(words) \(result.errors)")
      return result
    }
    let set = try await filter("set", "-", "name=y")
    #expect(set.output == input.replacing("\"x\"", with: "\"y\""))
    #expect(set.errors.contains("name"))
    #expect(try await filter("set", "-", "name=x").output == input)
    #expect(try await filter("reset", "-", "name").output == "{\n  \"tags\": []\n}\n")
    #expect(try await filter("get", "-", "name").output == "x\n")
    #expect(try await filter("set", "-", "name=y", "--dry-run").output == "")
    #expect(try await filter("set", "-", "on=1", status: 1).output == "")
    #expect(try await filter("check", "-").output == "standard input: no problems.\n")
    #expect(try await filter("list", "-").output.contains("name"))
    #expect(try await filter("describe", "-", "name").output.contains("name"))
    #expect(try await filter("set", "-", "name=y", "--json").errors.contains("\"isApplied\": true"))
    for words in [
      ["log", "-"], ["rollback", "-"], ["set", "-", "name"], ["set", "-", "name=y", "--message", "x"],
      ["set", "-", "name=y", "--schema", "-"],
    ] {
      #expect(await workspace.run(words, on: RecordedStreams(input: input)).status == 64, "\(words)")
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: workspace.folder).sorted() == [
        "form.json", "server.form.json", "settings.json",
      ])
  }

  @Test("A filter masks secrets in what it prints about changes, but not in the document")
  func secrets() async throws {
    let result = await workspace.run(
      ["set", "-", "token=hunter2", "--schema", "form.json"],
      on: RecordedStreams(input: #"{"token": "hunter1"}"#))
    #expect(result.output == #"{"token": "hunter2"}"#)
    #expect(!result.errors.contains("hunter"))
    let get = await workspace.run(
      ["get", "-", "--schema", "form.json"], on: RecordedStreams(input: #"{"token": "hunter1"}"#))
    #expect(!get.output.contains("hunter"))
  }

  @Test("--comment writes a comment above the key, and replaces it")
  func comment() async throws {
    let first = await workspace.run("set", "settings.json", "name=y", "--comment", "who it is", "--yes")
    #expect(first.status == 0, "\(first.errors)")
    #expect(contents.contains("  // who it is\n  \"name\": \"y\","))
    #expect(workspace.content?.contains("the name") == false)
    // Only the comment changes.
    let second = await workspace.run("set", "settings.json", "name=y", "--comment", "one\ntwo", "--yes")
    #expect(second.output == "settings.json: only comments and layout change.\n")
    #expect(contents.contains("\"form.json\",\n  // one\n  // two\n  \"name\": \"y\","))
    #expect(
      await workspace.run("set", "settings.json", "name=y", "on=true", "--comment", "x", "--yes").status == 64
    )
    try write("{\"name\": \"x\", \"$schema\": \"form.json\"}", to: "settings.json")
    let strict = await workspace.run("set", "settings.json", "name=y", "--comment", "x", "--yes")
    #expect(strict.errors.contains("first comment"))
    #expect(contents == "{/* x */ \"name\": \"y\", \"$schema\": \"form.json\"}")
  }

  @Test(
    "A path that names nothing is answered with the spelling that was probably meant",
    arguments: [
      (["get", "editor.fontSize"], "write /editor.fontSize"), (["get", "tags[0]"], "write tags.0"),
      (["get", "tags.5"], "tags has 3 elements, 0 to 2"),
      (["set", "tags.5=x"], "tags has 3 elements, 0 to 2"),
      (["set", "tags[=a]=b"], "write 'tags.[=a]=b'"),
      (["set", "/a=b=2"], "write '\"a=b\"=2'"), (["set", "editor.fontSize=3"], "write /editor.fontSize"),
    ])
  func spelling(words: [String], advice: String) async throws {
    let result = await workspace.run([words[0], "settings.json"] + words.dropFirst())
    #expect(result.status == 1)
    #expect(result.errors.contains(advice), "\(result.errors)")
  }

  @Test(
    "Text that isn't JSON is answered with what it seems to be",
    arguments: [
      ("name: x\ntags:\n  - a\n", "1:1: This seems to be YAML, not JSON"), ("---\na: 1\n", "YAML"),
      ("# about\nname = \"x\"\n", "TOML"), ("[server]\nport = 1\n", "TOML"), ("<a/>", "XML"),
      ("{\n  # about\n  \"a\": 1\n}", "2:3: "), ("{\n  # about\n  \"a\": 1\n}", "with // instead of #"),
      ("{a: 1}", "JSON5"), ("{'a': 1}", "JSON5"), ("{\"a\": 0x10}", "JSON5"), ("{\"a\": .5}", "JSON5"),
    ])
  func otherSyntax(text: String, sentence: String) async throws {
    try write(text, to: "settings.json")
    let result = await workspace.run("check", "settings.json")
    #expect(result.status == 65)
    #expect(result.errors.contains(sentence), "\(result.errors)")
  }

  @Test("Warnings about the schema are reported by schemas and --verbose only")
  func schemaWarnings() async throws {
    try write(#"{"type": "object", "properties": {"a": {"$ref": "b.json"}}}"#, to: "form.json")
    try write(#"{"$schema": "form.json"}"#, to: "settings.json")
    #expect(await workspace.run("check", "settings.json").errors == "")
    #expect(await workspace.run("list", "settings.json").errors == "")
    #expect(await workspace.run("check", "settings.json", "--verbose").errors.contains("b.json"))
    #expect(await workspace.run("schemas", "settings.json").errors.contains("b.json"))
  }

  @Test(
    "A secret that would be visible at its new place doesn't get there",
    arguments: [
      ["reset", "tup.0"], ["move", "tup.1", "0"], ["insert", "tup.0=zz"], ["rename", "map.k1", "x2"],
    ])
  func shownSecret(words: [String]) async throws {
    let workspace = try Workspace(
      content: #"{"$schema": "form.json", "tup": ["user", "TUPSECRET"], "map": {"k1": "MAPSECRET"}}"#)
    let form = #"""
      {"type": "object", "properties": {
        "tup": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "string", "writeOnly": true}]},
        "map": {"type": "object", "patternProperties": {"^k": {"type": "string", "writeOnly": true}},
          "additionalProperties": {"type": "string"}}}}
      """#
    try form.write(toFile: workspace.folder + "/form.json", atomically: false, encoding: .utf8)
    let before = workspace.content
    for option in ["--dry-run", "--yes"] {
      let result = await workspace.run([words[0], "settings.json"] + words.dropFirst() + [option])
      #expect(result.status == 1)
      #expect(result.errors.contains("meaning of its own") || result.errors.contains("wouldn't hide"))
      #expect(!(result.output + result.errors).contains("SECRET"))
    }
    #expect(workspace.content == before)
    let last = await workspace.run("reset", "settings.json", "tup.1", "--yes")
    #expect(last.status == 0, "\(last.errors)")
  }
}
