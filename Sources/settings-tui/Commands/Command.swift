/// One of the program's commands.
protocol Command {
  /// The word that calls it.
  static var name: String { get }
  /// What stands behind the word, for the help.
  static var operands: String { get }
  /// One line for the help.
  static var summary: String { get }
  /// The options that it knows.
  static var options: [Option] { get }

  /// Takes its words; throws a usage failure if they are off.
  init(_ arguments: Arguments) throws(Failure)

  /// Does the job.
  func run() async throws(Failure)
}

extension Command {
  /// The command's help page.
  static var help: String {
    let names = options.map { option in
      option.valueName.map { "\(option.rawValue) \($0)" } ?? option.rawValue
    }
    let width = names.map(\.count).max() ?? 0
    let lines = zip(names, options).map { name, option in
      "  \(name)\(String(repeating: " ", count: width - name.count))  \(option.help)"
    }
    return "usage: settings-tui \(name) [OPTION…] \(operands)\n\n\(summary)\n\n"
      + lines.joined(separator: "\n")
  }
}
