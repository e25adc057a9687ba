import Dispatch
import SettingsSystem
import Synchronization

/// A shell command in its own session, so that this process can end it and all processes that it has started.
///
/// It has no terminal, because the same command must also work unattended.
final class ChildProcess: Sendable {
  /// The result of the command.
  enum Ending: Hashable, Sendable {
    case exited(status: Int32)
    case killed(signal: Int32)
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
    let cause: SystemError

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
    do throws(SystemError) {
      process = try ProcessLaunch(
        shell: command, attachment: .ownSession(input: input, output: outputPath), variables: variables
      ).start()
    } catch {
      throw NotStarted(cause: error)
    }
  }

  /// Waits for the end and enforces a time limit. Call it once.
  ///
  /// While this process is stopped, the command continues, but that time isn't counted.
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

  /// Ends the command and every process that it started with SIGTERM and, one second later, with SIGKILL. Its exit status is no
  /// longer considered.
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

  private func awaitEnding() -> Ending {
    process.waitForEnd()
    return state.withLock { state in
      // Processes that the command has started may be left. The command keeps its ID until it is reaped, so the signal can't reach
      // another group.
      if state.stop != nil { process.signalGroup(.kill) }
      let ending = process.reap()
      state.isRunning = false
      if let stop = state.stop { return .stopped(stop) }
      return switch ending {
      case .exited(let status): .exited(status: status)
      case .killed(let signal): .killed(signal: signal)
      }
    }
  }
}
