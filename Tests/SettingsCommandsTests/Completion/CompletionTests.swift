import Foundation
import TestSupport
import Testing

/// The candidates of `__complete`.
@Suite struct CompletionTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  /// Returns the candidates for the last word.
  private func words(_ typed: String...) async -> [String] {
    let result = await workspace.run(["__complete", "words"] + typed)
    #expect(result.status == 0 && result.errors.isEmpty)
    return result.output.split(separator: "\n").dropFirst().map {
      String($0.dropFirst().prefix { $0 != "\t" })
    }
  }

  @Test("Commands, and only their own options, are offered")
  func commandsAndOptions() async throws {
    let commands = [
      "edit", "get", "list", "describe", "check", "set", "reset", "merge", "patch", "rename", "insert",
      "move",
      "apply", "log", "show", "diff", "rollback", "forget", "confirm", "cancel", "watch", "mirror",
      "schemas", "doctor",
    ]
    #expect(await words("") == commands)
    #expect(await words("help", "co") == ["confirm"])
    #expect(
      await words("list", "--") == [
        "--schema", "--layer", "--context", "--changed", "--all", "--origin", "--verbose", "--json", "--help",
      ])
    #expect(!(await words("set", "settings.json", "--yes", "--").contains("--yes")))
    #expect(await words("set", "--message", "").isEmpty)
    #expect(await words("list", "settings.json", "") == ["network"])
    #expect(await words("list", "settings.json", "network", "").isEmpty)
    #expect(await words("describe", "settings.json", "network.p") == ["network.port"])
  }

  @Test(
    "File names are offered after an option that takes one", arguments: ["--schema", "--layer", "--plan"])
  func files(option: String) async {
    for words in [[option, ""], ["\(option)="]] {
      #expect(await workspace.run(["__complete", "words", "set"] + words).output == "files\n")
    }
  }

  @Test("Settings are offered by path or pointer, as far as the command takes them")
  func settings() async throws {
    let all = ["network.port", "network.host", "network.token", "verbose", "level"]
    // A secret is asked for.
    #expect(
      await words("set", "settings.json", "") == all.map { $0 == "network.token" ? $0 : $0 + "=" })
    #expect(await words("get", "settings.json", "") == ["network"] + all)
    #expect(await words("reset", "settings.json", "network", "network.p") == ["network.port"])
    #expect(await words("reset", "settings.json", "verbose", "v").isEmpty)
    #expect(await words("set", "settings.json", "/network/p") == ["/network/port="])
    #expect(await words("get", "settings.json", "verbose", "").isEmpty)
  }

  @Test(
    "Values are offered where they are known",
    arguments: [
      ("level=", ["info", "debug"]), ("level=d", ["debug"]), ("level:=", ["\"info\"", "\"debug\""]),
      ("verbose=", ["true", "false"]), ("verbose:=f", ["false"]), ("network.port=", ["8080"]),
      ("network.token=", []), ("nowhere=", []),
    ])
  func values(typed: String, values: [String]) async throws {
    let path = typed.prefix { $0 != "=" } + "="
    #expect(await words("set", "settings.json", typed) == values.map { path + $0 })
  }

  @Test("Values that the form suggests are offered")
  func suggestions() async throws {
    try
      #"{"properties": {"host": {"type": "string", "examples": ["a", "b c"]}, "port": {"type": "integer", "examples": [80]}}}"#
      .write(toFile: workspace.folder + "/server.form.json", atomically: false, encoding: .utf8)
    #expect(await words("set", "settings.json", "host=") == ["host=a", "host=b c"])
    #expect(await words("set", "settings.json", "host:=") == [#"host:="a""#, #"host:="b c""#])
    #expect(await words("set", "settings.json", "port=") == ["port=80"])
  }

  @Test("Of a large form only the next key is offered")
  func largeForm() async throws {
    let members = (0..<60).map { #""k\#($0)": {"type": "integer", "title": "K"}"# }.joined(separator: ", ")
    let sections = ["left", "right"]
      .map { #""\#($0)": {"type": "object", "title": "\#($0)", "properties": {\#(members)}}"# }
    try #"{"type": "object", "title": "Large", "properties": {\#(sections.joined(separator: ", "))}}"#
      .write(toFile: workspace.folder + "/server.form.json", atomically: false, encoding: .utf8)
    #expect(await words("set", "settings.json", "") == ["left.", "right."])
    #expect(await words("set", "settings.json", "le").count == 60)
    #expect(await words("get", "settings.json", "/").prefix(2) == ["/left/", "/right/"])
  }

  // MARK: Inside of settings

  /// Replaces the form and the settings, and returns the candidates for the last word.
  private func words(_ typed: String..., form: String, settings: String = "{}") async throws -> [String] {
    try form.write(toFile: workspace.folder + "/own.form.json", atomically: false, encoding: .utf8)
    let content = settings.replacing("{", with: #"{"$schema": "own.form.json", "#, maxReplacements: 1)
      .replacing(", }", with: "}")
    try content.write(toFile: workspace.file, atomically: false, encoding: .utf8)
    return await words(typed[0], "settings.json", typed[1])
  }

  private static let servers = #"""
    {"properties": {
      "servers": {"type": "array", "items": {"type": "object", "properties": {
        "name": {"type": "string"}, "port": {"type": "integer", "default": 80}, "mode": {"enum": ["fast", "safe"]}}}},
      "labels": {"type": "object", "propertyNames": {"$ref": "#/definitions/keys"}, "additionalProperties": {"type": "boolean"}},
      "tags": {"type": "array", "items": {"enum": ["x", "y"]}},
      "source": {"oneOf": [
        {"type": "object", "properties": {"kind": {"const": "file"}, "path": {"type": "string"}}, "required": ["kind"]},
        {"type": "object", "properties": {"kind": {"const": "url"}, "url": {"type": "string"}}, "required": ["kind"]}]}},
     "definitions": {"keys": {"anyOf": [{"enum": ["lint", "test"]}, {"const": "build"}]}}}
    """#
  private static let content = #"""
    {"servers": [{"name": "eu.west", "port": 1}, {"name": "us", "port": 1}], "labels": {"lint": true},
     "tags": ["x"], "source": {"kind": "url", "url": "u"}}
    """#

  @Test(
    "Inside of lists, dictionaries and alternatives, the keys of the form and of the file are offered",
    arguments: [
      (
        "get", "servers.",
        ["servers.0", "servers.1", "servers.-", "servers.[name=eu.west]", "servers.[name=us]"]
      ),
      ("get", "servers.0.", ["servers.0.name", "servers.0.port", "servers.0.mode"]),
      ("get", "/servers/0/p", ["/servers/0/port"]),
      ("get", "servers.[name=eu", ["servers.[name=eu.west]"]),
      ("set", "servers.[name=u", ["servers.[name=us]=", "servers.[name=us]."]),
      ("get", "servers.[name=eu.west].n", ["servers.[name=eu.west].name"]),
      ("set", "servers.-.", ["servers.-.name=", "servers.-.port=", "servers.-.mode="]),
      ("set", "servers.[name=us].mode=", ["servers.[name=us].mode=fast", "servers.[name=us].mode=safe"]),
      ("set", "servers.1.port=", ["servers.1.port=80"]), ("set", "servers.1.name=", ["servers.1.name=us"]),
      ("set", "labels.", ["labels.lint=", "labels.test=", "labels.build="]),
      ("set", "labels.test=", ["labels.test=true", "labels.test=false"]),
      ("set", "tags", ["tags=", "tags.", "tags+=", "tags-="]), ("set", "tags=x,", ["tags=x,y"]),
      ("set", "tags.-=", ["tags.-=x", "tags.-=y"]), ("set", "tags+=", ["tags+=x", "tags+=y"]),
      ("set", "tags-=", ["tags-=x"]),
      ("set", "source.", ["source.kind=", "source.url="]),
      ("set", "source.kind=", ["source.kind=file", "source.kind=url"]),
      ("set", "\"$", ["\"$schema\"="]), ("set", "/$", ["/$schema="]),
      ("reset", "labels.", ["labels.lint", "labels.test", "labels.build"]),
    ])
  func parts(command: String, typed: String, candidates: [String]) async throws {
    #expect(try await words(command, typed, form: Self.servers, settings: Self.content) == candidates)
  }

  @Test("Without a form, what the file has is offered")
  func inferred() async throws {
    try #"{"a": {"b": [{"c": 1}]}, "x y": "z"}"#.write(
      toFile: workspace.file, atomically: false, encoding: .utf8)
    #expect(await words("get", "settings.json", "") == ["a", "a.b", #""x y""#])
    #expect(await words("get", "settings.json", "a.b.0.") == ["a.b.0.c"])
    #expect(await words("set", "settings.json", "/x y") == ["/x y="])
    #expect(await words("set", "settings.json", "/x y=") == ["/x y=z"])
  }

  @Test("Keys of a section that only propertyNames or a pattern lists are offered")
  func sectionKeys() async throws {
    let form = #"""
      {"properties": {"s": {"type": "object", "properties": {"a": {"type": "string"}},
        "patternProperties": {"^(lint|test)$": {"enum": [1, 2]}}}}}
      """#
    #expect(try await words("set", "s.", form: form) == ["s.a=", "s.lint=", "s.test="])
    #expect(try await words("set", "s.lint=", form: form) == ["s.lint=1", "s.lint=2"])
  }

  @Test(
    "No value that describe knows lacks candidates",
    arguments: [
      (#"{"type": "boolean"}"#, ["true", "false"]), (#"{"const": "c"}"#, ["c"]),
      (#"{"type": "null"}"#, ["null"]),
      (#"{"type": ["string", "null"]}"#, ["null"]), (#"{"type": "array"}"#, ["[]"]),
      (#"{"type": "object"}"#, ["{}"]),
      (#"{"type": "array", "items": {"type": "boolean"}}"#, ["true", "false"]),
      (#"{"type": "array", "items": {"type": "string", "examples": ["e"]}}"#, ["e"]),
      (#"{"type": "array", "default": ["a", "b"]}"#, [#"["a", "b"]"#]),
      (#"{"type": "object", "default": {"k": 1}}"#, [#"{"k": 1}"#]),
      (#"{"anyOf": [{"enum": ["a"]}, {"type": "string"}]}"#, ["a"]),
      (
        #"{"anyOf": [{"type": "boolean"}, {"type": "array", "items": {"enum": ["q"]}}]}"#,
        ["true", "false", "q"]
      ),
      (
        #"{"oneOf": [{"type": "object", "properties": {"t": {"const": "a"}}, "required": ["t"]}, {"type": "object", "properties": {"t": {"const": "b"}}, "required": ["t"]}]}"#,
        [#"{"t": "a"}"#, #"{"t": "b"}"#]
      ),
      (#"{"type": "integer", "default": 5}"#, ["5"]),
      (#"{"allOf": [{"enum": ["a", "b"]}, {"type": "string"}]}"#, ["a", "b"]),
      (##"{"$ref": "#/definitions/r"}"##, ["r1", "r2"]),
      (#"{"type": "string", "defaultSnippets": [{"label": "l", "body": "snip"}]}"#, ["snip"]),
    ])
  func values(schema: String, candidates: [String]) async throws {
    let form = #"{"properties": {"v": \#(schema)}, "definitions": {"r": {"enum": ["r1", "r2"]}}}"#
    #expect(try await words("set", "v=", form: form) == candidates.map { "v=" + $0 })
  }
}
