import Foundation

/// The result of a program that was run to its end, without a terminal.
///
/// A child process gets only its three standard streams. With `Process` it would also inherit descriptors of parallel tests, which would
/// wait for a server that keeps running (tmux).
struct Run {
  /// The exit status; 0 if a signal ended the program.
  let status: Int32
  /// The signal that ended the program; `nil` if it exited.
  let signal: Int32?
  let output: String
  let errors: String

  /// Runs a program without a terminal.
  init(_ program: String, _ arguments: [String], in folder: String = "/") throws {
    let output = try Capture()
    let errors = try Capture()
    let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(input) }

    #if os(Linux)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in [input, output.descriptor, errors.descriptor].enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
    }

    // Threads of tests block signals, which a child would inherit: tmux couldn't be ended.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

    let shell = "/bin/sh"
    let words = ([shell, "-c", #"cd "$0" && exec "$@""#, folder, program] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    var process = pid_t()
    let failure = posix_spawn(&process, shell, &actions, &attributes, words + [nil], environ)
    guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EINVAL) }
    var state: Int32 = 0
    while waitpid(process, &state, 0) < 0 && errno == EINTR {}

    signal = state & 0x7F == 0 ? nil : state & 0x7F
    status = signal == nil ? state >> 8 & 0xFF : 0
    self.output = try output.text()
    self.errors = try errors.text()
  }
}

/// An unnamed file for a program's output. A pipe would have to be read while the program runs, and its end waited for.
private final class Capture {
  let descriptor: Int32

  init() throws {
    let path = "\(NSTemporaryDirectory())settings-output-\(UUID().uuidString)"
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    unlink(path)
  }

  deinit { close(descriptor) }

  func text() throws -> String {
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    try handle.seek(toOffset: 0)
    return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
  }
}
