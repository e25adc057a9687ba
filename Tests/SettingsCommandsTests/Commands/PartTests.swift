import Foundation
import TestSupport
import Testing

/// Paths into lists, dictionaries, structs and alternatives, and amounts with units.
@Suite struct PartTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace(content: #"{"$schema": "form.json"}"#)
    let form = #"""
      {
        "x-form": 1,
        "type": "object",
        "properties": {
          "source": {
            "title": "Source", "type": "object", "default": {"file": {"path": "a"}},
            "oneOf": [
              {
                "title": "File", "type": "object",
                "properties": {
                  "file": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}
                },
                "required": ["file"], "additionalProperties": false
              },
              {
                "title": "Login", "type": "object",
                "properties": {
                  "login": {
                    "type": "object",
                    "properties": {"name": {"type": "string"}, "password": {"type": "string", "writeOnly": true}},
                    "required": ["name", "password"]
                  }
                },
                "required": ["login"], "additionalProperties": false
              },
              {
                "title": "Nothing", "type": "object",
                "properties": {"none": {"type": "object", "properties": {}}}, "required": ["none"],
                "additionalProperties": false
              }
            ]
          },
          "servers": {
            "type": "object", "default": {},
            "additionalProperties": {
              "type": "object", "properties": {"host": {"type": "string"}, "port": {"type": "integer"}},
              "required": ["host", "port"]
            }
          },
          "outputs": {"type": "array", "items": {"type": "number"}, "default": [1, 2]},
          "wait": {"type": "string", "format": "duration", "default": "PT1S", "x-setting": {"maximum": "PT1H"}},
          "cache": {"type": "integer", "default": 0, "x-setting": {"unit": "MiB"}}
        }
      }
      """#
    try form.write(toFile: workspace.folder + "/form.json", atomically: false, encoding: .utf8)
  }

  private func set(_ words: String...) async -> CommandResult {
    await workspace.run(["set", "settings.json"] + words + ["--yes"])
  }

  private func get(_ words: String...) async -> String {
    await workspace.run(["get", "settings.json"] + words).output
  }

  @Test(
    "A part that is named twice, in any spelling, is removed once",
    arguments: [["outputs.0", "outputs.0"], ["outputs.0", "/outputs/0"]])
  func removedOnce(paths: [String]) async throws {
    #expect(await set("outputs:=[1,2,3]", "servers.a:={\"host\":\"h\",\"port\":1}").status == 0)
    #expect(await workspace.run(["reset", "settings.json", "--yes"] + paths).status == 0)
    #expect(await get("outputs") == "2, 3\n")
    let entry = await workspace.run("reset", "settings.json", "--yes", "servers.a", "/servers/a")
    #expect(entry.status == 0, "\(entry.errors)")
  }

  @Test("An element's index is written without leading zeros and signs", arguments: ["01", "+1", "-0"])
  func index(key: String) async throws {
    #expect(await set("outputs:=[1,2,3]").status == 0)
    #expect(await workspace.run("get", "settings.json", "outputs.\(key)").status == 1)
    #expect(await set("outputs.\(key)=5").status == 1)
    #expect(await workspace.run("reset", "settings.json", "outputs.\(key)", "--yes").status == 1)
  }

  @Test("--why explains where a part of a setting comes from")
  func why() async throws {
    try #"""
    {
      "$schema": "form.json", "outputs": [3, 4],
      "servers": {"a": {"host": "", "port": 1}},
      "source": {"login": {"name": "n", "password": "hunter2"}}
    }
    """#.write(toFile: workspace.file, atomically: false, encoding: .utf8)
    #expect(await get("outputs.1", "--why") == "outputs.1 is 4, from settings.json:2:42\n")
    #expect(await get("servers.a.host", "--why") == "servers.a.host is empty, from settings.json:3:29\n")
    #expect(
      await get("/source/login/password", "--why").contains("password is ********, from settings.json:4:"))
    let machine = await get("outputs.1", "--why", "--json")
    #expect(machine.contains(#""path": "outputs.1""#) && machine.contains(#""line": 2"#))
    let absent = await workspace.run("get", "settings.json", "servers.b.port", "--why")
    #expect(absent.status == 1 && absent.errors.contains("servers.b.port has no value"))
  }

  @Test("A path reaches into the chosen alternative, and into no other")
  func alternative() async throws {
    let changed = await set("source.file.path=b")
    #expect(changed.status == 0, "\(changed.errors)")
    #expect(await get("source.file.path") == "b\n")
    let other = await set("source.login.name=ada")
    #expect(other.status == 1)
    #expect(other.errors.contains("Login isn't chosen; choose it first with source:=JSON"), "\(other.errors)")
    #expect(await set("source.none=1").errors.contains("choose it first with source=none"))
  }

  @Test("An alternative is chosen by JSON, and by its name or title if it needs no members")
  func choosing() async throws {
    for word in ["source=none", "source=Nothing"] {
      #expect(await set("source.file.path=x").status != 64)
      #expect(await set(word).status == 0)
      #expect(await get("source") == "none\n")
      #expect(await set(#"source:={"file":{"path":"x"}}"#).status == 0)
    }
    #expect(await set("source=file").errors.contains("Use file in JSON, with its members."))
    let broken = await set(#"source:={"file":{}}"#)
    #expect(broken.errors.contains(#"In "File", add the key "path", which is missing."#), "\(broken.errors)")
  }

  @Test("Secrets inside are masked by all commands")
  func secrets() async throws {
    let changed = await set(#"source:={"login":{"name":"ada","password":"s3cret"}}"#)
    #expect(changed.status == 0 && !(changed.output + changed.errors).contains("s3cret"))
    let outputs = [
      await get("source"), await get("source.login"), await get("source.login.password"), await get("--json"),
      await workspace.run("list", "settings.json").output,
      await workspace.run("log", "settings.json", "1").output,
    ]
    for output in outputs { #expect(!output.contains("s3cret"), "\(output)") }
    #expect(await get("source.login.password", "--show-secrets") == "s3cret\n")
    #expect(await workspace.run("list", "settings.json").output.contains("ada"))
  }

  @Test("Entries and elements are set, and new ones get the missing members")
  func elements() async throws {
    let changed = await set("servers.us.port=80", "outputs.-=3", "outputs.0=0.5")
    #expect(changed.status == 0, "\(changed.errors)")
    #expect(await get("servers") == #"{"us": {"host": "", "port": 80}}"# + "\n")
    #expect(await get("outputs") == "0.5, 2, 3\n")
    #expect(await get("outputs.2") == "3\n")
    #expect(await set("outputs.7=1").status == 1)
    #expect(await set("servers.us.prot=1").status == 1)
  }

  @Test(
    "null as an element or an entry is null where the form allows it, and text where it doesn't",
    arguments: [
      (#"{"type": ["string", "null"]}"#, "null"), (#"{"enum": ["a", null]}"#, "null"),
      (#"{"anyOf": [{"type": "integer"}, {"type": "null"}]}"#, "null"), ("true", "null"),
      (#"{"type": ["string", "boolean", "null"]}"#, "null"), (#"{"type": "string"}"#, #""null""#),
      (#"{"type": ["string", "boolean"]}"#, #""null""#),
    ])
  func null(schema: String, stored: String) async throws {
    let form = #"{"properties": {"map": {"type": "object", "additionalProperties": \#(schema)}}}"#
    try workspace.write(form, to: "form.json")
    try workspace.write(#"{"$schema": "form.json", "map": {"k": 1}}"#, to: "settings.json")
    let result = await set("map.k=null")
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == #"{"$schema": "form.json", "map": {"k": \#(stored)}}"#)
  }

  @Test("Amounts are typed with units, and refused if they aren't exact or are outside the limits")
  func amounts() async throws {
    let changed = await set("wait=1m 30s", "cache=2 GiB")
    #expect(changed.status == 0, "\(changed.errors)")
    #expect(workspace.content?.contains(#""wait": "PT90S""#) == true)
    #expect(workspace.content?.contains(#""cache": 2048"#) == true)
    #expect(await set("cache=5 MB").errors.contains("whole number of MiB; 5 MB isn't"))
    let long = await set("wait=2 h")
    #expect(long.errors.contains("Use 1 h or less instead of 2 h."), "\(long.errors)")
  }
}
