import Settings

/// Takes back what was applied with `--confirm-within`.
struct CancelCommand: Command {
  static let name = "cancel"
  static let operands = "FILE [ID]"
  static let summary = """
    Takes the changes that wait for a confirmation back at once: the old content is stored again.
    A command that fails does not keep it from coming back; it is named, and the exit status is 1.
    """
  static let options: [Option] = [.schema] + ParticipantCommands.options + [.json]

  private let file: SettingsFile
  private let id: ConfirmationID?
  private let commands: ParticipantCommands
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(Failure) {
    guard (1...2).contains(arguments.operands.count) else { throw .usage("cancel takes FILE [ID].") }
    file = SettingsFile(arguments.operands[0], arguments)
    id = arguments.operands.count > 1 ? try ConfirmationID(operand: arguments.operands[1]) : nil
    commands = try ParticipantCommands(arguments)
    isJSON = arguments.has(.json)
  }

  func run() async throws(Failure) {
    let store = try await file.open(ifAbsent: .allowed, commands)
    let pending = try store.pending()
    commands.beginToCatchSignals()
    let outcome: ApplyOutcome
    do throws(ConfirmationError) {
      guard let id = id ?? pending?.id else { throw ConfirmationError.nothingPending }
      outcome = try await store.cancel(id)
    } catch {
      throw Failure(error, file: store.name)
    }
    if !outcome.isDurable {
      Output.complain(
        "\(store.name): taken back, but the system did not confirm that this would survive a crash.")
    }
    if isJSON, let pending {
      let json: JSONValue = [
        "file": .string(store.name), "cancelled": pending.report,
        "newRevision": outcome.revision.map { .string($0.description) } ?? .null,
      ]
      Output.print(json)
    } else {
      if !outcome.changes.isEmpty { Output.print(outcome.changes.text) }
      Output.print("\(store.name): the old settings are in place again.")
    }
    guard outcome.failures.isEmpty else {
      let reasons = outcome.failures.map { "\($0.participant) failed: \($0.reason)" }.joined(separator: "; ")
      throw Failure(
        .refused, "\(store.name): the old settings are in place again, but \(reasons).",
        signal: commands.receivedSignal)
    }
  }
}
