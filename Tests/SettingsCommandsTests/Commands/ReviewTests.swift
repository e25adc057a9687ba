import TestSupport
import Testing

@testable import SettingsCommands

/// The review that a person at a terminal agrees to.
@Suite struct ReviewTests {
  private func run(_ options: [String], answer: String, windowWidth: Int = 80) async throws -> (
    CommandResult, Workspace
  ) {
    let workspace = try Workspace()
    let streams = RecordedStreams(
      input: answer, terminals: [.input, .output, .error], hasColors: false, windowWidth: windowWidth)
    return (
      await workspace.run(["set", "settings.json", "network.port=9001"] + options, on: streams), workspace
    )
  }

  @Test("A review that is agreed to is applied")
  func agreed() async throws {
    let (result, workspace) = try await run([], answer: "y\n")
    #expect(result.status == 0)
    #expect(result.output == "network.port: 9000 → 9001  (restart)\nApply? [y/N] ")
    #expect(workspace.content == Workspace.content.replacing("9000", with: "9001"))
  }

  @Test("Any other answer changes nothing", arguments: ["n\n", "\n", ""])
  func refused(answer: String) async throws {
    let (result, workspace) = try await run([], answer: answer)
    #expect(result.status == 1 && result.errors.contains("nothing was changed"))
    #expect(workspace.content == Workspace.content)
  }

  @Test("--yes and --dry-run don't ask")
  func options() async throws {
    let (yes, applied) = try await run(["--yes"], answer: "")
    #expect(yes.status == 0 && !yes.output.contains("Apply?"))
    #expect(applied.content != Workspace.content)
    let (dry, unchanged) = try await run(["--dry-run"], answer: "y\n")
    #expect(dry.status == 0 && !dry.output.contains("Apply?"))
    #expect(unchanged.content == Workspace.content)
  }

  @Test("With --json the review is text and the result is JSON")
  func json() async throws {
    let (result, _) = try await run(["--json"], answer: "yes\n")
    #expect(result.output.contains("Apply? [y/N] {") && result.output.contains("\"isApplied\": true"))
  }
}
