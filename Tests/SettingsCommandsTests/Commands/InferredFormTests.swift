import SettingsEditing
import TestSupport
import Testing

/// Commands on files without a form.
@Suite struct InferredFormTests {
  private static let content = """
    {
      // Where the server listens.
      "port": 8080,
      "hosts": ["a", "b"],
      "log": { "level": "info", "files": [{ "path": "x" }, { "path": "y", "size": 1 }] }
    }

    """

  private static let notice =
    "settings.json: no form was found; the types are inferred from the values. See \"settings-tui schemas\".\n"

  @Test(
    "Each command works by the types of the values, and says so on the standard error",
    arguments: [
      (["get", "settings.json", "port"], "8080\n"),
      (["get", "settings.json", "log.files.1.size"], "1\n"),
      (["check", "settings.json"], "settings.json: no problems.\n"),
      (["set", "settings.json", "port=9090"], "port: 8080 → 9090\n"),
      (["set", "settings.json", "hosts.-=c"], "hosts: a, b → a, b, c\n"),
      (["reset", "settings.json", "port"], "port: 8080 → (not set)\n"),
    ])
  func commands(words: [String], output: String) async throws {
    let workspace = try Workspace(content: Self.content)
    let result = await workspace.run(words)
    #expect(result.status == 0)
    #expect(result.output == output)
    #expect(result.errors == Self.notice)
  }

  @Test("The table has a row for each setting, without defaults, which an inferred form lacks")
  func list() async throws {
    let workspace = try Workspace(content: #"{"port": 8080, "log": {"level": "info"}}"#)
    let result = await workspace.run("list", "settings.json")
    #expect(result.output == "SETTING    VALUE  NOTES\nport       8080\nlog.level  info\n")
  }

  @Test(
    "list --json prints one array of all settings, also if they are so many that it is written in parts",
    arguments: [0, 1, 1_000, 2_001])
  func listAsJSON(_ count: Int) async throws {
    let members = (0..<count).map { "\"k\($0)\": \($0)" }
    let workspace = try Workspace(content: "{\(members.joined(separator: ", "))}")
    let output = await workspace.run("list", "settings.json", "--json").output
    let list = try JSONValue(parsing: output)
    #expect(list.elements?.map { $0.object?["value"] } == (0..<count).map { .number(JSONNumber($0)) })
    #expect(output == list.text(.pretty(indent: 2)) + "\n")
  }

  @Test(
    "A value of another type is stored",
    arguments: [
      ("port=high", #""port": "high""#), ("port:=[1]", #""port": ["#), ("hosts=1", #""hosts": ["1"]"#),
      ("hosts.0:={}", #""hosts": [{}, "b"]"#), ("log.files.0.path=", #"{ "path": "" }"#),
      ("log.files.1.size=big", #""size": "big""#), ("log.files=none", #""files": "none""#),
    ])
  func otherTypes(assignment: String, stored: String) async throws {
    let workspace = try Workspace(content: Self.content)
    let result = await workspace.run("set", "settings.json", assignment)
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content?.contains(stored) == true, "\(workspace.content ?? "")")
    #expect(workspace.content?.contains("// Where the server listens.") == true)
  }

  @Test(
    "A new member that is another spelling of one that is there is refused, with the spelling, unless --new asks for it",
    arguments: [
      ("tags[0]=x", #""tags[0]"; write tags.0."#),
      ("editor.fontSize=2", "editor.fontSize; write /editor.fontSize."),
      ("/a=b=2", #"a; write '"a=b"=2'."#), ("tags[n=2].m=7", #""tags[n"; write 'tags.[n=2].m=7'."#),
      ("r+=2", #"r; write '"r+"=2'."#), ("/t/r-:=2", #"t.r; write 't."r-":=2'."#),
      ("tags.5=x", "tags.5; tags has 1 element, 0 to 0, and tags.- is behind the last one."),
    ])
  func otherSpelling(assignment: String, advice: String) async throws {
    let content = #"{"tags": ["a"], "editor.fontSize": 1, "a=b": 1, "r+": 1, "t": {"r-": 1}}"# + "\n"
    let workspace = try Workspace(content: content)
    let result = await workspace.run("set", "settings.json", assignment)
    #expect(result.status == 1)
    #expect(result.errors.contains("settings.json: there is no setting \(advice)"), "\(result.errors)")
    #expect(workspace.content == content)
    // There is no such element, and nothing to remove from a list that isn't there.
    guard !assignment.hasPrefix("tags.5"), !assignment.contains("r-") else { return }
    let new = await workspace.run("set", "--new", "settings.json", assignment)
    #expect(new.status == 0 && workspace.content != content, "\(new.errors)")
  }

  @Test("Changes are reviewed, recorded and rolled back as with a form")
  func transaction() async throws {
    let workspace = try Workspace(content: Self.content)
    let dry = await workspace.run("set", "settings.json", "port=1", "--dry-run")
    #expect(dry.output == "port: 8080 → 1\n" && workspace.content == Self.content)
    #expect(await workspace.run("set", "settings.json", "port=1", "log.level=debug").status == 0)
    let refused = await workspace.run("set", "settings.json", "port=2", "--prepare", "false")
    #expect(refused.status == 1)
    #expect(await workspace.run("rollback", "settings.json").status == 0)
    #expect(workspace.content == Self.content)
  }

  @Test("A list as the whole content is edited, too")
  func listAtRoot() async throws {
    let workspace = try Workspace(content: "[{\"a\": 1}, 2]\n")
    let result = await workspace.run("set", "settings.json", "0.b=x", "1=y", "/-=z")
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == "[{\"a\": 1, \"b\": \"x\"}, \"y\", \"z\"]\n")
  }

  @Test(
    "A file that is neither an object nor a list is read, too",
    arguments: [["get"], ["list"], ["check"], ["describe"]])
  func scalar(command: [String]) async throws {
    let workspace = try Workspace(content: "7\n")
    let result = await workspace.run(command + ["settings.json"])
    #expect(result.status == 0)
    #expect(result.errors == Self.notice)
    if command == ["get"] { #expect(result.output == "7\n") }
  }

  @Test(
    "What isn't JSON, or doesn't exist, can't be read",
    arguments: [["get"], ["list"], ["check"], ["describe"]])
  func refusals(command: [String]) async throws {
    let malformed = await (try Workspace(content: "{\"a\": ")).run(command + ["settings.json"])
    #expect(malformed.status == 65 && malformed.errors.contains("settings.json:1:"))
    let missing = await (try Workspace(content: nil)).run(command + ["settings.json"])
    #expect(missing.status == 66 && missing.errors.contains("settings.json: no such file"))
  }

  @Test("set and merge create a file that doesn't exist")
  func missing() async throws {
    let set = try Workspace(content: nil)
    #expect(await set.run("set", "settings.json", "a=1", "b.c=x").status == 0)
    #expect(try JSONValue(parsing: set.content ?? "") == ["a": 1, "b": ["c": "x"]])
    let merge = try Workspace(content: nil)
    try merge.write(#"{"a": 1, "b": {"c": "x", "d": null}}"#, to: "patch.json")
    #expect(await merge.run("merge", "settings.json", "patch.json").status == 0)
    #expect(try JSONValue(parsing: merge.content ?? "") == ["a": 1, "b": ["c": "x"]])
  }

  @Test("The form can come from the standard input")
  func standardInput() async throws {
    let workspace = try Workspace(content: Self.content)
    let form = #"{"properties": {"port": {"type": "integer", "maximum": 9000}}}"#
    let valid = await workspace.run(
      "set", "settings.json", "port=9", "--schema", "-", on: RecordedStreams(input: form))
    #expect(valid.status == 0 && !valid.errors.contains("no form"), "\(valid.errors)")
    let invalid = await workspace.run(
      "set", "settings.json", "port=9001", "--schema", "-", on: RecordedStreams(input: form))
    #expect(invalid.status == 1)
    let malformed = await workspace.run(
      "get", "settings.json", "--schema", "-", on: RecordedStreams(input: "{"))
    #expect(malformed.status == 65 && malformed.errors.contains("-:1:2: "), "\(malformed.errors)")
  }

  @Test(
    "The standard input can't be the form and something else",
    arguments: [
      ["set", "settings.json", "port"], ["apply", "settings.json", "-"],
      ["set", "settings.json", "port=1", "--confirm-within", "60"],
    ])
  func twoInputs(words: [String]) async throws {
    let workspace = try Workspace(content: Self.content)
    let result = await workspace.run(words + ["--schema", "-"], on: RecordedStreams(input: "{}"))
    #expect(result.status == 64)
    #expect(workspace.content == Self.content)
  }

  @Test("A form beside the file is found without $schema, also for a file that doesn't exist yet")
  func beside() async throws {
    let workspace = try Workspace(content: nil)
    try workspace.write(Workspace.form, to: "settings.schema.json")
    #expect(await workspace.run("set", "settings.json", "verbose=true").status == 0)
    #expect(workspace.content == "{\n  \"verbose\": true\n}\n")
    let result = await workspace.run("set", "settings.json", "network.port=0")
    #expect(result.status == 1)
  }
}
