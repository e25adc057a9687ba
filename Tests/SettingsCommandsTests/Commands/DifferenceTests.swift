import Foundation
import SettingsJSON
import TestSupport
import Testing

/// What commands print of changes inside lists, dictionaries and long strings.
@Suite struct DifferenceTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace(
      content: #"""
        {
          "$schema": "form.json",
          "servers": [
            {"host": "eu", "port": 80, "token": "s3cret"},
            {"host": "us", "port": 81},
            {"host": "asia", "port": 82}
          ],
          "tags": ["a", "b"],
          "note": "The quick brown fox jumps over the lazy dog and runs away."
        }
        """#)
    let form = #"""
      {
        "type": "object",
        "properties": {
          "servers": {
            "title": "Servers", "type": "array",
            "items": {"type": "object", "properties": {
              "host": {"type": "string", "title": "Host"}, "port": {"type": "integer", "title": "Port"},
              "token": {"type": "string", "title": "Token", "writeOnly": true}}},
            "x-setting": {"requiresRestart": true}
          },
          "tags": {"title": "Tags", "type": "array", "items": {"type": "string"}},
          "note": {"title": "Note", "type": "string"}
        }
      }
      """#
    try form.write(toFile: workspace.folder + "/form.json", atomically: false, encoding: .utf8)
  }

  private static let servers =
    #"servers:=[{"host": "asia", "port": 82}, {"host": "eu", "port": 80, "token": "other"}, {"host": "africa", "port": 1}]"#

  private func set(_ words: String...) async -> CommandResult {
    await workspace.run(["set", "settings.json"] + words)
  }

  @Test("diff shows what changed between versions, inside of values, and masks secrets")
  func diff() async throws {
    #expect(await workspace.run("diff", "settings.json").status == 1)
    _ = await set(Self.servers, "--yes")
    _ = await set("tags=a, c", "--yes")
    #expect(
      await workspace.run("diff", "settings.json").output == """
        tags: a, b → a, c

        """)
    let all = await workspace.run("diff", "settings.json", "2").output
    #expect(all.contains("servers.0: moved from servers.2") && all.contains("tags: a, b → a, c"))
    #expect(!all.contains("s3cret") && !all.contains("other"))
    let first = await workspace.run("diff", "settings.json", "2", "1").output
    #expect(first.contains("servers.0: moved from servers.2") && !first.contains("tags"))
    // The way back is the opposite.
    #expect(await workspace.run("diff", "settings.json", "0", "1").output == "tags: a, c → a, b\n")
    let json = try JSONValue(parsing: await workspace.run("diff", "settings.json", "--json").output)
    guard case .object(let review) = json, case .array(let changes)? = review["changes"],
      case .object(let change)? = changes.first
    else {
      Issue.record("\(json)")
      return
    }
    #expect(change["path"] == "tags")
    #expect(
      await workspace.run("diff", "settings.json", "1", "1").output
        == "settings.json: the versions are equal.\n")
    let unknown = await workspace.run("diff", "settings.json", "9")
    #expect(unknown.status == 1 && unknown.errors.contains("the history has no version 9"))
  }

  @Test("diff compares with what another program has stored")
  func diffWithOtherProgram() async throws {
    _ = await set("tags=a, c", "--yes")
    let other = #"{"$schema": "form.json", "tags": ["a", "z"]}"#
    try other.write(toFile: workspace.file, atomically: true, encoding: .utf8)
    let output = await workspace.run("diff", "settings.json").output
    #expect(output.contains("tags") && output.contains("z"))
  }

  @Test("A review has a line for each part that changes")
  func review() async throws {
    let note = "note=The quick red fox jumps over the lazy dog and runs away."
    let result = await set(Self.servers, "tags=a, c", note, "--dry-run")
    #expect(
      result.output == """
        servers: 3 elements  (restart)
          servers.0: moved from servers.2
          servers.1.token: ******** → ********
          servers.1: removed {"host": "us", "port": 81}
          servers.2: added {"host": "africa", "port": 1}
        tags: a, b → a, c
        note: The quick [-brown-]{+red+} fox jumps o…

        """, "\(result.output)\(result.errors)")
  }

  @Test("A version of the history has the same lines")
  func log() async throws {
    #expect(await set("servers.1.port=8080", "tags.0=x", "--yes").status == 0)
    let output = await workspace.run("log", "settings.json", "0").output
    #expect(
      output.hasSuffix(
        """
        servers: 3 elements, 2 unchanged
          servers.1.port: 81 → 8080
        tags: a, b → x, b

        """), "\(output)")
    let json = try JSONValue(parsing: await workspace.run("log", "settings.json", "0", "--json").output)
    guard case .object(let entry) = json, case .array(let changes)? = entry["changes"],
      case .object(let change)? = changes.first
    else {
      Issue.record("\(json)")
      return
    }
    #expect(
      change["parts"] == [
        [
          "path": "servers.1.port", "pointer": "/servers/1/port", "title": "1 us › Port", "old": 81,
          "new": 8080,
          "kind": "replace",
        ]
      ])
  }

  @Test("JSON has the parts, and a patch by element")
  func json() async throws {
    let result = await set(Self.servers, "--dry-run", "--json")
    #expect(!result.output.contains("s3cret") && !result.output.contains("other"))
    guard case .object(let review) = try JSONValue(parsing: result.output),
      case .array(let changes)? = review["changes"], case .object(let change)? = changes.first
    else {
      Issue.record("\(result.output)")
      return
    }
    #expect(
      review["patch"] == [
        ["op": "move", "from": "/servers/2", "path": "/servers/0"],
        ["op": "replace", "path": "/servers/1/token", "value": "********"],
        ["op": "remove", "path": "/servers/2"],
        ["op": "add", "path": "/servers/2", "value": ["host": "africa", "port": 1]],
      ])
    guard case .array(let parts)? = change["parts"] else {
      Issue.record("\(change)")
      return
    }
    #expect(parts.count == 4)
    #expect(
      parts.first == [
        "path": "servers.0", "pointer": "/servers/0", "title": "0 asia", "kind": "move", "from": "/servers/2",
        "old": ["host": "asia", "port": 82], "new": ["host": "asia", "port": 82],
      ])
  }

  @Test("What isn't compared inside has no parts")
  func scalar() async throws {
    let result = await set("note=short", "--dry-run", "--json")
    #expect(!result.output.contains("parts"))
  }
}
