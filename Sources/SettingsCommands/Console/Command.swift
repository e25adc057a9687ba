import SettingsEditing
import SettingsForm
import SettingsSystem

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
