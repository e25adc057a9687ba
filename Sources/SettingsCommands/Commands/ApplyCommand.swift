import SettingsEditing

/// Applies a plan.
///
///     settings-tui set app.json network.port=7 --plan p.json     Saved as p.json; nothing was changed.
///     settings-tui apply app.json p.json                         network.port: 80 → 7
///     settings-tui apply app.json p.json                         exit 1: The plan is stale …
///
/// One person can review what another applies. The members that the plan names get rows, also new ones: whoever made the plan has decided
/// about them.
enum ApplyCommand: Command {
  static let name = "apply"
  static let operands: [Operand] = [.file, .one("PLAN", .file)]
  static let summary = """
    Applies a plan that --plan has saved: exactly its changes, or nothing.
    A plan is refused if the file has changed since, if it was applied already, and for another file or form.
    On a terminal it shows the review and asks first. PLAN can be -, the standard input.
    """
  static let options = ApplyWorkflow.options.filter { $0 != .plan }

  /// Applies the plan, with the options of this command: the message, the participants and the confirmation aren't in a plan.
  ///
  /// Ends with 1 if the plan is stale, was applied already, or is for another file or form; with 65 if it isn't a plan, and with 66 if
  /// there is none.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure) {
    if arguments[.schema] == "-", arguments.operands[1] == "-" {
      throw .usage("The form and the plan can't both be the standard input; save one of them.")
    }
    let workflow = try ApplyWorkflow(arguments, console: console)
    let plan = try PlanFile(path: arguments.operands[1]).read(console)
    var file = SettingsFile(arguments)
    file.members = FormIndex.Members(named: plan.paths, new: .allowed)
    let store = try await file.open(ifAbsent: .allowed, with: workflow.commands, console)
    try await workflow.run(.plan(plan), in: store)
  }
}
