import CTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs the person's own editor on a text.
///
/// The text is in a file that only its owner can read, in a folder of its own, which is removed afterwards with
/// whatever the program left there. The program is found as other programs find it: `VISUAL`, then `EDITOR`, then
/// `vi`; the shell takes its words apart.
enum ExternalEditor {
  /// What came of it.
  struct Result: Equatable {
    /// The text as the program left it; `nil` if it could not be read.
    var text: String?
    /// Why the program may not have done its job; `nil` if it did.
    var failure: String?
  }

  /// Runs the program to its end; the terminal has to be free for it.
  static func edit(_ text: String, named name: String) -> Result {
    let folder: PrivateFolder
    let path: String
    do throws(PrivateFolder.Failure) {
      // In memory if the system offers that.
      folder = try PrivateFolder(for: .text, preferably: EnvironmentVariables.value("XDG_RUNTIME_DIR"))
    } catch {
      return Result(
        failure: "The text can't be edited: \(error); set TMPDIR to a folder that can be written.")
    }
    defer { folder.remove() }
    do throws(PrivateFolder.Failure) {
      path = try folder.write(Array(text.utf8), as: name)
    } catch {
      return Result(failure: "The text can't be edited: \(error); make room there.")
    }
    let failure = run(command, on: path)
    guard let bytes = read(path) else {
      return Result(failure: failure ?? "“\(command)” left no file behind.")
    }
    guard let edited = String(validating: bytes, as: UTF8.self) else {
      return Result(failure: "“\(command)” left a file that is not UTF-8; save it in that encoding.")
    }
    return Result(text: edited, failure: failure)
  }

  /// The person's editor.
  static var command: String {
    for name in ["VISUAL", "EDITOR"] {
      if let command = EnvironmentVariables.value(name), !command.allSatisfy(\.isWhitespace) {
        return command
      }
    }
    return "vi"
  }

  /// Why the program did not do its job; `nil` if it did.
  private static func run(_ command: String, on path: String) -> String? {
    let arguments: [String] = ["/bin/sh", "-c", "\(command) \"$@\"", command, path]
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // What this process ignores or blocks is no business of the program.
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var process = pid_t()
    guard posix_spawn(&process, "/bin/sh", nil, &attributes, words, environ) == 0 else {
      return "There is no shell to run “\(command)” with."
    }
    cterminal_pass_endings_to(process)
    // Its number is its own until it is waited for, so nobody else can get its signals.
    var end = siginfo_t()
    while waitid(P_PID, id_t(process), &end, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
    cterminal_pass_endings_to(0)
    var state: Int32 = 0
    while waitpid(process, &state, 0) < 0 && errno == EINTR {}
    let signal = state & 0x7F
    let status = state >> 8 & 0xFF
    if signal != 0 { return "“\(command)” was ended by signal \(signal)." }
    if status == 127 { return "“\(command)” was not found; set VISUAL or EDITOR to your editor." }
    return status == 0 ? nil : "“\(command)” ended with status \(status)."
  }

  private static func read(_ path: String) -> [UInt8]? {
    Platform.contents(of: path, atMost: mostBytes)
  }

  private static let mostBytes = 64 << 20
}
