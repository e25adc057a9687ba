import SettingsEditing
import TestSupport
import Testing

/// What is stored is what was asked for: the spelling of numbers, the type of text, keys that were meant, and the whole document.
@Suite struct StoredAsAskedTests {
  /// Runs a command on a file, with a form if there is one.
  private func run(
    _ words: [String], on content: String, form: String? = nil, input: String = ""
  ) async throws -> (result: CommandResult, content: String?) {
    let workspace = try Workspace(content: content)
    if let form { try workspace.write(form, to: "own.json") }
    let options = form == nil ? [] : ["--schema", "own.json"]
    let result = await workspace.run(words + options, on: RecordedStreams(input: input))
    return (result, workspace.content)
  }

  private static let numbers = #"""
    {"properties": {"port": {"type": "integer"}, "rate": {"type": "number"}, "list": {"type": "array", "items": {"type": "number"}}}}
    """#

  @Test(
    "Another spelling of a number that somebody types is stored, reviewed and part of the patch",
    arguments: [
      (#"{"port": 80.0}"#, ["set", "settings.json", "port=80"], #"{"port": 80}"#, "port: 80.0 → 80\n"),
      (#"{"rate": 2.50}"#, ["set", "settings.json", "rate=2.5"], #"{"rate": 2.5}"#, "rate: 2.50 → 2.5\n"),
      (#"{"port": 1e3}"#, ["set", "settings.json", "port:=1000"], #"{"port": 1000}"#, "port: 1e3 → 1000\n"),
      (#"{"port": 1}"#, ["merge", "settings.json", "-"], #"{"port": 1.0}"#, "port: 1 → 1.0\n"),
      (
        #"{"list": [1.0, 2.0]}"#, ["set", "settings.json", "list.1=2"], #"{"list": [1.0, 2]}"#,
        "list: 1.0, 2.0 → 1.0, 2\n"
      ),
    ], [nil, numbers])
  func spelling(
    example: (content: String, words: [String], after: String, review: String), form: String?
  ) async throws {
    let merge = example.words[0] == "merge" ? #"{"port": 1.0}"# : ""
    let (result, content) = try await run(example.words, on: example.content, form: form, input: merge)
    #expect(result.status == 0 && content == example.after, "\(result.errors)")
    #expect(result.output == example.review)
    let json = try await run(example.words + ["--json"], on: example.content, form: form, input: merge).result
    let patch = try JSONValue(parsing: json.output).object?["patch"]?.elements
    #expect(patch?.isEmpty == false)
  }

  @Test("The spelling that is stored already changes nothing, and a plan keeps the spelling")
  func sameSpelling() async throws {
    let same = try await run(["set", "settings.json", "port=80.0"], on: #"{"port": 80.0}"#)
    #expect(same.result.output == "settings.json: nothing to change.\n")
    let workspace = try Workspace(content: #"{"port": 80.0}"#)
    _ = await workspace.run("set", "settings.json", "port=80", "--plan", workspace.folder + "/plan")
    let apply = await workspace.run("apply", "settings.json", workspace.folder + "/plan")
    #expect(apply.status == 0 && workspace.content == #"{"port": 80}"#, "\(apply.errors)")
  }

  @Test(
    "Given alternatives that read a text, when a value is replaced, then it keeps its type where the text fits",
    arguments: [
      (#"{"p": "8080"}"#, "p=9090", #"{"p": "9090"}"#), (#"{"p": 8080}"#, "p=9090", #"{"p": 9090}"#),
      (#"{"p": 8080}"#, "p=x", #"{"p": "x"}"#), (#"{}"#, "p=9090", #"{"p": 9090}"#),
      (#"{"p": "8080"}"#, "p:=9090", #"{"p": 9090}"#), (#"{"p": "a"}"#, "p=true", #"{"p": "true"}"#),
      (#"{"p": true}"#, "p=false", #"{"p": false}"#), (#"{"any": "1"}"#, "any=2", #"{"any": "2"}"#),
    ])
  func alternatives(before: String, assignment: String, after: String) async throws {
    let form = #"{"properties": {"p": {"type": ["string", "number", "boolean"]}, "any": {}}}"#
    let (result, content) = try await run(["set", "settings.json", assignment], on: before, form: form)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try content.map { try JSONValue(parsing: $0) } == JSONValue(parsing: after), "\(content ?? "")")
  }

  @Test(
    "A key that is probably meant in another way is refused with the way to write it, unless --new is there",
    arguments: [
      (#"{"p": {"eu": {"pw": 1}, "us": {}}}"#, "p.*.pw=9", "name an entry, such as p.eu.pw or p.us.pw"),
      (#"{"l": [{"a": 1}]}"#, "l.*.a=9", "name an entry, such as l.0.a"), ("{}", "p.*=1", "* is no pattern"),
      (#"{"logging": {"Level": "x"}}"#, "Logging.Level=y", "write logging.Level"),
      (#"{"logging": {"Level": "x"}}"#, "logging.LEVEL=y", "write logging.Level"),
      (#"{"a": {"b": 1}}"#, "A.c=1", "write a.c"), ("{}", "hosts.0=a", "write hosts.- to begin a list"),
      ("{}", "a.hosts.1.port=1", "write a.hosts.-.port to begin a list"),
    ])
  func meant(content: String, assignment: String, advice: String) async throws {
    let refused = try await run(["set", "settings.json", assignment], on: content)
    #expect(refused.result.status == 1 && refused.content == content)
    #expect(refused.result.errors.contains(advice), "\(refused.result.errors)")
    #expect(refused.result.errors.contains("set --new"), "\(refused.result.errors)")
    guard !assignment.hasPrefix("l.*") else { return }
    let new = try await run(["set", "settings.json", assignment, "--new"], on: content)
    #expect(new.result.status == 0 && new.content != content, "\(new.result.errors)")
  }

  @Test(
    "A * in a described dictionary is refused, too, but not in quotes, in a JSON Pointer, or as a key of the file"
  )
  func stars() async throws {
    let form = #"{"properties": {"paths": {"type": "object", "additionalProperties": {"type": "string"}}}}"#
    let content = #"{"paths": {"@app/*": "a"}}"#
    let refused = try await run(["set", "settings.json", "paths.*=b"], on: content, form: form)
    #expect(
      refused.result.errors.contains(#"name an entry, such as /paths/@app~1*"#), "\(refused.result.errors)")
    for word in [#"paths."*"=b"#, "/paths/*=b"] {
      let set = try await run(["set", "settings.json", word], on: content, form: form)
      #expect(set.content == #"{"paths": {"@app/*": "a", "*": "b"}}"#, "\(set.result.errors)")
    }
    let known = try await run(
      ["set", "settings.json", "paths.*=b"], on: #"{"paths": {"*": "a"}}"#, form: form)
    #expect(known.content == #"{"paths": {"*": "b"}}"#, "\(known.result.errors)")
  }

  @Test("In a list or a map that is there, an index and a key of digits need no advice")
  func digits() async throws {
    let list = try await run(["set", "settings.json", "hosts.-=a", "hosts.1=b"], on: "{}")
    #expect(try JSONValue(parsing: list.content ?? "") == ["hosts": ["a", "b"]], "\(list.result.errors)")
    let map = try await run(["set", "settings.json", "icons.6=z"], on: #"{"icons": {"1": "x"}}"#)
    #expect(map.content == #"{"icons": {"1": "x", "6": "z"}}"#, "\(map.result.errors)")
  }

  /// Forms: none, an open one, a closed one, one that describes `$schema`, and one whose other members are numbers.
  private static let schemaForms = [
    nil, #"{"properties": {"a": {}}}"#, #"{"properties": {"a": {}}, "additionalProperties": false}"#,
    #"{"x-form": 1, "type": "object", "properties": {"a": {"type": "integer"}}}"#,
    #"{"properties": {"$schema": {"type": "string"}, "a": {}}}"#,
    #"{"properties": {"a": {}}, "additionalProperties": {"type": "integer"}}"#,
  ]

  @Test("$schema is read, listed, set, merged and reset like any other member", arguments: schemaForms)
  func schemaAddress(form: String?) async throws {
    let (old, new) = (#"{"$schema": "./1.json", "a": 1}"#, #"{"$schema": "./2.json", "a": 1}"#)
    let without = #"{"a": 1}"#
    let set = try await run(["set", "settings.json", "$schema=./2.json"], on: old, form: form)
    #expect(set.result.status == 0 && set.content == new, "\(set.result.errors)")
    let added = try await run(["set", "settings.json", "$schema=./2.json"], on: without, form: form)
    #expect(added.result.status == 0 && added.content == new, "\(added.content ?? "") \(added.result.errors)")
    let reset = try await run(["reset", "settings.json", "$schema"], on: old, form: form)
    #expect(reset.result.status == 0 && reset.content == without, "\(reset.result.errors)")
    for (patch, result) in [(#"{"$schema": "./2.json"}"#, new), (#"{"$schema": null}"#, without)] {
      let merge = try await run(["merge", "settings.json", "-"], on: old, form: form, input: patch)
      #expect(merge.result.status == 0 && merge.content == result, "\(merge.result.errors)")
    }
    #expect(
      try await run(["get", "settings.json", "$schema"], on: old, form: form).result.output == "./1.json\n")
    #expect(try await run(["list", "settings.json"], on: old, form: form).result.output.contains("./1.json"))
    let check = try await run(["check", "settings.json", "--strict"], on: old, form: form).result
    #expect(check.status == 0, "\(check.errors)\(check.output)")
    let rollback = try Workspace(content: old)
    _ = await rollback.run("set", "settings.json", "$schema=./2.json")
    let undone = await rollback.run("rollback", "settings.json")
    #expect(undone.output.contains("./2.json → ./1.json") && rollback.content == old, "\(undone.output)")
  }
}
