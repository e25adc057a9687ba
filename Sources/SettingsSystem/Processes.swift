import CSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The process itself: what it was called by, and how it ends.
package enum CurrentProcess {
  package static var id: Int32 { getpid() }

  /// The path of the program that the process runs; `nil` if the system doesn't provide it.
  ///
  /// On Linux, it leads to the running program even if a shell has found it in `PATH`. Storage helpers are looked for beside it.
  package static var program: String? {
    #if os(Linux)
      let path = try? POSIXFileSystem().readLink(atPath: Array("/proc/self/exe".utf8))
      return path.map { String(decoding: $0, as: UTF8.self) }
    #else
      CommandLine.arguments.first.flatMap { $0.contains("/") ? $0 : nil }
    #endif
  }

  /// The name that the process was called by, without its folder. It can be that of a link.
  package static var name: String {
    FileLocation(String(decoding: arguments.first ?? [], as: UTF8.self)).name
  }

  /// The bytes of each argument, the program's name first. A file name needn't be UTF-8, so arguments are decoded where their meaning is
  /// known.
  package static var arguments: [[UInt8]] {
    var arguments: [[UInt8]] = []
    while let word = csystem_argument(Int32(arguments.count)) { arguments.append(bytes(of: word)) }
    // Swift reads the arguments from /proc and ends the process if it can't: without /proc, or without a descriptor to open it.
    return arguments.isEmpty
      ? (0..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0].map { bytes(of: $0) } }
      : arguments
  }

  private static func bytes(of word: UnsafePointer<CChar>) -> [UInt8] {
    var length = 0
    while word[length] != 0 { length += 1 }
    return UnsafeBufferPointer(start: word, count: length).map(UInt8.init(bitPattern:))
  }

  package static func exit(_ status: ExitStatus) -> Never { systemExit(status.rawValue) }

  /// Ends the process by a signal, as if the signal had never been caught.
  ///
  /// A shell or a service manager then sees the signal as the reason for the end.
  package static func end(by signal: Signal) -> Never {
    resetSignal(signal.rawValue)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, signal.rawValue)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(signal.rawValue)
    // Only reached for a signal whose default action doesn't end a process.
    systemExit(128 + signal.rawValue)
  }
}

private func resetSignal(_ number: Int32) { _ = signal(number, SIG_DFL) }

/// The user and the login session of the process.
package enum Login {
  /// The user's login name, or `user ID` if the user ID has no name. It is looked up only once.
  package static let name = name(of: geteuid()) ?? "user \(geteuid())"

  /// The user's login name and the name of the machine, `ann@web-3`, for records that many machines share.
  package static let nameOnMachine: String = {
    var buffer = [CChar](repeating: 0, count: 256)
    // The last byte stays zero: a longer name is cut, and need not be terminated.
    guard gethostname(&buffer, buffer.count - 1) == 0, buffer[0] != 0 else { return name }
    return "\(name)@\(buffer.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" })"
  }()

  /// Returns the login name of a user; `nil` if the user ID has no name.
  package static func name(of user: UInt32) -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 1 << 14)
    guard getpwuid_r(user, &entry, &buffer, buffer.count, &found) == 0, found != nil,
      let name = entry.pw_name
    else { return nil }
    return String(cString: name)
  }

  /// The login session, which is the same for all processes of one terminal until the machine restarts: `4711@7c0e…`.
  ///
  /// A pending confirmation has it: `confirm` without an ID takes the apply of this terminal, not that of another person.
  package static let session = "\(getsid(0))@\(Boot.identity ?? "")"
}

/// The exit status of a program, numbered as in `sysexits.h`. A script or a service manager decides by it whether to try again.
package enum ExitStatus: Int32, Sendable {
  case done = 0
  /// The input is invalid, or the changes are vetoed, in conflict or stale.
  case refused = 1
  /// Something changes: only with `--detailed-exitcode`.
  case changed = 2
  case usage = 64
  /// The document or the form is malformed.
  case dataError = 65
  case noInput = 66
  /// There is no terminal.
  case unavailable = 69
  case cannotCreate = 73
  case ioError = 74
  /// Something is locked or unreachable; try again.
  case temporaryFailure = 75
}

/// What a program prints at its end, and its exit status. There can be errors, such as warnings, although it has succeeded.
package struct ProgramResult: Sendable {
  package var exitStatus: ExitStatus
  /// The text for the standard output.
  package var output: String
  /// The text for the standard error.
  package var errors: String

  package init(exitStatus: ExitStatus, output: String = "", errors: String = "") {
    (self.exitStatus, self.output, self.errors) = (exitStatus, output, errors)
  }

  /// Prints the output and the errors, and ends the process. A failure to write the output, for example to a full disk, is status 74: whoever
  /// reads a document from the standard output must learn that it isn't complete.
  package func exit() -> Never {
    ByteStream.standardError.show(errors)
    do throws(SystemCallError) {
      try ByteStream.standardOutput.write(Array(output.utf8))
    } catch {
      ByteStream.standardError.show("\(CurrentProcess.name): error: cannot write to the standard output\n")
      CurrentProcess.exit(.ioError)
    }
    CurrentProcess.exit(exitStatus)
  }
}

/// What the Swift runtime needs from the system. Without it, the runtime ends the process by a signal, or waits for ever.
package enum ProcessNeeds {
  /// The number of files that the runtime and a command open at the same time, at most. Four times as many are asked for.
  private static let openFiles: Int32 = 32
  /// The memory of a command without the stacks of its threads. It is the address space that `ulimit -v` limits, most of it shared libraries.
  private static let memory = 160 << 20

  /// Gets what the process is allowed to get; returns a sentence about what is missing, or `nil`. Call it before there is a thread.
  ///
  /// With `ulimit -n 8`, it raises the limit of open files if the hard limit allows that, and otherwise returns `This process may open only
  /// 8 files at a time; …`.
  package static func prepare() -> String? {
    let count = csystem_allow_open_files(4 * openFiles)
    guard count >= openFiles else {
      return
        "This process may open only \(count) files at a time; allow at least \(openFiles): ulimit -n \(openFiles)."
    }
    // Dispatch sleeps, and tries again, as long as it can't create a thread. It creates one for each processor, and some for its own work.
    let needed = csystem_missing_memory(memory, Int32(sysconf(Int32(_SC_NPROCESSORS_ONLN))) + 4)
    guard needed == 0 else {
      return
        "This process may not use enough memory; allow at least \(needed >> 20) MB: ulimit -v \(needed >> 10)."
    }
    #if os(Linux)
      guard access("/proc/self/task", F_OK) == 0 else {
        return "The system's information about processes isn't there; mount it: mount -t proc proc /proc."
      }
    #endif
    return nil
  }
}

/// A program to start, with its arguments and environment.
///
/// The program starts without blocked signals and with the default handling of every signal, regardless of the signals that this process
/// blocks, ignores or catches.
///
///     attachment    session   standard streams                      used for
///     foreground    same      the same                              $EDITOR, tar
///     ownSession    own       a file to read, a file to append to   commands that take part in an apply
///     background    own       none                                  the process that waits for a confirmation
///     service       own       a socket to this process              storage helpers
///
/// `posix_spawn` is used, not `fork`: in a process with threads, only calls that are safe in signal handlers may follow a fork, and Swift's
/// runtime makes others.
package struct ProcessLaunch: Sendable {
  /// How the program is attached to the terminal and the open files of this process.
  package enum Attachment: Sendable {
    /// In the same session, with the same standard streams.
    case foreground
    /// In its own session: all processes that it starts can be signaled as one group.
    ///
    /// - Parameters:
    ///   - input: The path of the file that it reads on its standard input.
    ///   - output: The path of a file that both output streams append to; `nil` for the standard error of this process.
    case ownSession(input: String, output: String?)
    /// In its own session, without the standard streams and the open files of this process.
    case background
    /// In its own session, with a stream as its standard input and output, and without the other open files of this process.
    ///
    /// - Parameter showsErrors: Whether it has the standard error of this process.
    case service(ByteStream, showsErrors: Bool)
  }

  /// A path, or a name that is searched for in `PATH`.
  package var program: String
  /// All arguments, starting with the name of the program.
  package var arguments: [String]
  package var attachment: Attachment
  /// Variables that are added to the environment of this process, or that replace variables of the same name.
  package var variables: [String: String] = [:]

  package init(
    program: String, arguments: [String], attachment: Attachment, variables: [String: String] = [:]
  ) {
    self.program = program
    self.arguments = arguments
    self.attachment = attachment
    self.variables = variables
  }

  /// Runs `/bin/sh -c COMMAND`.
  package init(
    shell command: String, parameters: [String] = [], attachment: Attachment,
    variables: [String: String] = [:]
  ) {
    self.init(
      program: "/bin/sh", arguments: ["/bin/sh", "-c", command] + parameters, attachment: attachment,
      variables: variables)
  }

  /// Starts the program, and returns at once. Throws an error if the program doesn't exist or can't be executed. The caller has to
  /// ``SpawnedProcess/reap()`` the process, or leaves that to the system by ending before it does.
  ///
  /// If this process ignores SIGCHLD, as it does if the program that has started it did, the signal gets its default action.
  package func start() throws(SystemCallError) -> SpawnedProcess {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    switch attachment {
    case .foreground: break
    case .ownSession(let input, let output):
      // Both output streams share one open file, which keeps their lines in order.
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
      if let output {
        posix_spawn_file_actions_addopen(
          &actions, STDERR_FILENO, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
      }
      posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
    case .service(let stream, let showsErrors):
      Self.setCloseOnExec()
      posix_spawn_file_actions_adddup2(&actions, stream.descriptor, STDIN_FILENO)
      posix_spawn_file_actions_adddup2(&actions, stream.descriptor, STDOUT_FILENO)
      if !showsErrors { posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) }
    case .background:
      Self.setCloseOnExec()
      for descriptor in STDIN_FILENO...STDERR_FILENO {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
      }
    }

    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // An empty mask unblocks every signal; a full set of defaults undoes `SIG_IGN`, which a program would otherwise inherit.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
    if case .foreground = attachment {} else { flags |= Int16(csystem_spawn_setsid) }
    posix_spawnattr_setflags(&attributes, flags)

    let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    let environment = self.environment
    defer { for word in words + environment { free(word) } }
    csystem_keep_children()
    var id = pid_t()
    let code = posix_spawnp(&id, program, &actions, &attributes, words + [nil], environment + [nil])
    guard code == 0 else { throw SystemCallError(call: "posix_spawn", code: code, path: program) }
    return SpawnedProcess(id: id)
  }

  /// Closes the open files of this process, except the standard streams, in programs that it starts from now on.
  ///
  /// Libraries may open files without `O_CLOEXEC`. 1,024 is the usual limit of a process; higher descriptors are still inherited.
  private static func setCloseOnExec() {
    for descriptor in (STDERR_FILENO + 1)..<1_024 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  }

  /// The environment of this process with the additional variables. Other variables are passed on byte for byte, because they needn't be
  /// UTF-8.
  private var environment: [UnsafeMutablePointer<CChar>?] {
    var words: [UnsafeMutablePointer<CChar>?] = []
    var next = csystem_environment()
    while let word = next?.pointee {
      let name = String(cString: word).prefix { $0 != "=" }
      if variables[String(name)] == nil { words.append(strdup(word)) }
      next = next?.advanced(by: 1)
    }
    return words + variables.map { strdup("\($0.key)=\($0.value)") }
  }
}

/// A child process.
///
/// A process that has ended keeps its ID until someone waits for it (POSIX calls it a zombie). Only after that can the system give the same
/// ID to another process. So there are two steps: `waitForEnd()` leaves the ID reserved, so that signals to the group still reach the right
/// processes, and ``reap()`` releases it.
///
/// Another part of the process can be faster, such as a handler of SIGCHLD that waits for every child. How the process ended is unknown then,
/// and its ID may belong to another process, so no signal is sent to it.
package struct SpawnedProcess: Hashable, Sendable {
  /// How a process ended.
  package enum Ending: Hashable, Sendable {
    case exited(status: Int32)
    case killed(signal: Int32)
    /// It has ended, but something else has waited for it. It is never a success.
    case unknown
  }

  package let id: Int32

  /// Whether the process has ended. Use it only before ``reap()``.
  package var hasEnded: Bool {
    // With WNOHANG, the call also succeeds while the process runs, and then leaves the structure zero.
    look(WNOHANG).map { $0.si_signo == SIGCHLD } ?? true
  }

  /// Looks at the process, which keeps its ID; returns `nil` if it isn't a child of this process anymore.
  private func look(_ option: Int32) -> siginfo_t? {
    var information = siginfo_t()
    let result = try? check("waitid") { waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT | option) }
    return result == nil ? nil : information
  }

  /// Waits for the end of the process. The process keeps its ID until ``reap()``.
  package func waitForEnd() { _ = look(0) }

  /// Waits for the end of the process. A SIGTERM or SIGHUP that this process catches is also sent to the child.
  package func waitForEndPassingSignals() {
    csystem_forward_termination_to(id)
    waitForEnd()
    csystem_forward_termination_to(0)
  }

  /// Waits for the end of the process, and releases its ID.
  package func reap() -> Ending {
    var status: Int32 = 0
    guard (try? check("waitpid") { waitpid(id, &status, 0) }) != nil else { return .unknown }
    let signal = status & 0x7F
    return signal == 0 ? .exited(status: status >> 8 & 0xFF) : .killed(signal: signal)
  }

  /// Sends a signal to all processes of the session that the process leads. Call it only before ``reap()``.
  package func signalGroup(_ signal: Signal) {
    if look(WNOHANG) != nil { kill(-id, signal.rawValue) }
  }
}
