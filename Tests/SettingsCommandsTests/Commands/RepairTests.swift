import Foundation
import TestSupport
import Testing

/// An apply succeeds exactly if `check` accepts the result, except for an invalid file, which can be repaired step by step.
@Suite struct RepairTests {
  private static let form = #"""
    {
      "type": "object", "required": ["a", "b"],
      "properties": { "a": {"type": "string"}, "b": {"type": "string"}, "n": {"type": "integer", "maximum": 20} }
    }
    """#

  private func workspace(_ content: String?) throws -> Workspace {
    let workspace = try Workspace(content: content)
    try Self.form.write(
      toFile: workspace.folder + "/settings.schema.json", atomically: false, encoding: .utf8)
    return workspace
  }

  private func run(_ workspace: Workspace, _ command: String, _ arguments: String...) async -> CommandResult {
    await workspace.run([command, "settings.json"] + arguments + ["--schema", "settings.schema.json"])
  }

  @Test("Settings that the form requires together can be set together", arguments: ["{}", nil])
  func together(_ content: String?) async throws {
    let workspace = try workspace(content)
    let result = await run(workspace, "set", "a=x", "b=y", "--yes")
    #expect(result.status == 0, "\(result.errors)")
    #expect(await run(workspace, "check").status == 0)
  }

  @Test("An incomplete new file isn't stored")
  func incomplete() async throws {
    let workspace = try workspace(nil)
    let result = await run(workspace, "set", "a=x", "--yes")
    #expect(result.status == 1)
    #expect(result.errors == "settings-tui: settings.json: error: Add the key \"b\", which is missing.\n")
    #expect(workspace.content == nil)
  }

  @Test("A second error of the kind that the file has is one that is added")
  func secondOfKind() async throws {
    let workspace = try workspace(#"{"l": [1]}"#)
    try #"""
    {"properties": {"l": {"allOf": [{"contains": {"const": 1}}, {"contains": {"const": 2}}]}, "b": {}}}
    """#.write(toFile: workspace.folder + "/settings.schema.json", atomically: false, encoding: .utf8)
    #expect(await run(workspace, "set", "b=1").status == 0)
    #expect(await run(workspace, "set", "l:=[3]").status == 1)
    #expect(await run(workspace, "set", "l:=[2]").status == 0)
    #expect(workspace.content == #"{"l": [2], "b": 1}"#)
  }

  @Test("A required setting can't be reset")
  func reset() async throws {
    let content = #"{"a": "x", "b": "y"}"#
    let workspace = try workspace(content)
    let result = await run(workspace, "reset", "a", "--yes")
    #expect(result.status == 1)
    #expect(result.errors.contains("Add the key \"a\", which is missing."))
    #expect(workspace.content == content)
    #expect(await run(workspace, "reset", "a", "--dry-run").status == 1)
  }

  @Test(
    "An invalid file can be repaired step by step; remaining errors are reported, new ones refused, and a rollback restores them"
  )
  func stepByStep() async throws {
    let workspace = try workspace(#"{"n": 99}"#)
    let remaining = """
      settings.json:1:1: error: Add the key "b", which is missing.
      settings.json:1:7: error: n: Use 20 or less instead of 99.
      settings.json: 2 existing errors remain.

      """
    let review = await run(workspace, "set", "a=x", "--dry-run")
    #expect(review.status == 0 && review.errors == remaining, "\(review.errors)")
    let first = await run(workspace, "set", "a=x", "--yes", "--json")
    #expect(first.status == 0 && first.errors == remaining, "\(first.errors)")
    #expect(first.output.contains(#""isApplied": true"#))
    #expect(first.output.components(separatedBy: #""remains": true"#).count == 3, "\(first.output)")
    #expect(await run(workspace, "check").status == 1)

    let same = await run(workspace, "set", "n=98", "b=y", "--yes")
    #expect(same.status == 1 && same.errors.contains("instead of 98"), "\(same.errors)")
    let second = await run(workspace, "set", "b=y", "--plan", "plan.json")
    #expect(second.status == 0, "\(second.errors)")
    let planned = await workspace.run([
      "apply", "settings.json", "plan.json", "--yes", "--schema", "settings.schema.json",
    ])
    #expect(planned.status == 0, "\(planned.errors)")
    #expect(planned.errors.hasSuffix("settings.json: 1 existing error remains.\n"))
    #expect(await run(workspace, "set", "n=9", "--yes").errors == "")
    #expect(await run(workspace, "check").status == 0)
    let back = await run(workspace, "rollback", "1", "--yes")
    #expect(back.status == 0, "\(back.errors)")
    #expect(back.errors.contains("warning: n: Use 20 or less instead of 99."), "\(back.errors)")
    #expect(workspace.content?.contains("99") == true)
  }

  @Test("A number is stored as typed, and the review shows its value")
  func spelling() async throws {
    let workspace = try workspace(#"{"a": "x", "b": "y", "n": 3}"#)
    let result = await run(workspace, "set", "n=1e1", "--yes")
    #expect(result.output == "n: 3 → 10\n")
    #expect(workspace.content == #"{"a": "x", "b": "y", "n": 1e1}"#)
    #expect(await run(workspace, "get", "n").output == "1e1\n")
    #expect(await run(workspace, "set", "n=3e1", "--yes").status == 1)
  }
}
