import Dispatch
import SettingsEditing
import SettingsSystem
import SettingsTUI
import Synchronization

/// A shell command that takes part in an apply: `--prepare` or `--commit`.
///
///     settings-tui set nginx.json workers=8 --prepare 'nginx -t -c $SETTINGS_CANDIDATE' --commit 'systemctl reload nginx'
///
/// The command reads the review as JSON, with secrets masked, on its standard input. `SETTINGS_CANDIDATE` names a file with the new
/// content: mode 0600, in a folder of mode 0700, removed when the command ends. `SETTINGS_PHASE` names the phase.
///
/// The same command runs up to twice in an apply:
///
/// | What happens | `--prepare` | `--commit` |
/// | --- | --- | --- |
/// | all goes well | prepare | commit |
/// | `--prepare` fails | prepare: a veto | doesn't run |
/// | `--commit` fails | prepare | commit, then revert with the old content |
/// | something fails before `--commit` has started | prepare | doesn't run |
///
/// The candidate is a file, not a pipe: commands such as `nginx -t -c FILE` need a path, and a command that doesn't read its input must not
/// fail for that.
///
/// A command fails by any exit status but 0, by a signal, or by taking longer than `--time-limit`. Its output goes to the standard error of
/// this program; while the editor has the screen, it is kept instead, and its last line is a part of the failure's reason.
final class CommandParticipant: SettingsParticipant {
  /// When the command runs. One command has one role, so `--prepare` and `--commit` are two participants.
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
  /// How long the command may take, `--time-limit` or 30 s. It is measured while this process runs (``RunningTime``).
  private let commandLimit: Duration
  private let interruption: Interruption
  /// Whether a failure's reason includes the output of the command, because the editor, which has the screen, hides the output.
  private let keepsOutput: Bool
  /// Whether the current apply has started the command for its commit.
  ///
  /// A command that was never started can't have passed anything on, so there is nothing to revert.
  private let hasBegun = Mutex(false)

  init(role: Role, command: String, commandLimit: Duration, interruption: Interruption, keepsOutput: Bool) {
    self.role = role
    self.command = command
    self.commandLimit = commandLimit
    self.interruption = interruption
    self.keepsOutput = keepsOutput
  }

  /// The command itself, in messages such as "“exit 3” refuses the changes: exit status 3."
  var name: String { "“\(command)”" }
  /// Ten years: only `commandLimit` applies. Unlike the time limit of a participant, it doesn't count the time during which this process is
  /// stopped.
  var timeLimit: Duration { .seconds(315_360_000) }

  /// Runs the command of `--prepare`. An error is a veto: nothing is stored.
  ///
  /// After a signal, no further command is started, so the apply fails and is undone.
  func prepare(_ review: FormReview) async throws {
    hasBegun.withLock { $0 = false }
    try refuseWhenInterrupted()
    if role == .prepare { try await run(in: .prepare, review, signals: 0) }
  }

  /// Runs the command of `--commit`, after the content was stored. On an error, the store restores the old content and calls
  /// ``revert(_:)``.
  func commit(_ review: FormReview) async throws {
    try refuseWhenInterrupted()
    if role == .commit { try await run(in: .commit, review, signals: 0) }
  }

  /// Runs the command again if it was started for the new content and might have passed it on. The signal that stopped the first run
  /// doesn't stop this run, but another signal does.
  func revert(_ review: FormReview) async throws {
    guard hasBegun.withLock({ $0 }) else { return }
    do {
      try await run(in: .revert, review, signals: interruption.count)
    } catch {
      throw Refusal(description: "run again with the old content: \(error)")
    }
  }

  /// Throws if a signal was received since the apply has begun: the apply fails then as if the command had refused, and what was done is
  /// reverted.
  private func refuseWhenInterrupted() throws {
    guard interruption.received == nil else { throw Refusal(description: "a signal stopped it") }
  }

  /// Runs the command with its files in a folder of its own, and throws if it fails.
  ///
  /// - Parameter signals: The number of signals that were received before and don't end it.
  private func run(in phase: Phase, _ review: FormReview, signals: Int) async throws {
    // The files exist only while the command runs, and only this user can read them: the candidate has all secrets in plain text. What a
    // killed process leaves is removed by the next command.
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
    // From here on, the command may have told somebody about the new content.
    if phase == .commit { hasBegun.withLock { $0 = true } }
    // A signal that has arrived since the check above ends the command at once.
    interruption.watch(child, since: signals)
    defer { interruption.watch(nil) }
    if let reason = await child.ending(within: commandLimit).reason(limit: commandLimit) {
      let words = keepsOutput ? lastLine(of: output).map { "; \($0)" } ?? "" : ""
      throw Refusal(description: reason + words)
    }
  }
}

/// Returns the last line of a file that isn't blank, cut to 300 characters; `nil` if there is none. Only the end of the file is read.
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
  ///
  /// 126 and 127 are the shell's own (POSIX, Shell Command Language, Exit Status for Commands), so they are explained.
  fileprivate func reason(limit: Duration) -> String? {
    switch self {
    case .ended(.exited(status: 0)): nil
    case .ended(.exited(status: 127)): "command not found (exit status 127)"
    case .ended(.exited(status: 126)): "it isn't executable (exit status 126)"
    case .ended(.exited(let status)): "exit status \(status)"
    case .ended(.killed(let signal)): "signal \(signal) ended it"
    case .ended(.unknown): "how it ended isn't known, because something else has waited for it"
    case .stopped(.timeLimit): "it took longer than \(limit.words)"
    case .stopped(.canceled): "it was canceled"
    case .stopped(.interrupted): "a signal stopped it"
    }
  }
}

/// A shell command in its own session. Through the session, this process can end the command and all processes that it has started.
///
/// It has no terminal, because the same command must also work unattended.
///
///     running ──stop(reason)──▶ SIGTERM to the group ──1 s──▶ SIGKILL to the group
///        │                                                       │
///        └──────────── ended, not reaped ◀───────────────────────┘
///                         │ awaitEnding: SIGKILL to what is left of a stopped group, then reap
///                         ▼
///                      Ending
///
/// Between the end and ``SpawnedProcess/reap()``, the process ID stays reserved. All signals are sent while the lock is held and before the
/// reaping; otherwise a signal could hit a process that has got the same ID by chance.
///
/// A command that has ended by itself may leave processes behind, such as a daemon that it has started: they stay. Only if it is stopped is
/// the whole group ended.
final class ChildProcess: Sendable {
  /// The result of the command.
  enum Ending: Hashable, Sendable {
    case ended(SpawnedProcess.Ending)
    case stopped(Stop)
  }

  /// Why this process ended the command.
  enum Stop: Hashable, Sendable {
    case timeLimit
    case canceled
    case interrupted
  }

  /// The destination of the command's output and errors.
  enum Output {
    /// The standard error of this process.
    case shown
    /// A new file.
    case file(String)
  }

  /// The shell could not be started.
  struct NotStarted: Error, CustomStringConvertible {
    let cause: SystemCallError

    var description: String { "/bin/sh can't be started (\(cause))" }
  }

  private struct State {
    var isRunning = true
    var stop: Stop?
  }

  private let process: SpawnedProcess
  private let state = Mutex(State())

  /// Starts `/bin/sh -c COMMAND`.
  ///
  /// - Parameters:
  ///   - input: The path of the file for the command's standard input. A file works even if the command doesn't read it; a pipe
  ///     would break.
  ///   - variables: Additional environment variables.
  init(
    _ command: String, input: String, output: Output, variables: [String: String]
  ) throws(NotStarted) {
    var outputPath: String?
    if case .file(let path) = output { outputPath = path }
    do throws(SystemCallError) {
      process = try ProcessLaunch(
        shell: command, attachment: .ownSession(input: input, output: outputPath), variables: variables
      ).start()
    } catch {
      throw NotStarted(cause: error)
    }
  }

  /// Waits for the end and enforces a time limit. Call it once. If the task is canceled, the command is ended.
  ///
  /// While this process is stopped, the command continues, but that time isn't counted.
  ///
  /// The wait for the process blocks a thread of the dispatch queue, not one of the few threads of Swift's tasks.
  func ending(within limit: Duration) async -> Ending {
    let clock = Task { [weak self] in
      var time = RunningTime()
      while time.elapsed < limit {
        try await Task.sleep(for: min(RunningTime.pause, limit - time.elapsed))
        time.advance()
      }
      self?.stop(.timeLimit)
    }
    defer { clock.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: self.awaitEnding()) }
      }
    } onCancel: {
      stop(.canceled)
    }
  }

  /// Ends the command and every process that it started with SIGTERM and, one second later, with SIGKILL. Its exit status is no longer
  /// considered.
  ///
  /// The first reason counts. After the command has ended, it does nothing.
  func stop(_ reason: Stop) {
    // Send signals while the lock is held: the process can't be reaped in the meantime, so its ID still belongs to it.
    let isNew = state.withLock { state in
      guard state.isRunning, state.stop == nil, !process.hasEnded else { return false }
      state.stop = reason
      process.signalGroup(.terminate)
      return true
    }
    guard isNew else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in
      guard let self else { return }
      state.withLock { state in
        if state.isRunning { process.signalGroup(.kill) }
      }
    }
  }

  /// Waits for the end of the process, ends what is left of a stopped group, and releases the process ID.
  private func awaitEnding() -> Ending {
    process.waitForEnd()
    return state.withLock { state in
      // Processes that the command has started might still run. The command keeps its ID until it is reaped, so the signal can't reach
      // another group.
      if state.stop != nil { process.signalGroup(.kill) }
      let ending = process.reap()
      state.isRunning = false
      return state.stop.map { .stopped($0) } ?? .ended(ending)
    }
  }
}

/// Measures the time during which this process runs, without the time during which it is stopped (Ctrl-Z).
///
/// The owner calls ``advance(to:)`` at short intervals. A much longer interval means that the process was stopped, so this type doesn't
/// need to catch signals.
///
/// With a plain clock, a laptop that sleeps, or Ctrl-Z during `--commit`, would use up the limit, and the command would be ended on the
/// return. A pause counts as two intervals at most, 0.4 s.
///
///     calls at    0.2 s   0.4 s   100 s   100.2 s
///     elapsed     0.2 s   0.4 s   0.8 s   1.0 s
struct RunningTime {
  /// The time between two calls of ``advance(to:)``.
  static let pause = Duration.milliseconds(200)

  private(set) var elapsed = Duration.zero
  private var last: ContinuousClock.Instant

  init(from start: ContinuousClock.Instant = .now) {
    last = start
  }

  /// Adds the time since the last call, but no more than two intervals: 0.2 s as they are, an hour of sleep as 0.4 s.
  mutating func advance(to now: ContinuousClock.Instant = .now) {
    elapsed += min(now - last, Self.pause * 2)
    last = now
  }
}
