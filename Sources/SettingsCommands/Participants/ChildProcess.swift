import Dispatch
import SettingsSystem
import Synchronization

/// A shell command that runs in a session of its own, so that it can be ended with all that it has started.
///
/// It has no terminal, because the same command must also work when nobody sits there.
final class ChildProcess: Sendable {
  /// How the command ended.
  enum Ending: Hashable, Sendable {
    case exited(status: Int32)
    case killed(signal: Int32)
    case stopped(Stop)
  }

  /// Why we ended it ourselves.
  enum Stop: Hashable, Sendable {
    case timeLimit
    case interrupted
  }

  /// Where what the command prints goes, on either of its streams.
  enum Output {
    /// To our standard error.
    case shown
    /// To the end of a new file.
    case file(String)
  }

  /// The shell itself could not be started.
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
  ///   - input: the path of the file that the command reads on its standard input. It is no pipe, so that a command
  ///     which does not read it is nobody's problem.
  ///   - variables: what the environment has besides ours.
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

  /// Waits for the end, at most so long. To be called once.
  ///
  /// The command runs on while this process is stopped, and that time does not count: what it has done meanwhile is
  /// looked at when this process goes on.
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
      stop(.timeLimit)
    }
  }

  /// Ends the command and all that it has started: asks, and a second later insists. What it still says counts no more.
  func stop(_ reason: Stop) {
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
      // The process keeps its ID until it is reaped, so the signal can't reach another process.
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
