import Foundation
import TestSupport
import Testing

@testable import SettingsCommands

/// `mirror` keeps a copy of settings that are elsewhere.
@Suite struct MirrorTests {
  private let workspace: Workspace
  private let text = "{\n  // why\n  \"a\": 1, // trailing\n  \"list\": [1,\n 2]\n}\n"

  init() throws {
    workspace = try Workspace(content: nil)
    try write(text, to: "source.json")
  }

  private func write(_ text: String, to name: String) throws {
    try text.write(toFile: workspace.folder + "/" + name, atomically: false, encoding: .utf8)
  }

  private func read(_ name: String) throws -> String {
    try String(contentsOfFile: workspace.folder + "/" + name, encoding: .utf8)
  }

  @Test(
    "A copy has the bytes of its source, and the history of what it had", arguments: ["{\"b\": 1}", "{{", ""])
  func once(old: String) async throws {
    try write(old, to: "copy.json")
    let result = await workspace.run("mirror", "source.json", "copy.json", "--no-watch", "--yes")
    #expect(result.status == 0, "\(result)")
    #expect(try read("copy.json") == text)
    let restored = await workspace.run("rollback", "copy.json", "--yes")
    #expect(restored.status == 0, "\(restored)")
    #expect(try read("copy.json") == old)
  }

  @Test("A copy follows its source until the process ends, whatever others do to it", .timeLimit(.minutes(1)))
  func following() async throws {
    let streams = RecordedStreams()
    let mirror = Task { await workspace.run("mirror", "source.json", "copy.json", on: streams) }
    await streams.wait(for: "a: (not set) → 1\n")
    #expect(await workspace.run("set", "copy.json", "a=5", "--yes").status == 0)
    #expect(await workspace.run("set", "source.json", "a=2", "--yes").status == 0)
    await streams.wait(for: "a: 5 → 2\n")
    #expect(try read("copy.json") == text.replacing("\"a\": 1", with: "\"a\": 2"))
    mirror.cancel()
    _ = await mirror.value
  }

  @Test("What the copy's form refuses is reported, and the copy stays", .timeLimit(.minutes(1)))
  func refusals() async throws {
    try write(#"{"type": "object", "properties": {"a": {"type": "integer"}}}"#, to: "copy.schema.json")
    try write(#"{"a": "x"}"#, to: "source.json")
    try write(#"{"a": 3}"#, to: "copy.json")
    let refused = await workspace.run("mirror", "source.json", "copy.json", "--no-watch")
    #expect(refused.status == 1 && refused.errors.contains("whole number"), "\(refused)")
    #expect(try read("copy.json") == #"{"a": 3}"#)
    // A mirror that runs goes on, and takes the next content that is valid.
    try write(#"{"a": 4}"#, to: "source.json")
    let streams = RecordedStreams()
    let mirror = Task { await workspace.run("mirror", "source.json", "copy.json", on: streams) }
    await streams.wait(for: "a: 3 → 4\n")
    #expect(await workspace.run("set", "source.json", "a:=\"y\"", "--yes").status == 0)
    await streams.wait(for: "whole number", on: .error)
    #expect(try read("copy.json") == #"{"a": 4}"#)
    #expect(await workspace.run("set", "source.json", "a:=5", "--yes").status == 0)
    await streams.wait(for: "a: 4 → 5\n")
    mirror.cancel()
    _ = await mirror.value
  }

  @Test("What is secret at the source stays masked and private, and the document's own form checks the copy")
  func secrets() async throws {
    try write(
      #"{"properties": {"pw": {"type": "string", "writeOnly": true}, "port": {"type": "integer", "maximum": 9}}}"#,
      to: "sec.json")
    #expect(
      await workspace.run(
        "set", "own.json", "pw=hunter2", "--schema", workspace.folder + "/sec.json", "--yes"
      )
      .status == 0)
    let copied = await workspace.run("mirror", "own.json", "copy.json", "--no-watch")
    #expect(copied.status == 0 && !copied.output.contains("hunter2"), "\(copied)")
    let mode = try FileManager.default.attributesOfItem(atPath: workspace.folder + "/copy.json")
    #expect((mode[.posixPermissions] as? Int) == 0o600)
    #expect(!(await workspace.run("log", "copy.json", "1").output.contains("hunter2")))
    try write(#"{"$schema": "./sec.json", "pw": "hunter3", "port": 10}"#, to: "source.json")
    let refused = await workspace.run("mirror", "source.json", "other.json", "--no-watch")
    #expect(refused.status == 1 && refused.errors.contains("Use 9 or less"), "\(refused)")
    #expect(!(refused.output + refused.errors).contains("hunter3"))
  }

  @Test("A copy that is behind is tried again without a change of the source", .timeLimit(.minutes(1)))
  func retries() async throws {
    let path = workspace.folder + "/copy.json"
    let streams = RecordedStreams()
    let mirror = Task { await workspace.run("mirror", "source.json", "copy.json", on: streams) }
    await streams.wait(for: "a: (not set) → 1\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    #expect(await workspace.run("set", "source.json", "a=2", "--yes").status == 0)
    await streams.wait(for: "read-only", on: .error)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    await streams.wait(for: "a: 1 → 2\n")
    mirror.cancel()
    _ = await mirror.value
  }

  @Test("A source that isn't there changes nothing, and a place isn't its own copy")
  func noSource() async throws {
    try write("{}", to: "copy.json")
    let missing = await workspace.run("mirror", "none.json", "copy.json", "--no-watch")
    #expect(missing.status == 66 && missing.errors.contains("copy.json stays as it is"), "\(missing)")
    // Another program empties a file in a moment in which it saves.
    try write("", to: "empty.json")
    #expect(await workspace.run("mirror", "empty.json", "copy.json", "--no-watch").status == 66)
    #expect(try read("copy.json") == "{}")
    #expect(await workspace.run("mirror", "source.json", "source.json").status == 64)
    #expect(await workspace.run("mirror", "source.json", "-").status == 64)
    #expect(await workspace.run("mirror", "source.json", "copy.json", "--schema", "-").status == 64)
    try write("{", to: "bad.json")
    let malformed = await workspace.run("mirror", "bad.json", "copy.json", "--no-watch")
    #expect(malformed.status == 65 && malformed.errors.contains("bad.json:1:"), "\(malformed)")
    let shown = await workspace.run("mirror", "source.json", "copy.json", "--dry-run")
    #expect(shown.status == 0 && shown.output.contains("a: (not set) → 1"))
    #expect(try read("copy.json") == "{}")
  }

  @Test("A command vetoes a copy, and hears of one that is stored")
  func participants() async throws {
    let vetoed = await workspace.run(
      "mirror", "source.json", "copy.json", "--no-watch", "--prepare", "echo no disk >&2; exit 1")
    #expect(vetoed.status == 1 && vetoed.errors.contains("no disk"), "\(vetoed)")
    #expect(!FileManager.default.fileExists(atPath: workspace.folder + "/copy.json"))
    let stored = await workspace.run(
      "mirror", "source.json", "copy.json", "--no-watch", "--commit",
      "cat \"$SETTINGS_CANDIDATE\" >\(workspace.folder)/heard")
    #expect(stored.status == 0, "\(stored)")
    #expect(try read("heard") == text)
  }
}
