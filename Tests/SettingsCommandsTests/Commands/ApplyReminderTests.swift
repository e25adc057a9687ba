import Foundation
import TestSupport
import Testing

@testable import Settings
@testable import SettingsEditing
@testable import SettingsCommands

@Suite("While a command waits for a participant")
struct ApplyReminderTests {
  private let clock = SettingsTestClock()

  private func run(
    _ workspace: Workspace, preparing command: String, on streams: RecordedStreams
  ) async -> CommandResult {
    await workspace.run(
      ["set", "settings.json", "network.port=9001", "--yes", "--prepare", command], on: streams,
      sleep: clock.environment.sleep)
  }

  /// Advances the clock until the errors contain a string. Each participant before the command starts the count again.
  private func advanceClock(until text: String, on streams: RecordedStreams) async {
    while !streams.errors.contains(text) {
      await clock.advance(by: .seconds(2))
      await Task.yield()
    }
  }

  @Test("a terminal shows what runs, for how long, and how to cancel", .timeLimit(.minutes(1)))
  func terminal() async throws {
    let workspace = try Workspace()
    let end = workspace.folder + "/end"
    let command = "until [ -e '\(end)' ]; do sleep 0.01; done"
    let streams = RecordedStreams(terminals: [.error])
    async let running = run(workspace, preparing: command, on: streams)
    await advanceClock(until: "“\(command)” prepares, 2 s; Ctrl-C cancels the apply.\n", on: streams)
    await advanceClock(until: "“\(command)” prepares, 10 s; Ctrl-C cancels the apply.\n", on: streams)
    try #require(FileManager.default.createFile(atPath: end, contents: nil))
    #expect(await running.status == 0)
  }

  @Test("a script gets no reminder")
  func script() async throws {
    let result = await run(try Workspace(), preparing: "sleep 0.1", on: RecordedStreams())
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(clock.sleeps.isEmpty)
  }
}
