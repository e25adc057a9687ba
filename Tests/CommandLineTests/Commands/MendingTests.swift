import Foundation
import Testing

/// What is stored is what `check` accepts, but for a broken file, which is mended step by step.
@Suite struct MendingTests {
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

  private func run(_ workspace: Workspace, _ command: String, _ arguments: String...) throws -> Run {
    try Run(
      BuiltPrograms.settingsTUI,
      [command, "settings.json"] + arguments + ["--schema", "settings.schema.json"], in: workspace.folder)
  }

  @Test("Settings that the form requires together are set together", arguments: ["{}", nil])
  func together(_ content: String?) throws {
    let workspace = try workspace(content)
    let result = try run(workspace, "set", "a=x", "b=y", "--yes")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try run(workspace, "check").status == 0)
  }

  @Test("A new file isn't stored incomplete")
  func incomplete() throws {
    let workspace = try workspace(nil)
    let result = try run(workspace, "set", "a=x", "--yes")
    #expect(result.status == 1)
    #expect(result.errors == "settings-tui: settings.json: error: Add the key \"b\", which is missing.\n")
    #expect(workspace.content == nil)
  }

  @Test("A required setting isn't reset")
  func reset() throws {
    let content = #"{"a": "x", "b": "y"}"#
    let workspace = try workspace(content)
    let result = try run(workspace, "reset", "a", "--yes")
    #expect(result.status == 1)
    #expect(result.errors.contains("Add the key \"a\", which is missing."))
    #expect(workspace.content == content)
    #expect(try run(workspace, "reset", "a", "--dry-run").status == 1)
  }

  @Test("A broken file is mended step by step; what remains is named, and an error that is added is refused")
  func stepByStep() throws {
    let workspace = try workspace(#"{"n": 99}"#)
    let remaining = """
      settings.json:1:1: error: Add the key "b", which is missing.
      settings.json:1:7: error: n: Use 20 or less instead of 99.
      settings.json: 2 errors are in the file already and remain.

      """
    let review = try run(workspace, "set", "a=x", "--dry-run")
    #expect(review.status == 0 && review.errors == remaining, "\(review.errors)")
    let first = try run(workspace, "set", "a=x", "--yes", "--json")
    #expect(first.status == 0 && first.errors == remaining, "\(first.errors)")
    #expect(first.output.contains(#""isApplied": true"#))
    #expect(first.output.components(separatedBy: #""remains": true"#).count == 3, "\(first.output)")
    #expect(try run(workspace, "check").status == 1)

    let same = try run(workspace, "set", "n=98", "b=y", "--yes")
    #expect(same.status == 1 && same.errors.contains("instead of 98"), "\(same.errors)")
    let second = try run(workspace, "set", "b=y", "--plan", "plan.json")
    #expect(second.status == 0, "\(second.errors)")
    let planned = try Run(
      BuiltPrograms.settingsTUI,
      ["apply", "settings.json", "plan.json", "--yes", "--schema", "settings.schema.json"],
      in: workspace.folder)
    #expect(planned.status == 0, "\(planned.errors)")
    #expect(planned.errors.hasSuffix("settings.json: 1 error is in the file already and remains.\n"))
    #expect(try run(workspace, "set", "n=9", "--yes").errors == "")
    #expect(try run(workspace, "check").status == 0)
    let back = try run(workspace, "rollback", "1", "--yes")
    #expect(back.status == 1 && back.errors.contains("instead of 99"), "\(back.errors)")
  }

  @Test("What was typed is stored and shown, and the review says what it comes to")
  func spelling() throws {
    let workspace = try workspace(#"{"a": "x", "b": "y", "n": 3}"#)
    let result = try run(workspace, "set", "n=1e1", "--yes")
    #expect(result.output == "n: 3 → 10\n")
    #expect(workspace.content == #"{"a": "x", "b": "y", "n": 1e1}"#)
    #expect(try run(workspace, "get", "n").output == "1e1\n")
    #expect(try run(workspace, "set", "n=3e1", "--yes").status == 1)
  }
}
