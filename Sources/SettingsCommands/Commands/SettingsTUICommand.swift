import SettingsEditing
import SettingsStorageHelper
import SettingsSystem
import SettingsTUI

/// The program: the first word names the command; without it, the command is `edit`.
///
///     settings-tui                      edit, which offers files
///     settings-tui app.json             edit app.json
///     settings-tui set app.json a=1     set
///     settings-tui sett app.json a=1    usage: There is no command sett; perhaps you mean set.
///     settings-tui app.json set a=1     usage: The command comes first: settings-tui set app.json a=1
///
/// A word that is no command can be a file, since `edit` may be left out. A word that doesn't look like a file (no period, slash or hyphen)
/// and doesn't exist is refused if it resembles a command or has words behind it. Otherwise, a misspelled command would open the editor for
/// a new file of that name.
///
/// ``runProgram(streams:)`` is the process, of `settings-tui` and of `settings-programs`, which has all programs in one.
/// ``run(_:streams:)`` is the same without its end.
package enum SettingsTUICommand {
  /// Runs the program with the arguments of the process, and ends the process as the command has ended.
  ///
  /// What the process needs from its surroundings is checked first; if it lacks something, it says so and ends with 74. It runs on the
  /// main actor, because elsewhere it would first wait for a thread, which can't be created without memory.
  ///
  /// - Parameter streams: The streams of the process. The caller opens them before a thread starts: a thread would open descriptors in
  ///   place of closed standard streams.
  @MainActor
  package static func runProgram(streams: any StandardStreams) async -> Never {
    if let lack = ProcessNeeds.prepare() {
      Console(streams: streams).report("\("settings-tui:", .error) \(lack)")
      CommandEnding.exited(.ioError).endProcess()
    }
    let ending = await run(ProcessArguments.bytes, streams: streams)
    HelperStorage.endHelpers()
    ending.endProcess()
  }

  /// Runs a command to its end, without ending the process.
  ///
  /// - Parameter arguments: The bytes of the arguments after the program's name.
  package static func run(_ arguments: [[UInt8]], streams: any StandardStreams) async -> CommandEnding {
    await run(arguments, console: Console(streams: streams))
  }

  /// Runs a command with a console, and reports its failure as one sentence behind the program's name.
  ///
  /// A command that has done its work fails nevertheless if its output couldn't be written: whoever redirects it must not go on with half
  /// of it.
  static func run(_ arguments: [[UInt8]], console: Console) async -> CommandEnding {
    do throws(Failure) {
      try await run(ProcessArguments.words(arguments), console: console)
      if let error = console.outputError {
        throw Failure(.ioError, message: "The output is incomplete, because it can't be written (\(error)).")
      }
      return .exited(console.status)
    } catch {
      if !error.message.isEmpty { console.report("\("settings-tui:", .error) \(error.message)") }
      return error.signal.map(CommandEnding.interrupted) ?? .exited(error.status)
    }
  }

  /// Selects the command and runs it. The checks are in the order in which they can be understood: help, the command, the environment,
  /// options, operands, and then the command's own.
  private static func run(_ words: [String], console: Console) async throws(Failure) {
    // The two commands without a place in the help: one for the shells, which must never fail, and one for the watcher's process.
    if words.first == CompleteCommand.name { return CompleteCommand.run(words.dropFirst(), console: console) }
    let named =
      words.first == ExpirationCommand.name
      ? ExpirationCommand.self : words.first.flatMap(CommandList.command)
    let command = named ?? EditCommand.self
    let rest = named == nil ? words[...] : words.dropFirst()
    let layout = HelpLayout(window: console.streams.windowWidth)
    if words.first == "help" {
      return console.print(StyledText(lines: try help(of: words.dropFirst(), layout)))
    }
    // `set --help` is a question, whatever else is in the line; after `--`, it would be an operand.
    switch ProgramLine<Option>.question(in: rest) {
    case .help: return console.print(StyledText(lines: named?.help(layout) ?? help(layout)))
    case .version: return console.print("settings-tui \(Release.version)")
    case nil: break
    }
    // `sett app.json` is a slip, not a file named `sett`.
    if named == nil, let first = words.first, !isFile(first), let nearest = nearestCommand(to: first) {
      throw unknownCommand(first, nearest: nearest)
    }
    // `app.json get a` has the words in the order of other programs.
    if named == nil, words.count > 1, !words[0].hasPrefix("-"), isFile(words[0]),
      let command = CommandList.command(words[1])
    {
      let others = [RemoteAddress(words[0]) == nil ? words[0] : words[0].hidingPassword] + words.dropFirst(2)
      throw .usage(
        "The command comes first: settings-tui \(command.name) \(others.map(ShellWord.quoted).joined(separator: " "))"
      )
    }
    // A path that isn't UTF-8 would be repaired, and be the path of something else.
    for name in command.pathVariables where EnvironmentVariables.isMalformed(name) {
      throw .usage("The environment variable \(name) is not valid UTF-8; correct or unset it.")
    }
    if let name = SettingsFileOptions.unknownHistory {
      let names = SettingsFileOptions.History.allCases.map(\.rawValue)
      throw .usage(
        "The environment variable SETTINGS_HISTORY is \(name), and not one of \(Phrase.enumeration(names)).")
    }
    // A command that is killed doesn't reach its end, so leftovers are removed before the command. For the editor they are removed after
    // it: reading a folder with thousands of temporary files takes a millisecond, which the first frame would wait for.
    let isEditor = command == EditCommand.self
    if !isEditor { PrivateFolder.sweep() }
    defer { if isEditor { PrivateFolder.sweep() } }
    var arguments = try Arguments(rest, accepting: command.options)
    // `edit` takes one file, so the first of several words was meant as a command, even if none resembles it.
    if named == nil, arguments.operands.count > 1, let first = arguments.operands.first, !isFile(first) {
      throw unknownCommand(first, nearest: nil)
    }
    guard command.operands.accept(count: arguments.operands.count) else {
      throw .usage("\(command.name) takes \(command.operands.usage).")
    }
    // The standard input can be read only once, so it is decided before who gets it.
    try command.check(arguments)
    try arguments.readStream(for: command, console)
    try await command.run(arguments, console: console)
  }

  private static func help(of words: ArraySlice<String>, _ layout: HelpLayout) throws(Failure) -> String {
    guard let word = words.first else { return help(layout) }
    guard let command = CommandList.command(word) else {
      throw unknownCommand(word, nearest: nearestCommand(to: word))
    }
    guard words.count == 1 else { throw .usage("help takes the name of one command.") }
    return command.help(layout)
  }

  /// Whether the first word is probably a file for `edit`, not a command. A file that is named like a command needs `./` before it.
  private static func isFile(_ word: String) -> Bool {
    word.hasPrefix("-") || word.contains(".") || word.contains("/") || POSIXFileSystem().exists(word)
  }

  private static func nearestCommand(to word: String) -> String? {
    EditDistance.nearest(to: word, among: CommandList.all.map { $0.name })
  }

  /// Returns the failure for a word that is no command, with the most similar one.
  private static func unknownCommand(_ word: String, nearest: String?) -> Failure {
    .usage("There is no command \(word)\(Phrase.didYouMean(nearest, else: "see --help")).")
  }

  private static func help(_ layout: HelpLayout) -> String {
    [
      layout.text(
        """
        usage: settings-tui [edit] [FILE] [--schema FORM]
               settings-tui COMMAND …

        Edits a JSON settings file by its form: people use the editor, scripts use commands.
        FILE can also be the address of settings elsewhere, such as etcd://HOST:PORT/PREFIX. For commands that read or change
        values, it can be -: they filter the standard input to the standard output, and print reviews to the standard error.
        """),
      layout.columns(CommandList.all.map { ($0.name, [$0.headline]) }),
      layout.text(
        """
        Examples:
          settings-tui settings.json
          settings-tui get settings.json network.port
          settings-tui set settings.json network.port=8080
        """),
      layout.columns([
        ("-h, --help", ["print this help, or that of a command: settings-tui COMMAND --help"]),
        ("--version", ["print the version"]),
      ]),
      layout.text(
        """
        The form is the JSON Schema that --schema or the file's own "$schema" names, or the one of a catalog: see
        settings-tui schemas --help. Without a form, types are inferred from the values. PATH is dotted (network.port) or a JSON
        Pointer (/network/port).

        Exit status: 0 done; 1 refused; 64 usage; 65 malformed document or form; 66 no such file; 69 no terminal; 73, 74 cannot
        write or read; 75 locked, try again.
        """),
    ].joined(separator: "\n\n")
  }
}

/// How a command ended. Tests compare it; the process ends by it.
package enum CommandEnding: Hashable, Sendable {
  case exited(ExitStatus)
  case interrupted(signal: Int32)

  /// Ends the process in the same way. After a signal, the process ends by that signal and not by a status: a shell then stops a script,
  /// too.
  package func endProcess() -> Never {
    switch self {
    case .exited(let status): CurrentProcess.exit(status)
    case .interrupted(let signal): CurrentProcess.end(by: Signal(rawValue: signal))
    }
  }
}

/// The commands that the help lists, in its order: looking, changing, the history, and the rest.
///
/// `__complete` and `__watch` aren't in it. They are for the shells' scripts and for the program itself.
enum CommandList {
  static let all: [any Command.Type] = [
    EditCommand.self, GetCommand.self, ListCommand.self, DescribeCommand.self, CheckCommand.self,
    SetCommand.self, ResetCommand.self, MergeCommand.self, PatchCommand.self, RenameCommand.self,
    InsertCommand.self, MoveCommand.self, ApplyCommand.self, LogCommand.self, ShowCommand.self,
    DiffCommand.self,
    RollbackCommand.self, ForgetCommand.self, ConfirmCommand.self, CancelCommand.self, WatchCommand.self,
    MirrorCommand.self,
    SchemasCommand.self, DoctorCommand.self,
  ]

  /// Returns the command with a name; `nil` for another word, and for the commands that aren't listed.
  static func command(_ name: String) -> (any Command.Type)? { all.first { $0.name == name } }
}
