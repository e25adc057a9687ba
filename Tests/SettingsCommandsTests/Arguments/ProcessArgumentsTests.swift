import Foundation
import SettingsSystem
import TestSupport
import Testing

@testable import SettingsCommands

/// Arguments that are not UTF-8, or are empty. A repaired name would be the name of another file.
@Suite struct ProcessArgumentsTests {
  @Test("Malformed UTF-8 is refused with the argument's number and its bytes")
  func malformed() async throws {
    let streams = RecordedStreams()
    let words = [Array("get".utf8), Array("a".utf8) + [0xE9, 0x0A]]
    #expect(await SettingsTUICommand.run(words, streams: streams) == .exited(.usage))
    #expect(streams.errors.contains("Argument 2, a\\xE9^J, is not valid UTF-8"), "\(streams.errors)")
    #expect(streams.output.isEmpty)
  }

  @Test(
    "An empty name is refused",
    arguments: [
      ["get", ""], ["set", "", "verbose=true"], ["edit", ""], ["check", ""],
      ["log", ""], ["apply", "settings.json", ""], ["set", "settings.json", "verbose=true", "--plan", ""],
      ["list", "settings.json", "--schema="],
    ])
  func empty(words: [String]) async throws {
    let workspace = try Workspace()
    let result = await workspace.run(words)
    #expect(result.status == 64, "\(result.errors)")
  }
}
