/// One of the program's commands.
protocol Command {
  /// The word that calls it.
  static var name: String { get }
  /// What stands behind the word, for the help.
  static var operands: String { get }
  /// What it does: a line for the list of commands, and what else there is to know.
  static var summary: String { get }
  /// The options that it knows.
  static var options: [Option] { get }
  /// The environment variables that name files or programs for it.
  static var pathVariables: [String] { get }

  /// Takes its words; throws a usage failure if they are off.
  init(_ arguments: Arguments) throws(Failure)

  /// Does the job.
  func run() async throws(Failure)
}

/// The commands that people know of.
var commands: [any Command.Type] {
  [
    EditCommand.self, GetCommand.self, ListCommand.self, CheckCommand.self, SetCommand.self,
    ResetCommand.self, ApplyCommand.self, LogCommand.self, RollbackCommand.self, ConfirmCommand.self,
    CancelCommand.self,
  ]
}

extension Command {
  /// Commands that take part get their files in a temporary folder.
  static var pathVariables: [String] { options.contains(.prepare) ? ["TMPDIR"] : [] }

  /// The first line of what it does.
  static var headline: String { String(summary.prefix { $0 != "\n" }) }

  /// The command's help page.
  static var help: String {
    let options = options.map { option in
      (option.valueName.map { "\(option.rawValue) \($0)" } ?? option.rawValue, option.help)
    }
    let lines = options + [("--help", "print this")]
    let width = lines.map { $0.0.count }.max() ?? 0
    return "usage: settings-tui \(name) [OPTION…] \(operands)\n\n\(summary)\n\n"
      + lines.map { name, help in
        "  \(name)\(String(repeating: " ", count: width - name.count))  \(help)"
      }.joined(separator: "\n")
  }
}
