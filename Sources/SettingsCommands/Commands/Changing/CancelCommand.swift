import Settings
import SettingsTUI

/// Rolls back changes that were applied with `--confirm-within`.
enum CancelCommand: Command {
  static let name = "cancel"
  static let operands = "FILE [ID]"
  static let operandCount = 1...2
  static let summary = """
    Rolls back changes that are waiting for their confirmation.
    A command that fails doesn't prevent the rollback; it is reported, and the exit status is 1.
    """
  static let options: [Option] = [.schema, .layer] + ParticipantCommands.options + [.json]

  static func run(_ arguments: Arguments, _ console: Console) async throws(Failure) {
    let id = try arguments.confirmationID
    let commands = try ParticipantCommands(arguments)
    let store = try await SettingsFile(arguments).open(
      for: .versions, ifAbsent: .allowed, with: commands, console)
    let pending = try store.pending()
    guard let id = id ?? pending?.id else { throw store.nothingPending }
    commands.beginToCatchSignals()
    let outcome: ApplyOutcome
    do throws(ConfirmationError) { outcome = try await store.cancel(id) } catch {
      throw Failure(error, file: store.name)
    }
    if !outcome.isDurable {
      console.report(
        "\(store.name): rolled back, but \(ApplyOutcome.notDurableText).")
    }
    for problem in outcome.problems { console.report(StyledText(problem.line(in: store.name))) }
    if arguments.has(.json), let pending {
      let json: JSONValue = [
        "file": .string(store.name), "cancelled": pending.json,
        "newRevision": outcome.revision.map { .string($0.description) } ?? .null,
      ]
      console.print(json)
    } else {
      if !outcome.changes.isEmpty { console.print(outcome.changes.text) }
      console.print("\(store.name): the old settings are restored.")
    }
    guard outcome.failures.isEmpty else {
      throw Failure(
        .refused, "\(store.name): the old settings are restored, but \(outcome.failures.text).",
        signal: commands.receivedSignal)
    }
  }
}
