import Foundation
import Testing

/// A program in a pseudo-terminal, with exact bytes in both directions.
///
/// For what ``Screen`` can't show, because tmux is a terminal of its own in between: which sequences the editor sends, bytes that arrive in
/// pieces, replies of a terminal, the modes before and after (``hasModesBack``), and a terminal that is closed.
///
///     let pty = try Pty(BuiltPrograms.settingsTUI, ["settings.json"], in: workspace.folder)
///     try pty.wait(for: "Network")
///     try pty.send("q")
///     try pty.waitForEnd()
final class Pty {
  private let master: Int32
  private let slave: Int32
  private let process: pid_t
  /// The program's output.
  private(set) var output: [UInt8] = []
  /// The program's exit status, once it has ended; 128 and the number of the signal that has ended it.
  private(set) var status: Int32?
  private let modesBefore: [UInt8]

  /// Starts a program in a folder, with only this environment.
  init(
    _ program: String, _ arguments: [String], in folder: String, columns: UInt16 = 100, rows: UInt16 = 30,
    environment: [String: String] = [:]
  ) throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    try #require(openpty(&master, &slave, nil, nil, &size) == 0)
    // Children inherit neither. The replica stays open to read the modes after the program has ended.
    for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    (self.master, self.slave) = (master, slave)
    var name = [CChar](repeating: 0, count: 256)
    try #require(ttyname_r(slave, &name, name.count) == 0)
    let path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    modesBefore = Self.modes(of: slave)

    #if os(Linux)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that a new session opens becomes its controlling terminal.
    posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
    for descriptor in Int32(1)...2 { posix_spawn_file_actions_adddup2(&actions, 0, descriptor) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    let newSession: Int32 = 0x80  // POSIX_SPAWN_SETSID, a macro
    posix_spawnattr_setflags(&attributes, Int16(Int32(POSIX_SPAWN_SETSIGMASK) | newSession))

    let words = (["/bin/sh", "-c", #"cd "$0" && exec "$@""#, folder, program] + arguments).map { strdup($0) }
    let defaults = ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"]
    let variables = defaults.merging(environment) { $1 }.map { strdup("\($0)=\($1)") }
    defer { for word in words + variables { free(word) } }
    var process = pid_t()
    let failure = posix_spawn(&process, "/bin/sh", &actions, &attributes, words + [nil], variables + [nil])
    try #require(failure == 0)
    self.process = process
  }

  deinit {
    if status == nil {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close(slave)
    close(master)
  }

  /// The program's output as text.
  var text: String { String(decoding: output, as: UTF8.self) }

  /// Whether the terminal has the same modes as before the program.
  var hasModesBack: Bool { Self.modes(of: slave) == modesBefore }

  /// Sends bytes at once.
  func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    try #require(write(master, bytes, bytes.count) == bytes.count)
  }

  /// Sends the program a signal.
  func signal(_ number: Int32) {
    kill(process, number)
  }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Reads until the new output satisfies a condition; fails with the output after a generous limit.
  func wait(
    _ comment: String, sourceLocation: SourceLocation = #_sourceLocation, until isExpected: (String) -> Bool
  ) throws {
    let start = output.count
    let deadline = ContinuousClock.now + .seconds(20)
    while !isExpected(String(decoding: output[start...], as: UTF8.self)) {
      guard ContinuousClock.now < deadline, read(for: 200) || !hasEnded() else {
        Issue.record(
          "the wait timed out for \(comment); new: \(String(decoding: output[start...], as: UTF8.self).debugDescription)",
          sourceLocation: sourceLocation)
        throw CancellationError()
      }
    }
  }

  /// Waits until the program has written a string.
  func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try wait("“\(text)”", sourceLocation: sourceLocation) { $0.contains(text) }
  }

  /// Reads until there was no output for some milliseconds; returns the number of bytes.
  @discardableResult
  func readUntilQuiet(_ milliseconds: Int32) -> Int {
    let start = output.count
    while read(for: milliseconds) {}
    return output.count - start
  }

  /// Waits until the program has ended.
  func waitForEnd(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while !hasEnded() {
      _ = read(for: 20)
      guard ContinuousClock.now < deadline else {
        Issue.record(
          "the program is still running: \(text.suffix(2000).debugDescription)",
          sourceLocation: sourceLocation)
        throw CancellationError()
      }
    }
    while read(for: 0) {}
  }

  /// Reads once within some milliseconds; returns `false` if there was no output.
  private func read(for milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, milliseconds) > 0, polled.revents & Int16(POLLIN) != 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = Foundation.read(master, &bytes, bytes.count)
    guard count > 0 else { return false }
    output += bytes[..<count]
    return true
  }

  private func hasEnded() -> Bool {
    guard status == nil else { return true }
    var state: Int32 = 0
    guard waitpid(process, &state, WNOHANG) == process else { return false }
    status = state & 0x7F == 0 ? state >> 8 & 0xFF : 128 + (state & 0x7F)
    return true
  }

  private static func modes(of descriptor: Int32) -> [UInt8] {
    var modes = termios()
    guard tcgetattr(descriptor, &modes) == 0 else { return [] }
    let flags = [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag].flatMap { flag in
      withUnsafeBytes(of: flag) { Array($0) }
    }
    return flags + withUnsafeBytes(of: modes.c_cc) { Array($0) }
  }
}
