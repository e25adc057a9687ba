import TestSupport
import Testing

@testable import SettingsCommands

@Suite("While a command waits for a participant")
struct ApplyReminderTests {
  private func run(_ terminals: Set<StandardStream>) async throws -> CommandResult {
    let workspace = try Workspace()
    return await workspace.run(
      "set", "settings.json", "network.port=9001", "--yes", "--prepare", "sleep 5",
      on: RecordedStreams(terminals: terminals))
  }

  @Test("a person at a terminal is told what runs, for how long, and how to cancel")
  func terminal() async throws {
    let result = try await run([.error])
    #expect(result.status == 0)
    #expect(result.errors.contains("“sleep 5” prepares, 2 s; Ctrl-C cancels the apply.\n"))
  }

  @Test("a script is told nothing")
  func script() async throws {
    let result = try await run([])
    #expect(result.status == 0 && result.errors.isEmpty)
  }
}
