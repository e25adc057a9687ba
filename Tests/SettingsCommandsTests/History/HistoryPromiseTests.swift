import Foundation
import TestSupport
import Testing

@testable import SettingsCommands

/// What the history promises, whichever way somebody uses it.
@MainActor
@Suite("The history, by the library, by commands, in the editor and line by line")
struct HistoryPromiseTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  private func set(_ assignments: String...) async throws {
    let result = await workspace.run(["set", "settings.json", "--yes"] + assignments)
    try #require(result.status == 0, "\(result.errors)")
  }

  private func port(_ port: Int) -> String { Workspace.content.replacing("9000", with: "\(port)") }

  @Test(
    "Given two applies, then their changes and messages are shown, the newest first",
    arguments: HistoryUser.Way.allCases)
  func lists(way: HistoryUser.Way) async throws {
    try await set("network.port=9001", "--message", "Behind the other proxy")
    try await set("network.port=9002", "verbose=true")
    let user = HistoryUser(way: way, workspace: workspace)
    let versions = [try await user.version(0), try await user.version(1), try await user.version(2)]
    #expect(versions[0].contains("9001 → 9002") && versions[0].lowercased().contains("verbose"))
    #expect(versions[1].contains("9000 → 9001") && versions[1].contains("Behind the other proxy"))
    #expect(versions[2].contains("another program"))
  }

  @Test(
    "Given a save of another program, then its changes are shown without secrets, before and after the next apply, and it can be restored",
    arguments: HistoryUser.Way.allCases)
  func otherProgram(way: HistoryUser.Way) async throws {
    try await set("network.port=9001")
    let other = port(9100).replacing("hunter2", with: "hunter3").replacing("// behind", with: "// far behind")
    try workspace.write(other, to: "settings.json")
    let user = HistoryUser(way: way, workspace: workspace)
    for number in 0...1 {
      let version = try await user.version(number)
      #expect(version.contains("another program") && version.contains("9001 → 9100"), "\(version)")
      #expect(version.lowercased().contains("token") && !version.contains("hunter"), "\(version)")
      if number == 0 { try await set("network.port=9002") }
    }
    try await user.rollBack(to: 1)
    #expect(workspace.content == other)
  }

  @Test(
    "A rollback restores a version byte for byte, also if only comments differ, and is a version itself",
    arguments: HistoryUser.Way.allCases)
  func rollback(way: HistoryUser.Way) async throws {
    try await set("network.port=9001")
    let commented = port(9001).replacing("// behind", with: "// far behind")
    try workspace.write(commented, to: "settings.json")
    let user = HistoryUser(way: way, workspace: workspace)
    let shown = try await user.version(0)
    #expect(shown.contains("another program") && !shown.contains("→"), "\(shown)")
    let said = try await user.rollBack(to: 1)
    #expect(workspace.content == port(9001))
    #expect(way == .library || said.contains("nly comments and layout"), "\(said)")
    #expect(try await user.version(0).contains("rolled back"))
    for content in [commented, port(9001)] {
      try await user.rollBack(to: 1)
      #expect(workspace.content == content)
    }
    try await user.rollBack(to: 5)
    #expect(workspace.content == Workspace.content)
  }

  @Test(
    "A version that today's form refuses is restored, and what is wrong with it is said",
    arguments: HistoryUser.Way.allCases)
  func refusedByForm(way: HistoryUser.Way) async throws {
    try await set("network.port=9001")
    let form = Workspace.form.replacing("\"minimum\": 1", with: "\"minimum\": 9001")
    try workspace.write(
      form.replacing("\"default\": 8080", with: "\"default\": 9001"), to: "server.form.json")
    let user = HistoryUser(way: way, workspace: workspace)
    let said = try await user.rollBack(to: 1)
    #expect(said.contains("Use 9001 or more instead of 9000."), "\(said)")
    #expect(way != .command || said.contains("settings.json:5:13: warning: network.port"), "\(said)")
    #expect(workspace.content == Workspace.content)
    // And forward again.
    try await user.rollBack(to: 1)
    #expect(workspace.content == port(9001))
  }

  @Test(
    "Given a damaged record, then its version is listed as damaged and can't be restored; the others can",
    arguments: HistoryUser.Way.allCases)
  func damaged(way: HistoryUser.Way) async throws {
    try await set("network.port=9001")
    let record = try workspace.lastRecord().path
    try await set("network.port=9002")
    try Data("garbage".utf8).write(to: record)
    let user = HistoryUser(way: way, workspace: workspace)
    #expect(try await user.version(1).contains("damaged"))
    let said = try await user.rollBack(to: 1)
    #expect(!said.isEmpty && workspace.content == port(9002), "\(said)")
    try await user.rollBack(to: 2)
    #expect(workspace.content == Workspace.content)
  }

  @Test(
    "A rollback that was reviewed before another program saved the file is refused",
    arguments: [HistoryUser.Way.library, .editor, .plain])
  func outdated(way: HistoryUser.Way) async throws {
    try await set("network.port=9001")
    let user = HistoryUser(way: way, workspace: workspace)
    let said = try await user.rollBack(to: 1) { try workspace.write(port(9100), to: "settings.json") }
    #expect(said.contains("again"), "\(said)")
    #expect(workspace.content == port(9100))
  }
}
