import CSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A program to start, with its arguments and environment.
///
/// The program starts without blocked signals and with the default handling of every signal, regardless of the signals that
/// this process blocks, ignores or catches.
package struct ProcessLaunch: Sendable {
  /// How the program is attached to the terminal and the open files of this process.
  package enum Attachment: Sendable {
    /// In the same session, with the same standard streams.
    case foreground
    /// In its own session, so that all processes that it starts can be signaled as one group.
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
  /// Variables that are added to the environment of this process, or that replace those with the same name.
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

  /// Starts the program.
  package func start() throws(SystemError) -> SpawnedProcess {
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
      // Both output streams share one open file, so that their lines stay in order.
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
    var id = pid_t()
    let code = posix_spawnp(&id, program, &actions, &attributes, words + [nil], environment + [nil])
    guard code == 0 else { throw SystemError(call: "posix_spawn", code: code, path: program) }
    return SpawnedProcess(id: id)
  }

  /// Closes the open files of this process, except the standard streams, in programs that it starts from now on.
  ///
  /// Libraries may open files without `O_CLOEXEC`. 1,024 is the usual limit of a process; higher descriptors are still inherited.
  private static func setCloseOnExec() {
    for descriptor in (STDERR_FILENO + 1)..<1_024 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  }

  /// The environment of this process with the additional variables. Other variables are passed on byte for byte, because they
  /// may not be UTF-8.
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
