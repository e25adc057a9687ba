import SettingsEditing
import SettingsForm
import SettingsSystem

/// A command's parsed words.
///
/// Everything here is about words. The commands find out which file an operand names, and what a path leads to. A mistake that the words
/// alone show is a usage failure (64), before any file is read.
struct Arguments {
  /// The words that are no options and no values of options, in order. The first one is the file.
  private(set) var operands: [String]
  private let line: ProgramLine<Option>
  /// The settings in a stream, which a filter reads and changes instead of a file; `nil` for a file.
  ///
  /// It is the storage of the store, so an apply writes into it, and the command prints what it has then.
  private(set) var filtered: MemoryStorage?

  /// Parses words with the options that a command accepts. Throws a usage failure for a mistake in them.
  init(_ words: some Sequence<String>, accepting accepted: [Option]) throws(Failure) {
    line = ProgramLine(words, accepting: accepted)
    operands = line.operands
    if let fault = line.fault { throw .usage(StyledText(fault)) }
  }

  /// The path in the second operand, after the file; the root without a second operand. Throws a usage failure for text that is no path.
  var path: SettingPath {
    get throws(Failure) { operands.count > 1 ? try SettingPath(operand: operands[1]) : .root }
  }

  /// Returns the arguments with one more operand: the file that was chosen from a list, as if it had been typed behind the others.
  func adding(operand: String) -> Arguments {
    var arguments = self
    arguments.operands.append(operand)
    return arguments
  }

  /// Returns the arguments with one of the operands alone.
  func keeping(operand index: Int) -> Arguments {
    var arguments = self
    arguments.operands = [operands[index]]
    if index > 0 { arguments.filtered = nil }
    return arguments
  }

  /// The first operand that means the standard input, from which a filter reads the settings. A file of that name is written `./-`.
  static let standardInput = "-"

  /// Reads the settings from a stream, if the first operand is one: `-`, or for a command that only reads, `/dev/stdin` or `<(COMMAND)` of a
  /// shell.
  ///
  /// Throws a usage failure if the command needs a file, or if the form would be read from the same stream.
  mutating func readStream(for command: any Command.Type, _ console: Console) throws(Failure) {
    let isInput = operands.first == Self.standardInput
    guard filtered == nil, let file = operands.first, isInput || command.input == .reads && Self.isPipe(file)
    else { return }
    guard command.input != .file else { throw .usage("\(command.name) needs a file; name it instead of -.") }
    if isInput, hasFormInStream {
      throw .usage(
        "The standard input is the settings, so it can't be the form, too; name the form's file with --schema."
      )
    }
    filtered =
      isInput
      ? MemoryStorage(bytes: try console.readInput("The standard input"), name: "standard input")
      : MemoryStorage(
        bytes: try Console.read(file, ifAbsent: "name a settings file", mayBeStream: true), name: file)
  }

  /// Whether a path names a pipe that this process has inherited. Its other end exists, so reading doesn't wait for a program that may never
  /// come, as it would for a FIFO in a folder.
  private static func isPipe(_ path: String) -> Bool {
    (path == "/dev/stdin" || ["/dev/fd/", "/proc/self/fd/"].contains { path.hasPrefix($0) })
      && (try? POSIXFileSystem().resolvedStatus(atPath: path))?.kind == .other
  }

  func has(_ option: Option) -> Bool { self[option] != nil }

  /// The value of an option, the first one if it can be given several times; `nil` if the option wasn't given.
  subscript(option: Option) -> String? { line[option] }

  /// The values of an option that can be given several times, in their order.
  func values(of option: Option) -> [String] { Array(line.values(of: option)) }

  /// The values that rules read in addition to the settings, by name: JSON, or else text.
  ///
  /// `--context cores=8` is the number 8, `--context host=db1` the string `db1`, `--context 'host="8"'` the string `8`.
  var context: [String: JSONValue] {
    get throws(Failure) {
      var context: [String: JSONValue] = [:]
      for text in line.values(of: .context) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
          String.init)
        guard parts.count == 2, !parts[0].isEmpty else {
          throw .usage("--context takes KEY=VALUE, not \"\(text)\".")
        }
        context[parts[0]] = (try? JSONValue(parsing: parts[1])) ?? .string(parts[1])
      }
      return context
    }
  }

  /// Returns the value of an option in seconds, from 1 to a year; `nil` if the option wasn't given.
  func seconds(_ option: Option) throws(Failure) -> Duration? {
    guard let text = self[option] else { return nil }
    guard let seconds = Int64(text), (1...Self.maxSeconds).contains(seconds) else {
      throw .usage("\(option.rawValue) takes whole seconds from 1 to \(Self.maxSeconds), not \"\(text)\".")
    }
    return .seconds(seconds)
  }

  /// One year.
  private static let maxSeconds: Int64 = 31_536_000
}

/// The arguments of the process, which can be any bytes.
///
/// On Linux, the name of a file is bytes. `CommandLine.arguments` would replace what isn't UTF-8, and the command would open, or create,
/// another file than the one that was named. So the bytes are looked at, and such a name is refused with its bytes: `caf\xE9.json`.
package enum ProcessArguments {
  /// The bytes of each argument after the program's name.
  ///
  /// The standard library repairs malformed UTF-8, and a repaired name would be the name of another file.
  package static var bytes: [[UInt8]] { Array(CurrentProcess.arguments.dropFirst()) }

  /// Decodes arguments. Throws a usage failure that shows the first argument that isn't UTF-8.
  static func words(_ arguments: [[UInt8]]) throws(Failure) -> [String] {
    var words: [String] = []
    for (index, bytes) in arguments.enumerated() {
      guard let word = String(validating: bytes, as: UTF8.self) else {
        throw .usage(
          "Argument \(index + 1), \(escaped(bytes)), is not valid UTF-8; names and values must be UTF-8.")
      }
      words.append(word)
    }
    return words
  }

  /// Returns the bytes as text, with `\xHH` for each byte that isn't ASCII, as `bash` reads it in `$'…'`.
  private static func escaped(_ bytes: [UInt8]) -> String {
    bytes.map { $0 < 0x80 ? String(Unicode.Scalar($0)) : "\\x" + String($0, radix: 16, uppercase: true) }
      .joined()
  }
}

/// Where a command can have its settings.
enum CommandInput {
  /// Only in a file, because the command is about its history, or waits for it to change.
  case file
  /// In a file or in a stream, which the command only reads: `get <(COMMAND)`.
  case reads
  /// In a file or in the standard input, which the command changes on the way to the standard output.
  ///
  /// `settings-tui set - port=80 < a.json > b.json` changes a document without a file: there is no history and no lock, and the review goes
  /// to the standard error.
  case filters
}
