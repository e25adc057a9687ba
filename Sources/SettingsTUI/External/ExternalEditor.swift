import SettingsSystem

/// Runs the person's own editor on a file with some text.
///
/// Only its owner can read the file. It is in a private folder, which is removed afterwards with everything that the program
/// left there. The program is `VISUAL`, otherwise `EDITOR`, otherwise `vi`, as usual. The shell splits the variable into words.
package enum ExternalEditor {
  /// The text and the outcome of the program.
  struct Result: Equatable {
    /// The text that the program left; `nil` if it couldn't be read.
    var text: String?
    /// Why the program may have failed; `nil` if it succeeded.
    var failure: String?
  }

  /// Runs the program and waits until it ends. Lend the terminal to the program first.
  static func edit(_ text: String, named name: String) -> Result {
    let folder: PrivateFolder
    let path: String
    do throws(PrivateFolder.Failure) {
      // Keep the folder in memory if the system allows it.
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
    let failure = run(command, on: [path])
    guard let bytes = read(path) else {
      return Result(failure: failure ?? "“\(command)” left no file behind.")
    }
    guard let edited = String(validating: bytes, as: UTF8.self) else {
      return Result(failure: "“\(command)” left a file that is not UTF-8; save it in that encoding.")
    }
    return Result(text: edited, failure: failure)
  }

  /// Runs the program on a file itself, at a line if the program has the usual option for that, and waits until it ends.
  ///
  /// Returns why the program failed; `nil` if it succeeded.
  package static func open(_ path: String, atLine line: Int) -> String? {
    let program = command.split(whereSeparator: \.isWhitespace).first?.split(separator: "/").last.map(
      String.init)
    let knowsLines = program.map(programsWithLines.contains) ?? false
    return run(command, on: (knowsLines ? ["+\(line)"] : []) + [path.hasPrefix("-") ? "./" + path : path])
  }

  /// The programs that begin at the line `N` with the argument `+N`.
  private static let programsWithLines: Set = [
    "vi", "vim", "nvim", "view", "nano", "pico", "emacs", "emacsclient", "mg", "micro", "joe", "jed", "ne",
    "kak",
    "ee", "gedit", "kate",
  ]

  /// The person's editor.
  static var command: String {
    for name in ["VISUAL", "EDITOR"] {
      if let command = EnvironmentVariables.value(name), !command.allSatisfy(\.isWhitespace) {
        return command
      }
    }
    return "vi"
  }

  /// Returns why the program failed; `nil` if it succeeded.
  private static func run(_ command: String, on words: [String]) -> String? {
    let process: SpawnedProcess
    do throws(SystemError) {
      process = try ProcessLaunch(
        shell: "\(command) \"$@\"", parameters: [command] + words, attachment: .foreground
      ).start()
    } catch {
      return "There is no shell to run “\(command)” with."
    }
    process.waitForEndPassingSignals()
    switch process.reap() {
    case .killed(let signal): return "“\(command)” was ended by signal \(signal)."
    case .exited(status: 127): return "“\(command)” was not found; set VISUAL or EDITOR to your editor."
    case .exited(status: 0): return nil
    case .exited(let status): return "“\(command)” ended with status \(status)."
    }
  }

  private static func read(_ path: String) -> [UInt8]? {
    // Any error means the same: there is no text to read.
    try? POSIXFileSystem().readFile(FileLocation(path), atMost: mostBytes)
  }

  private static let mostBytes = 64 << 20
}
