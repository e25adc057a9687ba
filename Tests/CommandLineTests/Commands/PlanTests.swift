import Foundation
import TestSupport
import Testing

/// Plans in pipes.
@Suite struct PlanTests {
  private let workspace: Workspace
  private let new = Workspace.content.replacing("9000", with: "9001")

  init() throws {
    workspace = try Workspace()
  }

  @Test("A plan can be piped to apply")
  func pipe() throws {
    let program = "'\(BuiltPrograms.settingsTUI)'"
    let result = try Run(
      "/bin/sh",
      ["-c", "\(program) set settings.json network.port=9001 --plan - | \(program) apply settings.json -"],
      in: workspace.folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == new)
  }
}
