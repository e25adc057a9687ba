import Foundation
import TestSupport
import Testing

/// Commands on files that are one list or one map, and on parts of settings.
@Suite struct RootValueTests {
  private func workspace(_ content: String, _ schema: String) throws -> Workspace {
    let workspace = try Workspace(content: content)
    try schema.write(toFile: workspace.folder + "/form.json", atomically: false, encoding: .utf8)
    return workspace
  }

  private static let list =
    #"{"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}}}}"#
  private static let map = #"{"type": "object", "additionalProperties": {"type": "integer"}}"#

  @Test("The table has a row for each element or entry")
  func rows() async throws {
    let list = try await workspace(#"[{"name": "a"}, {}]"#, Self.list)
      .run("list", "settings.json", "--schema", "form.json")
    #expect(list.output.split(separator: "\n").dropFirst().map { $0.prefix(1) } == ["0", "1"])
    let map = try await workspace(#"{"x": 1, "y": 2}"#, Self.map)
      .run("list", "settings.json", "--schema", "form.json")
    #expect(map.output.split(separator: "\n").dropFirst().map { $0.prefix(1) } == ["x", "y"])
  }

  @Test("A part is set and removed, and the rest stays as it is")
  func parts() async throws {
    let list = try workspace("[\n  {\"name\": \"a\"}, // first\n  {\"name\": \"b\"}\n]\n", Self.list)
    let set = await list.run("set", "settings.json", "--yes", "--schema", "form.json", "1.name=c")
    #expect(set.status == 0, "\(set.errors)")
    #expect(list.content == "[\n  {\"name\": \"a\"}, // first\n  {\"name\": \"c\"}\n]\n")
    let reset = await list.run("reset", "settings.json", "--yes", "--schema", "form.json", "1")
    #expect(reset.status == 0, "\(reset.errors)")
    #expect(list.content == "[\n  {\"name\": \"a\"} // first\n]\n")
  }

  @Test("Several elements are named by their positions before the command")
  func positions() async throws {
    let list = try workspace(#"[{"name": "a"}, {"name": "b"}, {"name": "c"}]"#, Self.list)
    let reset = await list.run("reset", "settings.json", "--yes", "--schema", "form.json", "0", "1")
    #expect(reset.status == 0, "\(reset.errors)")
    #expect(list.content == #"[{"name": "c"}]"#)
  }

  @Test("A part without a value is refused")
  func missing() async throws {
    let map = try workspace(#"{"x": 1}"#, Self.map)
    let reset = await map.run("reset", "settings.json", "--yes", "--schema", "form.json", "y")
    #expect(reset.status == 1)
    #expect(reset.errors == "settings-tui: settings.json: y has no value.\n")
  }
}
