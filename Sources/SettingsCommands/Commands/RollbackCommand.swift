import Settings

/// Returns to a version of the history.
struct RollbackCommand: Command {
  static let name = "rollback"
  static let operands = "FILE [REVISION]"
  static let summary = """
    Returns to an earlier content, byte for byte; this, too, can be rolled back.
    REVISION is a number as in the log, or the first four or more digits of a revision. Without it, what was stored
    before the last apply comes back. On a terminal it shows the review and asks first.
    """
  static let options = ApplySteps.options

  private let file: SettingsFile
  private let version: VersionName?
  private let steps: ApplySteps

  init(_ arguments: Arguments) throws(Failure) {
    guard (1...2).contains(arguments.operands.count) else { throw .usage("rollback takes FILE [REVISION].") }
    file = SettingsFile(arguments.operands[0], arguments)
    version = arguments.operands.count > 1 ? try VersionName(arguments.operands[1]) : nil
    steps = try ApplySteps(file.path, arguments)
  }

  func run() async throws(Failure) {
    let store = try await file.open(ifAbsent: .allowed, steps.commands)
    let history = try store.versions()
    let entry = try version.map { version throws(Failure) in try history.entry(version, of: store.name) }
    guard let entry = entry ?? history.beforeLast else {
      throw Failure(.refused, "\(store.name): the history has no earlier version.")
    }
    // What is stored now need not be on record.
    let isNow = entry == history.first
    try await steps.run(isNow ? .draft(store.draft()) : .version(entry), in: store)
  }
}
