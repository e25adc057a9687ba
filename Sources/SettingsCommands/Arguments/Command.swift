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
  static func run(_ arguments: Arguments, _ console: Console) async throws(Failure)
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
