import CSystem
import Settings
import SettingsTUI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The process in the background that brings the old content back when nobody confirms in time.
///
/// It is this program again, as the command `__watch`. Should it be killed, the next command on the file does its job.
/// It is started by taking part in the apply, before any command: so the time runs out whatever becomes of those.
struct Watcher: SettingsParticipant {
  /// How long after the time is over the next command leaves it to the watcher, which runs the commands of the apply, to
  /// bring the old content back.
  static let headStart = Duration.seconds(5)

  let name = "the watcher"
  private let file: String
  private let options: [String]

  /// - Parameter arguments: those of the apply; the watcher gets the form and the participants of the same.
  init(file: String, _ arguments: Arguments) {
    self.file = file
    options = WatchCommand.options.flatMap { option in
      arguments[option].map { [option.rawValue, $0] } ?? []
    }
  }

  func commit(_ review: Review) async throws {
    if let pending = review.confirmation { start(pending) }
  }

  /// Starts the process, in a session of its own and without our files: whoever reads from us to the end must not wait
  /// for the watcher.
  private func start(_ pending: PendingConfirmation) {
    #if os(Linux)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      // Right even if the file has been replaced or removed since we were started.
      let program = "/proc/self/exe"
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      let program = CommandLine.arguments[0]
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in (STDERR_FILENO + 1)..<1_024 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    for descriptor in STDIN_FILENO...STDERR_FILENO {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in Interruption.signals { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(csystem_spawn_setsid) | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))

    let texts = ["settings-tui", WatchCommand.name] + options + ["--", file, pending.id.description]
    let words: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
    defer { for word in words { free(word) } }
    var id = pid_t()
    let error = posix_spawnp(&id, program, &actions, &attributes, words + [nil], csystem_environment())
    if error != 0 {
      Output.complain(
        "\(file): no watcher could be started (\(String(cString: strerror(error)))); the old settings come back "
          + "with the first command after the time is over.")
    }
  }

  /// What to do to keep the changes.
  func notice(of pending: PendingConfirmation) -> StyledText {
    let schema = options.first == Option.schema.rawValue ? options.prefix(2) : []
    // A person may paste the line into a shell.
    let words = (schema + (file.hasPrefix("-") ? ["--", file] : [file])).map(ShellWord.quoted).joined(
      separator: " ")
    return """
      The old settings come back in \(pending.secondsLeft) s, unless you keep the new ones:
        settings-tui confirm \(words) \(pending.id, .strong)
      """
  }
}
