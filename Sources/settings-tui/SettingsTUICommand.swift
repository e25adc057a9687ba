import Settings

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program: the first word names the command; without one it is `edit`.
@main
enum SettingsTUICommand {
  private static var commands: [any Command.Type] {
    [
      EditCommand.self, GetCommand.self, ListCommand.self, CheckCommand.self, SetCommand.self,
      ResetCommand.self,
    ]
  }

  static func main() async {
    do throws(Failure) {
      try await run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      if !error.message.isEmpty { Output.complain("settings-tui: \(error.message)") }
      exit(error.status.rawValue)
    }
  }

  private static func run(_ words: [String]) async throws(Failure) {
    let named = commands.first { $0.name == words.first }
    let command = named ?? EditCommand.self
    let rest = named == nil ? words[...] : words.dropFirst()
    let beforeEnd = rest.prefix { $0 != "--" }
    if beforeEnd.contains("--help") || beforeEnd.contains("-h") || words == ["help"] {
      return Output.print(named?.help ?? help)
    }
    if beforeEnd.contains("--version") { return Output.print("settings-tui \(Release.version)") }
    guard !words.isEmpty else { throw .usage("Name a settings file, or see --help.") }
    try await command.init(Arguments(rest, knowing: command.options)).run()
  }

  private static var help: String {
    let width = commands.map { $0.name.count }.max() ?? 0
    let lines = commands.map { command in
      let name = command.name + String(repeating: " ", count: width - command.name.count)
      return "  \(name)  \(command.summary.split(separator: "\n").first ?? "")"
    }
    return """
      usage: settings-tui [edit] FILE [--schema FORM]
             settings-tui COMMAND …

      Edits a JSON settings file by its form: a person in the editor, a script by commands.

      \(lines.joined(separator: "\n"))

      settings-tui COMMAND --help tells more. The form is the JSON Schema that --schema or the file's own
      "$schema" names.

      Exit status: 0 done; 1 refused; 64 usage; 65 not a readable document or form; 66 no such file;
      69 no terminal; 73, 74 cannot write or read; 75 locked, try again.
      """
  }
}
