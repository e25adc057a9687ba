import Settings
import SettingsSystem
import SettingsTUI
import Synchronization

/// A shell command that takes part in an apply: `--prepare` or `--commit`.
///
/// It reads the review as JSON on its standard input, secrets masked, and finds the content as it will be in the file that
/// `SETTINGS_CANDIDATE` names: mode 0600, in a folder of mode 0700, gone when the command has ended. `SETTINGS_PHASE` says
/// why it runs.
final class CommandParticipant: SettingsParticipant {
  /// What the command is for.
  enum Role: Sendable {
    /// Before the content is stored: a failure keeps it from being stored.
    case prepare
    /// Afterwards: a failure brings the old content back, and then the command runs once more.
    case commit
  }

  /// Why the command runs, as `SETTINGS_PHASE` names it.
  private enum Phase: String {
    case prepare, commit, revert
  }

  let command: String
  private let role: Role
  private let commandLimit: Duration
  private let interruption: Interruption
  /// Whether what the command prints is to be part of the reason, because a screen is in the way of seeing it.
  private let keepsOutput: Bool
  /// Whether the command was started for the commit of the present apply.
  private let hasBegun = Mutex(false)

  init(role: Role, command: String, commandLimit: Duration, interruption: Interruption, keepsOutput: Bool) {
    self.role = role
    self.command = command
    self.commandLimit = commandLimit
    self.interruption = interruption
    self.keepsOutput = keepsOutput
  }

  var name: String { "“\(command)”" }
  /// The command has its own limit, which knows when this process was stopped; ten years are no limit.
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

  /// Runs the command once more if it was started for the new content, which it may have passed on: it has to hear of the
  /// old one. The signal that stopped it does not keep it from that; another one does.
  func revert(_ review: Review) async throws {
    guard hasBegun.withLock({ $0 }) else { return }
    do {
      try await run(in: .revert, review, signals: interruption.count)
    } catch {
      throw Refusal(description: "run again for the old content: \(error)")
    }
  }

  private func refuseWhenInterrupted() throws {
    guard interruption.received == nil else { throw Refusal(description: "a signal has stopped it") }
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

/// The last line of a file that isn't blank, cut after 300 characters; `nil` if there is none.
private func lastLine(of file: String) -> String? {
  // Without the command's output, its exit status is still reported.
  let end = (try? POSIXFileSystem().readEnd(ofFileAtPath: file, atMost: 4_096)) ?? []
  let lines = String(decoding: end, as: UTF8.self).split(whereSeparator: \.isNewline)
  return lines.last { line in line.contains { !$0.isWhitespace } }.map { String($0.prefix(300)) }
}

/// Why a command failed, as an ``ApplyError`` shows it.
private struct Refusal: Error, CustomStringConvertible {
  let description: String
}

extension ChildProcess.Ending {
  /// What was wrong; `nil` if nothing was.
  fileprivate func reason(limit: Duration) -> String? {
    switch self {
    case .exited(status: 0): nil
    case .exited(status: 127): "the shell did not find it (exit status 127)"
    case .exited(status: 126): "it may not be executed (exit status 126)"
    case .exited(let status): "exit status \(status)"
    case .killed(let signal): "signal \(signal) ended it"
    case .stopped(.timeLimit): "it took longer than \(limit.components.seconds) s"
    case .stopped(.interrupted): "a signal has stopped it"
    }
  }
}
