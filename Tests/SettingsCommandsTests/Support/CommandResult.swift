import SettingsSystem
import TestSupport

@testable import SettingsCommands

/// What a command printed, and how it ended.
///
/// `#expect(result.status == 1 && result.errors.contains("65535"))` is the usual test: the exit status, and a part of the sentence.
struct CommandResult {
  let ending: CommandEnding
  let output: String
  let errors: String

  /// The exit status; `nil` if a signal ended the command.
  var status: Int32? { if case .exited(let status) = ending { status.rawValue } else { nil } }
}

extension Workspace {
  /// Runs a command in this process.
  ///
  /// Tests run in parallel and share the current folder. So a word `NAME.json` is replaced by the path of that file in the
  /// workspace, and the output has the name again.
  func run(_ words: String..., on streams: RecordedStreams = RecordedStreams()) async -> CommandResult {
    await run(words, on: streams)
  }

  /// Runs a command in this process, with a clock that a test can replace. A process that it would leave behind is noted in the streams.
  ///
  /// - Parameter sleep: How the command waits: by default in real time. A test of deadlines returns at once and notes the durations.
  func run(
    _ words: [String], on streams: RecordedStreams = RecordedStreams(),
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) async -> CommandResult {
    let words = words.map {
      $0.hasSuffix(".json") && !$0.contains { "/=".contains($0) } ? folder + "/" + $0 : $0
    }
    let ending = await SettingsTUICommand.run(
      words.map { Array($0.utf8) },
      console: Console(streams: streams, sleep: sleep) { arguments in streams.note(started: arguments) })
    return CommandResult(
      ending: ending, output: streams.output.replacing(folder + "/", with: ""),
      errors: streams.errors.replacing(folder + "/", with: ""))
  }
}
