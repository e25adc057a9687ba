import SettingsSystem
import TestSupport
import Testing

@testable import SettingsCommands

/// Streams whose output can't be written, as on a full disk.
private struct FullStreams: StandardStreams {
  let recorded = RecordedStreams()
  var hasColors: Bool { false }
  var windowWidth: Int? { nil }

  func isTerminal(_ stream: StandardStream) -> Bool { false }
  func readLine() -> String? { nil }
  func readAll(atMost limit: Int) throws(SystemCallError) -> [UInt8] { [] }

  func write(_ text: String, to stream: StandardStream) throws(SystemCallError) {
    if stream == .output { throw SystemCallError.overflow("write") }
    recorded.write(text, to: stream)
  }

  func write(_ bytes: [UInt8], to stream: StandardStream) throws(SystemCallError) {
    try write(String(decoding: bytes, as: UTF8.self), to: stream)
  }
}

@Suite struct OutputErrorTests {
  @Test(
    "If the output can't be written, a command exits with 74",
    arguments: [["get", "verbose"], ["list"], ["check"], ["log"], ["describe"], ["list", "--json"]])
  func full(words: [String]) async throws {
    let workspace = try Workspace()
    let streams = FullStreams()
    let words = [words[0], workspace.file] + words.dropFirst()
    let ending = await SettingsTUICommand.run(words.map { Array($0.utf8) }, streams: streams)
    #expect(ending == .exited(.ioError))
    #expect(
      streams.recorded.errors.contains("settings-tui: The output is incomplete, because it can't be written"))
  }
}
