import Settings
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

/// The options of all commands.
///
/// An option means the same in each command that has it, and is described once. A command lists what it accepts in ``Command/options``; the
/// help, the completion and the check of the arguments read that list.
enum Option: String, ProgramOption {
  case schema = "--schema"
  case layer = "--layer"
  case context = "--context"
  case json = "--json"
  case detailedExitCode = "--detailed-exitcode"
  case strict = "--strict"
  case changed = "--changed"
  case all = "--all"
  case yes = "--yes"
  case dryRun = "--dry-run"
  case keys = "--keys"
  case origin = "--origin"
  case why = "--why"
  case new = "--new"
  case showSecrets = "--show-secrets"
  case plain = "--plain"
  case plan = "--plan"
  case message = "--message"
  case comment = "--comment"
  case once = "--once"
  case confirmWithin = "--confirm-within"
  case noHistory = "--no-history"
  case noInPlace = "--no-in-place"
  case prepare = "--prepare"
  case commit = "--commit"
  case timeLimit = "--time-limit"
  case verbose = "--verbose"
  case install = "--install"
  case to = "--to"
  case revision = "--revision"
  case before = "--before"
  case noWatch = "--no-watch"

  var valueName: String? {
    switch self {
    case .schema: "FORM"
    case .layer: "FILE"
    case .context: "KEY=VALUE"
    case .prepare, .commit: "CMD"
    case .plan: "OUT"
    case .message, .comment: "TEXT"
    case .confirmWithin, .timeLimit: "SECONDS"
    case .install: "FOLDER-OR-ARCHIVE"
    case .to: "FOLDER"
    case .revision: "REVISION"
    case .before: "TIME"
    case .json, .detailedExitCode, .strict, .changed, .all, .origin, .yes, .dryRun, .noHistory, .noInPlace,
      .keys,
      .why, .new, .showSecrets, .plain, .once, .verbose, .noWatch:
      nil
    }
  }

  var isRepeatable: Bool { [.layer, .context, .revision].contains(self) }

  var help: String {
    switch self {
    case .schema: "the form: a file, - or an address (default: see \"help schemas\")"
    case .layer:
      "a file or an address whose values are defaults below those of the settings file; several, the lowest first"
    case .context:
      "a value that rules read and that only the app knows, as JSON or text; can be given several times"
    case .strict: "exit with 1 for warnings, too, such as unknown keys"
    case .json: "print JSON for scripts; secrets are masked"
    case .noWatch: "copy once, and end"
    case .detailedExitCode: "exit with 2 if something changes, and with 0 only if nothing does"
    case .changed: "list only settings that are set"
    case .all: "list settings that aren't set, too"
    case .origin: "say where each value comes from: file and line, variable, rule or default"
    case .yes: "apply without asking"
    case .dryRun: "print the review and change nothing"
    case .plain: "ask line by line, for screen readers and simple terminals"
    case .keys: "print the editor's keys in the format of keys.json and exit"
    case .why: "explain where the value comes from, which rules affect it and what depends on it"
    case .new: "write a key that the form doesn't describe, even if it resembles one that it describes"
    case .showSecrets: "print secrets instead of masks"
    case .plan: "save the changes as a plan for \"apply\" and change nothing; - prints the plan"
    case .message: "the message for the log"
    case .comment: "write a comment above the key, in place of the one that is there"
    case .once: "append to a list, as with tags.-=x, only what it doesn't contain"
    case .confirmWithin: "roll the changes back after this time unless they are confirmed"
    case .noHistory: "keep no record of the apply; it can't be rolled back"
    case .noInPlace: "refuse a file that can't be replaced in one step, instead of writing it in place"
    case .prepare: "a shell command that checks the new content; if it fails, nothing is applied"
    case .commit:
      "a shell command to run after the file is written; if it fails, the old content is restored and it runs again"
    case .verbose: "report what can't be used of the form, too"
    case .timeLimit: "the time limit for each CMD (default: 30 s)"
    case .install: "install a catalog from a copy of SchemaStore"
    case .to: "the folder of the installed catalog"
    case .revision:
      "a version, by its number in the log or the first digits of its revision; can be given several times"
    case .before: "the versions from before a day or a time, such as 2026-11-28 or \"2026-11-28 09:30:00\""
    }
  }
}

/// What a command takes at one place of its line, or from there to the end.
///
/// Usage, the check of the number of words, and the completion follow from a command's list of these:
///
///     [.file, .several("PATH", .path)]     FILE PATH…     two words or more; after the file, paths are completed
struct Operand {
  /// What the words name. Only the completion needs it: a command reads its words itself.
  enum Kind {
    case file
    case path
    case section
    case assignment
    case version
    case confirmation
    /// A word that can't be completed, such as a new name.
    case word
  }

  /// How many words it takes.
  enum Count {
    case one
    case optional
    /// One or more.
    case several
    /// None or more.
    case any
  }

  let name: String
  let kind: Kind
  let count: Count

  static let file = one("FILE", .file)
  static let path = one("PATH", .path)

  static func one(_ name: String, _ kind: Kind) -> Operand { Operand(name: name, kind: kind, count: .one) }
  static func optional(_ name: String, _ kind: Kind) -> Operand {
    Operand(name: name, kind: kind, count: .optional)
  }
  static func several(_ name: String, _ kind: Kind) -> Operand {
    Operand(name: name, kind: kind, count: .several)
  }
  static func any(_ name: String, _ kind: Kind) -> Operand { Operand(name: name, kind: kind, count: .any) }
}

extension [Operand] {
  /// The operands as the help writes them: `FILE [PATH]`.
  var usage: String {
    map { operand in
      switch operand.count {
      case .one: operand.name
      case .optional: "[\(operand.name)]"
      case .several: "\(operand.name)…"
      case .any: "[\(operand.name)…]"
      }
    }.joined(separator: " ")
  }

  /// Whether a command line can have a number of operands.
  func accept(count: Int) -> Bool {
    count >= self.count { [.one, .several].contains($0.count) } && (isOpen || count <= self.count)
  }

  /// Returns the operand that a word belongs to; `nil` if there are fewer. The last operand takes all further words if it takes several.
  subscript(ofWord index: Int) -> Operand? {
    index < count ? self[index] : isOpen ? last : nil
  }

  /// Whether the last operand takes any number of words.
  private var isOpen: Bool { last?.count == .several || last?.count == .any }
}

/// One of the program's commands.
///
/// A command is a type without values: ``CommandList`` has all of them, ``SettingsTUICommand`` selects one by its name, checks the number
/// of operands and the options, and runs it. The steps of a command that changes settings are always the same:
///
/// 1. Parse the operands, and create the ``ApplyWorkflow``. What can be told from the words alone fails here.
/// 2. Open the file with its form (``SettingsFile``).
/// 3. Stage the changes in a draft.
/// 4. Let the workflow review, ask, apply and report.
///
/// A command returns if it has done what was asked, and throws a ``Failure`` otherwise; it never ends the process.
protocol Command: SendableMetatype {
  static var name: String { get }
  static var operands: [Operand] { get }
  /// A description: one line for the list of commands, then details. A test checks that the manual page has every command and option, too.
  static var summary: String { get }
  static var options: [Option] { get }
  /// Whether the settings can be in a stream instead of a file.
  static var input: CommandInput { get }
  /// The environment variables with paths of files or programs for it. If one of them isn't UTF-8, the command isn't run, since it would
  /// use another path.
  static var pathVariables: [String] { get }

  /// Throws a usage failure for arguments that would both need the standard input, before it is read.
  ///
  /// Without it, one of the two would silently be empty.
  static func check(_ arguments: Arguments) throws(Failure)

  /// Runs the command; throws a usage failure for invalid arguments before it reads a file.
  ///
  /// The numbers of operands and the names of options have been checked, and the standard input has been read if it is the settings.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure)
}

extension Command {
  static var input: CommandInput { .file }

  static func check(_ arguments: Arguments) throws(Failure) {}

  /// Participating commands get their files in a temporary folder.
  static var pathVariables: [String] { options.contains(.prepare) ? ["TMPDIR"] : [] }

  /// The first line of the summary.
  static var headline: String { String(summary.prefix { $0 != "\n" }) }

  static func help(_ layout: HelpLayout) -> String {
    [
      layout.text("usage: settings-tui \(name) [OPTION…] \(operands.usage)"),
      layout.text(summary.replacing("\n", with: "\n\n", maxReplacements: 1)),
      layout.options(options),
    ].joined(separator: "\n\n")
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
