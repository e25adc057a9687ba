import Foundation
import Synchronization

/// A process whose output arrives line by line.
///
/// Unlike a `Process` of Foundation, it inherits only its standard streams. A daemon would otherwise keep the pipes of parallel
/// tests open, and these would wait for their end as long as it runs.
final class ChildProcess: Sendable {
  /// Excludes that another process is started between the creation of a pipe and its mark.
  private static let starting = Mutex(())

  let id: pid_t
  /// The lines of the standard output and error streams; ends with the process.
  let lines: AsyncStream<String>
  /// The exit status; 128 and the number of the signal that ended the process, as in a shell.
  let statuses: AsyncStream<Int32>
  private let hasEnded = Mutex(false)

  /// Starts a process.
  ///
  /// - Parameter input: The path of the file for the standard input.
  init(
    _ program: String, _ arguments: [String], environment: [String: String], input: String = "/dev/null"
  ) throws {
    let (id, output) = try Self.starting.withLock { _ in
      try Self.spawn([program] + arguments, environment.map { "\($0.key)=\($0.value)" }, input)
    }
    self.id = id
    let (lines, collector) = AsyncStream.makeStream(of: String.self)
    let (statuses, end) = AsyncStream.makeStream(of: Int32.self)
    (self.lines, self.statuses) = (lines, statuses)
    // A thread may wait, a task may not.
    Thread.detachNewThread { [self] in
      Self.read(output) { collector.yield($0) }
      collector.finish()
      end.yield(wait())
      end.finish()
    }
  }

  /// Sends a signal, if the process is still running.
  func signal(_ number: Int32) {
    hasEnded.withLock { hasEnded in
      if !hasEnded { kill(id, number) }
    }
  }

  private func wait() -> Int32 {
    var information = siginfo_t()
    // The process keeps its ID until `waitpid`.
    while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
    return hasEnded.withLock { hasEnded in
      hasEnded = true
      var state: Int32 = 0
      while waitpid(id, &state, 0) < 0 && errno == EINTR {}
      return state & 0x7F == 0 ? state >> 8 & 0xFF : 128 + (state & 0x7F)
    }
  }

  private static func read(_ descriptor: Int32, line: (String) -> Void) {
    var rest: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Foundation.read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      rest += buffer[..<count]
      var parts = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      rest = Array(parts.removeLast())
      for part in parts { line(String(decoding: part, as: UTF8.self)) }
    }
    if !rest.isEmpty { line(String(decoding: rest, as: UTF8.self)) }
    close(descriptor)
  }

  /// Starts a process; returns its ID, and the end of the pipe to read its output from.
  private static func spawn(
    _ arguments: [String], _ environment: [String], _ input: String
  ) throws -> (pid_t, Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }

    #if os(Linux)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    for stream in Int32(1)...2 { posix_spawn_file_actions_adddup2(&actions, ends[1], stream) }
    // Threads of tests block signals, which a child would inherit.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

    let (words, variables) = (arguments.map { strdup($0) }, environment.map { strdup($0) })
    defer { for string in words + variables { free(string) } }
    var id = pid_t()
    let failure = posix_spawn(&id, arguments[0], &actions, &attributes, words + [nil], variables + [nil])
    guard failure == 0 else {
      close(ends[0])
      throw POSIXError(.init(rawValue: failure) ?? .EIO)
    }
    return (id, ends[0])
  }
}
