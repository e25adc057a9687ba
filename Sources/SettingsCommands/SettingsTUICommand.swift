import Settings
import SettingsSystem
import SettingsTUI

/// The program: the first word names the command; without one it is `edit`.
package enum SettingsTUICommand {
  package static func main() async {
    ProcessMemory.prepare()
    ByteStream.openMissingStandardStreams()
    do throws(Failure) {
      try await run(ProcessArguments.read())
    } catch {
      if !error.message.isEmpty { Output.complain("\("settings-tui:", .error) \(error.message)") }
      if let signal = error.signal { CurrentProcess.end(by: Signal(rawValue: signal)) }
      CurrentProcess.exit(error.status.rawValue)
    }
  }

  private static func run(_ words: [String]) async throws(Failure) {
    if words.first == CompleteCommand.name { return CompleteCommand.run(words.dropFirst()) }
    let named = (commands + [WatchCommand.self]).first { $0.name == words.first }
    let command = named ?? EditCommand.self
    let rest = named == nil ? words[...] : words.dropFirst()
    let beforeEnd = rest.prefix { $0 != "--" }
    if words.first == "help" { return Output.print(StyledText(lines: try help(of: words.dropFirst()))) }
    if beforeEnd.contains("--help") || beforeEnd.contains("-h") {
      return Output.print(StyledText(lines: named?.help ?? help))
    }
    if beforeEnd.contains("--version") { return Output.print("settings-tui \(Release.version)") }
    guard !words.isEmpty else { throw .usage("Name a settings file, or see --help.") }
    if named == nil { try refuseMisspeltCommand(words[0]) }
    for name in command.pathVariables where EnvironmentVariables.isMalformed(name) {
      throw .usage("The environment variable \(name) is not valid UTF-8; correct or unset it.")
    }
    PrivateFolder.sweep()
    try await command.init(Arguments(rest, knowing: command.options)).run()
  }

  /// What `help COMMAND` prints.
  private static func help(of words: ArraySlice<String>) throws(Failure) -> String {
    guard let word = words.first else { return help }
    try refuseMisspeltCommand(word)
    guard words.count == 1, let command = commands.first(where: { $0.name == word }) else {
      throw .usage("help takes the name of a command; \(word) is none.")
    }
    return command.help
  }

  /// Without a command the first word is a file; one that is not there and nearly a command's name was meant as one.
  private static func refuseMisspeltCommand(_ word: String) throws(Failure) {
    let names = commands.map { $0.name }
    guard !names.contains(word), !word.hasPrefix("-"), !word.contains("."), !POSIXFileSystem().exists(word),
      let meant = EditDistance.nearest(to: word, among: names)
    else { return }
    throw .usage("There is no command \(word); perhaps you mean \(meant).")
  }

  private static var help: String {
    let width = commands.map { $0.name.count }.max() ?? 0
    let lines = commands.map { command in
      "  \(command.name)\(String(repeating: " ", count: width - command.name.count))  \(command.headline)"
    }
    return """
      usage: settings-tui [edit] FILE [--schema FORM]
             settings-tui COMMAND …

      Edits a JSON settings file by its form: a person in the editor, a script by commands.

      \(lines.joined(separator: "\n"))

      settings-tui COMMAND --help tells more. The form is the JSON Schema that --schema or the file's own
      "$schema" names. PATH is dotted (network.port) or a JSON Pointer (/network/port).

      Exit status: 0 done; 1 refused; 64 usage; 65 not a readable document or form; 66 no such file;
      69 no terminal; 73, 74 cannot write or read; 75 locked, try again.
      """
  }
}
