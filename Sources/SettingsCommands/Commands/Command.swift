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
  /// The environment variables with paths of files or programs for it.
  static var pathVariables: [String] { get }

  /// Runs the command; throws a usage failure for invalid arguments before it reads a file.
  static func run(_ arguments: Arguments, _ console: Console) async throws(Failure)
}

extension Command {
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
      + CommandList.columns(options + [("--help", "print this")])
  }
}

/// The commands that the help lists.
enum CommandList {
  static let all: [any Command.Type] = [
    EditCommand.self, GetCommand.self, ListCommand.self, DescribeCommand.self, CheckCommand.self,
    SetCommand.self, ResetCommand.self, ApplyCommand.self, LogCommand.self, DiffCommand.self,
    RollbackCommand.self, ConfirmCommand.self, CancelCommand.self, WatchCommand.self, SchemasCommand.self,
  ]

  /// Returns the command with a name.
  static func command(_ name: String) -> (any Command.Type)? { all.first { $0.name == name } }

  /// The commands with their headlines.
  static var overview: String { columns(all.map { ($0.name, $0.headline) }) }

  /// Returns two indented columns.
  fileprivate static func columns(_ lines: [(name: String, help: String)]) -> String {
    let width = lines.map(\.name.count).max() ?? 0
    return lines.map { "  \($0)\(String(repeating: " ", count: width - $0.count))  \($1)" }.joined(
      separator: "\n")
  }
}
