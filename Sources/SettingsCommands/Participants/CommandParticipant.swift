import Settings
import SettingsSystem
import SettingsTUI
import Synchronization

/// A shell command that takes part in an apply: `--prepare` or `--commit`.
///
/// The command reads the review as JSON, with secrets masked, on its standard input. `SETTINGS_CANDIDATE` names a file with
/// the new content: mode 0600, in a folder of mode 0700, removed when the command ends. `SETTINGS_PHASE` names the phase.
final class CommandParticipant: SettingsParticipant {
  /// When the command runs.
  enum Role: Sendable {
    /// Before the content is stored; a failure is a veto.
    case prepare
    /// After it is stored; on a failure, the old content is restored and the command runs again.
    case commit
  }

  /// The value of `SETTINGS_PHASE`.
  private enum Phase: String {
    case prepare, commit, revert
  }

  let command: String
  private let role: Role
  private let commandLimit: Duration
  private let interruption: Interruption
  /// Whether a failure's reason includes the output of the command, because the editor hides the output.
  private let keepsOutput: Bool
  /// Whether the current apply has started the command for its commit.
  private let hasBegun = Mutex(false)

  init(role: Role, command: String, commandLimit: Duration, interruption: Interruption, keepsOutput: Bool) {
    self.role = role
    self.command = command
    self.commandLimit = commandLimit
    self.interruption = interruption
    self.keepsOutput = keepsOutput
  }

  var name: String { "“\(command)”" }
  /// Ten years, so that only `commandLimit` applies. Unlike the time limit of a participant, it doesn't count the time during which
  /// this process is stopped.
  var timeLimit: Duration { .seconds(315_360_000) }

  func prepare(_ review: Review) async throws {
    hasBegun.withLock { $0 = false }
    try refuseWhenInterrupted()
    if role == .prepare { try await run(in: .prepare, review, signals: 0) }
  }

  func commit(_ review: Review) async throws {
    try refuseWhenInterrupted()
    if role == .commit { try await run(in: .commit, review, signals: 0) }
  }

  /// Runs the command again if it was started for the new content and may have passed it on. The signal that stopped the first
  /// run doesn't stop this run, but another signal does.
  func revert(_ review: Review) async throws {
    guard hasBegun.withLock({ $0 }) else { return }
    do {
      try await run(in: .revert, review, signals: interruption.count)
    } catch {
      throw Refusal(description: "run again with the old content: \(error)")
    }
  }

  private func refuseWhenInterrupted() throws {
    guard interruption.received == nil else { throw Refusal(description: "a signal stopped it") }
  }

  private func run(in phase: Phase, _ review: Review, signals: Int) async throws {
    let folder = try PrivateFolder(for: .candidate)
    defer { folder.remove() }
    let fileName = review.file.split(separator: "/").last.map(String.init) ?? "settings.json"
    let candidate = try folder.write(review.candidate ?? [], as: fileName)
    let input = try folder.write(
      Array((review.json.text(.pretty(indent: 2)) + "\n").utf8), as: fileName + ".review")

    let output = folder.path + "/output"
    let child = try ChildProcess(
      command, input: input, output: keepsOutput ? .file(output) : .shown,
      variables: ["SETTINGS_CANDIDATE": candidate, "SETTINGS_PHASE": phase.rawValue])
    if phase == .commit { hasBegun.withLock { $0 = true } }
    interruption.watch(child, since: signals)
    defer { interruption.watch(nil) }
    if let reason = await child.ending(within: commandLimit).reason(limit: commandLimit) {
      let words = keepsOutput ? lastLine(of: output).map { "; \($0)" } ?? "" : ""
      throw Refusal(description: reason + words)
    }
  }
}

/// Returns the last line of a file that isn't blank, cut to 300 characters.
private func lastLine(of file: String) -> String? {
  // Without the command's output, its exit status is still reported.
  let end = (try? POSIXFileSystem().readEnd(ofFileAtPath: file, atMost: 4_096)) ?? []
  let lines = String(decoding: end, as: UTF8.self).split(whereSeparator: \.isNewline)
  return lines.last { line in line.contains { !$0.isWhitespace } }.map { String($0.prefix(300)) }
}

/// The reason that an ``ApplyError`` shows for a failed command.
private struct Refusal: Error, CustomStringConvertible {
  let description: String
}

extension ChildProcess.Ending {
  /// Returns the reason why the command failed; `nil` if it succeeded.
  fileprivate func reason(limit: Duration) -> String? {
    switch self {
    case .exited(status: 0): nil
    case .exited(status: 127): "command not found (exit status 127)"
    case .exited(status: 126): "it isn't executable (exit status 126)"
    case .exited(let status): "exit status \(status)"
    case .killed(let signal): "signal \(signal) ended it"
    case .stopped(.timeLimit): "it took longer than \(limit.words)"
    case .stopped(.canceled): "it was canceled"
    case .stopped(.interrupted): "a signal stopped it"
    }
  }
}
