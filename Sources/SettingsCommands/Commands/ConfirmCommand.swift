import SettingsEditing
import SettingsTUI

/// Keeps changes that were applied with `--confirm-within`.
///
///     settings-tui confirm app.json 17d0f522
///     app.json: the changes are kept.
///
/// Without the ID, it only confirms changes of the same login session: nobody keeps the changes of a colleague by accident. From another
/// session, such as after a lost connection, the ID has to be typed. If the confirmation couldn't be made durable, it counts all the same,
/// and a warning says so.
enum ConfirmCommand: Command {
  static let name = "confirm"
  static let operands: [Operand] = [.file, .optional("ID", .confirmation)]
  static let summary = """
    Keeps changes that --confirm-within would roll back.
    Without the ID it does so only in the login session that has applied them.
    """
  static let options: [Option] = [.schema, .layer, .json]

  /// Confirms the pending apply, or the one with an ID.
  ///
  /// Ends with 1 if nothing is pending, if the pending apply has another ID, if the deadline has passed, or, without an ID, if another
  /// session has made the apply.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure) {
    let id = try arguments.confirmationID
    // The apply might have broken the file or its form, or have removed the file; it can be confirmed all the same.
    let store = try await SettingsFile(arguments).open(for: .versions, ifAbsent: .allowed, console)
    let pending = try store.pending()
    if id == nil, let pending, !pending.isFromThisSession {
      throw Failure(
        .refused,
        message:
          "\(store.name): \(pending.author) has applied the changes in another session; to keep them, confirm the ID "
          + "\(pending.id).")
    }
    guard let id = id ?? pending?.id else { throw store.nothingPending }
    let isDurable: Bool
    do throws(ApplyError) { isDurable = try store.confirm(id) } catch {
      throw Failure(error, file: store.name)
    }
    if !isDurable {
      console.report(
        "\(store.name): confirmed, but \(ApplyOutcome.notDurableText).")
    }
    if arguments.has(.json), let pending {
      let json: JSONValue = ["file": .string(store.name), "confirmed": pending.json]
      console.print(json)
    } else {
      console.tell("\(store.name): the changes are kept.")
    }
  }
}
