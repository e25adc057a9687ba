import Settings

/// Resets settings to their defaults.
enum ResetCommand: Command {
  static let name = "reset"
  static let operands = "FILE PATH…"
  static let operandCount = 2...Int.max
  static let summary = """
    Resets settings to their defaults.
    PATH is a setting or a section. The keys are removed from the file.
    On a terminal it shows the review and asks first.
    """
  static let options = ApplyWorkflow.options

  static func run(_ arguments: Arguments, _ console: Console) async throws(Failure) {
    let paths = try arguments.operands.dropFirst().map { word throws(Failure) in
      try SettingPath(operand: word)
    }
    let workflow = try ApplyWorkflow(arguments, console)
    let store = try await SettingsFile(arguments).open(with: workflow.commands, console)
    var draft = store.draft()
    for path in paths {
      guard store.index[path]?.setting.traits.contains(.readOnly) != true else {
        throw Failure(.refused, "\(store.name): \(path) is read-only.")
      }
      do throws(UnknownSettingError) { try draft.reset(path) } catch { throw store.unknownSetting(path) }
    }
    try await workflow.run(.draft(draft), in: store)
  }
}
