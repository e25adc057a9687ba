import Settings

/// Restores a version of the history.
enum RollbackCommand: Command {
  static let name = "rollback"
  static let operands = "FILE [REVISION]"
  static let operandCount = 1...2
  static let summary = """
    Restores an earlier version byte for byte, also over content that isn't JSON; a rollback can be rolled back, too.
    If the file didn't exist in that version, it is removed. No form is needed; what the form says about the version is
    reported, but refuses nothing. Settings that another layer locks are refused.
    REVISION is a number from the log, or the first four or more digits of a revision (default: the version before the
    last apply). On a terminal it shows the review and asks first.
    """
  static let options = ApplyWorkflow.options

  static func run(_ arguments: Arguments, _ console: Console) async throws(Failure) {
    let version = try arguments.version
    let workflow = try ApplyWorkflow(arguments, console)
    let store = try await SettingsFile(arguments).open(for: .rollback, with: workflow.commands, console)
    let history = try store.versions()
    let entry =
      if let version {
        try history.entry(version, of: store.name)
      } else {
        try history.earlier(of: store.name)
      }
    store.reportMalformedContent(to: console)
    // The stored content may not be in the history.
    let isNow = entry == history.first
    try await workflow.run(isNow ? .draft(store.draft()) : .version(entry), in: store)
  }
}
