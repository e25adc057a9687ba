import Settings
import SettingsTUI

/// Keeps changes that were applied with `--confirm-within`.
enum ConfirmCommand: Command {
  static let name = "confirm"
  static let operands = "FILE [ID]"
  static let operandCount = 1...2
  static let summary = """
    Keeps changes that --confirm-within would roll back.
    Without the ID it does so only in the login session that has applied them.
    """
  static let options: [Option] = [.schema, .layer, .json]

  static func run(_ arguments: Arguments, _ console: Console) async throws(Failure) {
    let id = try arguments.confirmationID
    let store = try await SettingsFile(arguments).open(for: .versions, ifAbsent: .allowed, console)
    let pending = try store.pending()
    if id == nil, let pending, !pending.isFromThisSession {
      throw Failure(
        .refused,
        "\(store.name): \(pending.author) has applied the changes in another session; to keep them, confirm the ID "
          + "\(pending.id).")
    }
    guard let id = id ?? pending?.id else { throw store.nothingPending }
    let isDurable: Bool
    do throws(ConfirmationError) { isDurable = try store.confirm(id) } catch {
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
      console.print("\(store.name): the changes are kept.")
    }
  }
}
