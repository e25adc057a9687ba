import CSystem
import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
    let reason: String

    var description: String { "/bin/sh can't be started (\(reason))" }
  }

  private struct State {
    var isRunning = true
    var stop: Stop?
  }

  private let id: pid_t
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
    #if os(Linux)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
    if case .file(let path) = output {
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    }
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)

    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in Interruption.signals + [SIGPIPE] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes,
      Int16(csystem_spawn_setsid) | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))

    let words = Self.cStrings(["/bin/sh", "-c", command])
    let environment = Self.environment(with: variables)
    defer { for word in words + environment { free(word) } }
    var id = pid_t()
    let error = posix_spawn(&id, "/bin/sh", &actions, &attributes, words + [nil], environment + [nil])
    guard error == 0 else { throw NotStarted(reason: String(cString: strerror(error))) }
    self.id = id
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
      guard state.isRunning, state.stop == nil, !hasEnded else { return false }
      state.stop = reason
      kill(-id, SIGTERM)
      return true
    }
    guard isNew else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in
      guard let self else { return }
      state.withLock { state in
        if state.isRunning { kill(-id, SIGKILL) }
      }
    }
  }

  /// Whether the command has ended, although nobody has looked yet. To be asked while it is not buried.
  private var hasEnded: Bool {
    var information = siginfo_t()
    guard waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT | WNOHANG) == 0 else { return false }
    return information.si_signo == SIGCHLD
  }

  private func awaitEnding() -> Ending {
    // The dead process is looked at before it is buried: until then nobody else can have its number.
    var information = siginfo_t()
    while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    return state.withLock { state in
      if state.stop != nil { kill(-id, SIGKILL) }
      var status: Int32 = 0
      while waitpid(id, &status, 0) < 0, errno == EINTR {}
      state.isRunning = false
      if let stop = state.stop { return .stopped(stop) }
      let signal = status & 0x7F
      return signal == 0 ? .exited(status: status >> 8 & 0xFF) : .killed(signal: signal)
    }
  }

  private static func cStrings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { strdup($0) }
  }

  /// Our environment with some variables replaced. The others are passed on byte for byte: they may be no UTF-8.
  private static func environment(with variables: [String: String]) -> [UnsafeMutablePointer<CChar>?] {
    var words: [UnsafeMutablePointer<CChar>?] = []
    var next = csystem_environment()
    while let word = next?.pointee {
      let name = String(cString: word).prefix { $0 != "=" }
      if variables[String(name)] == nil { words.append(strdup(word)) }
      next = next?.advanced(by: 1)
    }
    return words + cStrings(variables.map { "\($0.key)=\($0.value)" })
  }
}
