import Settings
import SettingsForm
import SettingsSystem

/// A command's parsed words. Options can be at any position, and `--` ends them (POSIX, Utility Conventions).
///
/// A word that begins with `-` is an option, `-` alone is an operand (the standard input), and a value is in the same word
/// (`--schema=FILE`) or in the next. If the next word is itself an option, a value was probably forgotten, and that is reported instead of
/// a file named `--yes` being looked for.
struct Arguments {
  private(set) var operands: [String] = []
  private var options: [Option: [String]] = [:]
  /// The settings on the standard input, which a filter reads and changes instead of a file; `nil` for a file.
  private(set) var filtered: MemoryStorage?

  /// Parses words with the options that a command accepts.
  init(_ words: some Sequence<String>, accepting accepted: [Option]) throws(Failure) {
    var words = Array(words)[...]
    while let word = words.popFirst() {
      if word == "--" {
        operands += words
        return
      }
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let option = Option(rawValue: parts[0]), accepted.contains(option) else {
        throw Self.unknown(parts[0], accepted: accepted)
      }
      let value = try Self.value(of: option, parts.dropFirst().first, words: &words)
      guard options[option] == nil || value.isEmpty || option.isRepeatable else {
        throw .usage("\(option.rawValue) is given twice; give it once.")
      }
      options[option, default: []].append(value)
    }
  }

  /// Returns the value in the option's own word or in the next word; empty for an option without a value.
  private static func value(
    of option: Option, _ attached: String?, words: inout ArraySlice<String>
  ) throws(Failure) -> String {
    guard let name = option.valueName else {
      if let attached { throw .usage("\(option.rawValue) takes no value; leave out \"=\(attached)\".") }
      return ""
    }
    if attached == nil, let next = words.first, Option(rawValue: next) != nil {
      throw .usage("\(option.rawValue) needs a \(name) after it, and \(next) is an option.")
    }
    guard let value = attached ?? words.popFirst(), !value.isEmpty else {
      throw .usage("\(option.rawValue) needs a \(name) after it.")
    }
    return value
  }

  private static func unknown(_ name: String, accepted: [Option]) -> Failure {
    let nearest = EditDistance.nearest(to: name, among: accepted.map(\.rawValue) + ["--help", "--version"])
    return .usage("There is no option \(name) here\(Phrase.didYouMean(nearest, else: "see --help")).")
  }

  /// The path in the second operand, after the file; the root without a second operand.
  var path: SettingPath {
    get throws(Failure) { operands.count > 1 ? try SettingPath(operand: operands[1]) : .root }
  }

  /// Returns the arguments with one more operand.
  func adding(operand: String) -> Arguments {
    var arguments = self
    arguments.operands.append(operand)
    return arguments
  }

  /// The first operand that means the standard input, from which a filter reads the settings.
  static let standardInput = "-"

  /// Reads the settings from the standard input, if the first operand says so.
  mutating func readFiltered(for command: any Command.Type, _ console: Console) throws(Failure) {
    guard operands.first == Self.standardInput else { return }
    guard command.isFilter else { throw .usage("\(command.name) needs a file; name it instead of -.") }
    if hasFormInStream {
      throw .usage(
        "The standard input is the settings, so it can't be the form, too; name the form's file with --schema."
      )
    }
    let bytes = try console.readInput("The standard input", atMost: JSONLimits().size + 1)
    filtered = MemoryStorage(bytes: bytes, name: "standard input")
  }

  /// Whether an option was given.
  func has(_ option: Option) -> Bool {
    options[option] != nil
  }

  /// The value of an option; `nil` if the option wasn't given.
  subscript(option: Option) -> String? {
    options[option]?.first
  }

  /// The values that rules read in addition to the settings, by name: JSON, or else text.
  var context: [String: JSONValue] {
    get throws(Failure) {
      var context: [String: JSONValue] = [:]
      for text in options[.context] ?? [] {
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

  /// Returns the value of an option in seconds; `nil` if the option wasn't given.
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
package enum ProcessArguments {
  /// The bytes of each argument after the program's name.
  ///
  /// The standard library repairs malformed UTF-8, and a repaired name would be the name of another file.
  package static var bytes: [[UInt8]] { Array(CurrentProcess.arguments.dropFirst()) }

  /// Decodes arguments.
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

  /// Returns the bytes as text, with `\xHH` for each byte that isn't ASCII.
  private static func escaped(_ bytes: [UInt8]) -> String {
    bytes.map { $0 < 0x80 ? String(Unicode.Scalar($0)) : "\\x" + String($0, radix: 16, uppercase: true) }
      .joined()
  }
}

/// The options of all commands.
enum Option: String, CaseIterable {
  case schema = "--schema"
  case layer = "--layer"
  case context = "--context"
  case json = "--json"
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
  case confirmWithin = "--confirm-within"
  case noHistory = "--no-history"
  case prepare = "--prepare"
  case commit = "--commit"
  case timeLimit = "--time-limit"
  case verbose = "--verbose"
  case install = "--install"
  case to = "--to"

  /// The name of the option's value in the help; `nil` for an option without a value.
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
    case .json, .strict, .changed, .all, .origin, .yes, .dryRun, .noHistory, .keys, .why, .new, .showSecrets,
      .plain,
      .verbose:
      nil
    }
  }

  /// Whether the option can be given several times.
  var isRepeatable: Bool { self == .context }

  /// The option's line in the help.
  var help: String {
    switch self {
    case .schema: "the form: a file, - or an address (default: see \"help schemas\")"
    case .layer: "a file whose values are defaults below those of the settings file"
    case .context:
      "a value that rules read and that only the app knows, as JSON or text; can be given several times"
    case .strict: "exit with 1 for warnings, too, such as unknown keys"
    case .json: "print JSON for scripts; secrets are masked"
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
    case .confirmWithin: "roll the changes back after this time unless they are confirmed"
    case .noHistory: "keep no record of the apply; it can't be rolled back"
    case .prepare: "a shell command that checks the new content; if it fails, nothing is applied"
    case .commit:
      "a shell command to run after the file is written; if it fails, the old content is restored and it runs again"
    case .verbose: "report what can't be used of the form, too"
    case .timeLimit: "the time limit for each CMD (default: 30 s)"
    case .install: "install a catalog from a copy of SchemaStore"
    case .to: "the folder of the installed catalog"
    }
  }
}

/// One of the program's commands.
protocol Command: SendableMetatype {
  /// The word that runs it.
  static var name: String { get }
  /// Its operands in the help.
  static var operands: String { get }
  /// The allowed numbers of operands.
  static var operandCount: ClosedRange<Int> { get }
  /// A description: one line for the list of commands, then details.
  static var summary: String { get }
  /// The options that it accepts.
  static var options: [Option] { get }
  /// Whether `-` in place of the file makes it a filter from the standard input to the standard output.
  static var isFilter: Bool { get }
  /// The environment variables with paths of files or programs for it.
  static var pathVariables: [String] { get }

  /// Throws a usage failure for arguments that would both need the standard input, before it is read.
  static func check(_ arguments: Arguments) throws(Failure)

  /// Runs the command; throws a usage failure for invalid arguments before it reads a file.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure)
}

extension Command {
  /// Most commands need a file, because they are about its history, or wait for it to change.
  static var isFilter: Bool { false }

  static func check(_ arguments: Arguments) throws(Failure) {}

  /// Participating commands get their files in a temporary folder.
  static var pathVariables: [String] { options.contains(.prepare) ? ["TMPDIR"] : [] }

  /// The first line of the summary.
  static var headline: String { String(summary.prefix { $0 != "\n" }) }

  /// The command's help page.
  static var help: String {
    let options = options.map { option in
      (option.valueName.map { "\(option.rawValue) \($0)" } ?? option.rawValue, option.help)
    }
    return "usage: settings-tui \(name) [OPTION…] \(operands)\n\n\(summary)\n\n"
      + TextColumns.text(options + [("--help", "print this")])
  }
}
