import Foundation
import TestSupport
import Testing

/// The marks of settings that an update of an app brings.
@Suite struct NewSettingsTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  private func run(_ arguments: String...) throws -> Run {
    let result = try Run(BuiltPrograms.settingsTUI, arguments, in: workspace.folder)
    #expect(result.status == 0, "\(result.errors)")
    return result
  }

  /// Replaces the form by that of the next version, which has a setting and a section more.
  private func update() throws {
    let form = Workspace.form.replacing(
      #""host": {"#,
      with: #""backlog": { "type": "integer", "title": "Backlog", "default": 16 }, "host": {"#
    ).replacing(
      #""verbose": {"#,
      with: """
        "log": { "type": "object", "title": "Log", "properties": {
          "path": { "type": "string", "title": "Path", "default": "" } } }, "verbose": {
        """)
    try form.write(toFile: workspace.folder + "/server.form.json", atomically: true, encoding: .utf8)
  }

  private func newPaths() throws -> [String] {
    let json = try JSONSerialization.jsonObject(
      with: Data(run("list", "settings.json", "--json").output.utf8))
    let settings = try #require(json as? [[String: Any]])
    return settings.filter { $0["isNew"] as? Bool == true }.compactMap { $0["path"] as? String }
  }

  @Test("Given an applied file, when its form gets settings, then they are new until the next apply")
  func journey() throws {
    #expect(try newPaths().isEmpty)
    try update()
    // No apply, so nothing is known about the first form.
    #expect(try newPaths().isEmpty)
    try Workspace.form.write(
      toFile: workspace.folder + "/server.form.json", atomically: true, encoding: .utf8)
    _ = try run("set", "settings.json", "verbose=true", "--yes")
    #expect(try newPaths().isEmpty)

    try update()
    #expect(try newPaths() == ["network.backlog", "log.path"])
    let table = try run("list", "settings.json").output.split(separator: "\n")
    #expect(table.first { $0.hasPrefix("log.path") }?.contains("new") == true)
    #expect(table.first { $0.hasPrefix("network.port") }?.contains("new") == false)
    #expect(try run("describe", "settings.json", "log.path").output.contains("new"))
    #expect(
      try run("describe", "settings.json", "network.backlog", "--json").output.contains(#""isNew": true"#))

    _ = try run("set", "settings.json", "network.backlog=32", "--yes")
    #expect(try newPaths().isEmpty)
    let names = try FileManager.default.contentsOfDirectory(atPath: workspace.folder).sorted()
    #expect(names == [".settings.json.history", "server.form.json", "settings.json"])
  }
}
