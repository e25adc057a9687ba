import Settings

/// Applies a plan.
struct ApplyCommand: Command {
  static let name = "apply"
  static let operands = "FILE PLAN"
  static let summary = """
    Applies a plan that --plan has saved: exactly its changes, or nothing.
    It is refused if the file has changed since, also by the plan itself, and for another file or form.
    On a terminal it shows the review and asks first. PLAN may be -, the standard input.
    """
  static let options = ApplySteps.options.filter { $0 != .plan }

  private let file: SettingsFile
  private let plan: PlanFile
  private let steps: ApplySteps

  init(_ arguments: Arguments) throws(Failure) {
    guard arguments.operands.count == 2 else { throw .usage("apply takes FILE PLAN.") }
    file = SettingsFile(arguments.operands[0], arguments)
    plan = PlanFile(path: arguments.operands[1])
    steps = try ApplySteps(file.path, arguments)
  }

  func run() async throws(Failure) {
    let store = try await file.open(ifAbsent: .allowed, steps.commands)
    try await steps.run(.plan(plan.read()), in: store)
  }
}
