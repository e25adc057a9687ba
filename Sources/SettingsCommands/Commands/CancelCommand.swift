import SettingsEditing
import SettingsTUI

/// Rolls back changes that were applied with `--confirm-within`, before their deadline.
///
///     settings-tui cancel app.json
///     network.port: 8 → 7
///     app.json: the old settings are restored.
///
/// Unlike `confirm`, it works from any session. The rollback runs the `--prepare` and `--commit` of this command line, because the log
/// doesn't keep the commands of the apply.
enum CancelCommand: Command {
  static let name = "cancel"
  static let operands: [Operand] = [.file, .optional("ID", .confirmation)]
  static let summary = """
    Rolls back changes that are waiting for their confirmation.
    A command that fails doesn't prevent the rollback; it is reported, and the exit status is 1.
    """
  static let options: [Option] =
    [.schema, .layer, .message, .noInPlace] + ParticipantCommands.options + [.json]

  /// Rolls back the pending apply, or the one with an ID.
  ///
  /// Ends with 1 if nothing is pending. A participant that fails doesn't prevent the rollback; the status is 1 then, too, and the message
  /// says that the old settings are back.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure) {
    let id = try arguments.confirmationID
    let commands = try ParticipantCommands(arguments)
    let store = try await SettingsFile(arguments).open(
      for: .versions, ifAbsent: .allowed, with: commands, console)
    // If the deadline has passed, opening the file has rolled back already, and nothing is pending.
    let pending = try store.pending()
    guard let id = id ?? pending?.id else { throw store.nothingPending }
    commands.beginToCatchSignals()
    let outcome: ApplyOutcome
    do throws(ApplyError) { outcome = try await store.cancel(id, message: arguments[.message]) } catch {
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
      if !outcome.changes.isEmpty { console.tell(outcome.changes.text) }
      console.tell("\(store.name): the old settings are restored.")
    }
    // The old content is stored, whatever the participants say; but somebody has to know that one of them failed.
    guard outcome.failures.isEmpty else {
      throw Failure(
        .refused, message: "\(store.name): the old settings are restored, but \(outcome.failures.text).",
        signal: commands.receivedSignal)
    }
  }
}
