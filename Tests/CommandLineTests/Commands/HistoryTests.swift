import Foundation
import TestSupport
import Testing

/// `log` in a terminal.
@Suite struct HistoryTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  private func setPort(_ port: Int, _ options: String...) throws {
    let words = ["set", "settings.json", "network.port=\(port)", "--yes"]
    let result = try Run(BuiltPrograms.settingsTUI, words + options, in: workspace.folder)
    try #require(result.status == 0, "\(result.errors)")
  }

  @Test(
    "The log fits the window", .enabled(if: Screen.isAvailable, "tmux is missing"), arguments: [40, 60, 100])
  func width(columns: Int) async throws {
    try setPort(9001, "--message", String(repeating: "A long story. ", count: 20))
    let screen = try Screen(
      "cd '\(workspace.folder)'; '\(BuiltPrograms.settingsTUI)' log settings.json; echo The end; cat",
      columns: columns)
    let text = try await screen.wait(for: "The end")
    #expect(text.split(separator: "\n").count == 4, "\(text)")
  }
}
