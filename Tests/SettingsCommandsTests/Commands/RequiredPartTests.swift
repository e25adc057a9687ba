import Foundation
import TestSupport
import Testing

/// An optional struct whose default only the app knows.
@Suite struct RequiredPartTests {
  private static let form = #"""
    {"x-form": 1, "type": "object", "properties": {
      "hours": {"type": ["object", "null"], "title": "Hours", "required": ["enabled", "start"], "properties": {
          "enabled": {"type": "boolean", "title": "Enabled"}, "start": {"type": "string", "title": "Start"}}}}}
    """#

  @Test("Without what its decoder needs, it is an error")
  func required() async throws {
    let workspace = try Workspace(content: "{\"$schema\": \"form.json\", \"hours\": {\"enabled\": true}}\n")
    try Self.form.write(toFile: workspace.folder + "/form.json", atomically: false, encoding: .utf8)
    let check = await workspace.run("check", "settings.json")
    #expect(check.status == 1 && check.errors.contains("hours: Add the key \"start\""), "\(check.errors)")
  }
}
