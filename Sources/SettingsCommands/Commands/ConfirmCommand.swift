import Settings

/// Keeps what was applied with `--confirm-within`.
struct ConfirmCommand: Command {
  static let name = "confirm"
  static let operands = "FILE [ID]"
  static let summary = """
    Keeps the changes that --confirm-within would take back.
    Without the ID it does so only in the login session that has applied them.
    """
  static let options: [Option] = [.schema, .json]

  private let file: SettingsFile
  private let id: ConfirmationID?
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(Failure) {
    guard (1...2).contains(arguments.operands.count) else { throw .usage("confirm takes FILE [ID].") }
    file = SettingsFile(arguments.operands[0], arguments)
    id = arguments.operands.count > 1 ? try ConfirmationID(operand: arguments.operands[1]) : nil
    isJSON = arguments.has(.json)
  }

  func run() async throws(Failure) {
    let store = try await file.open(ifAbsent: .allowed)
    let pending = try store.pending()
    if id == nil, let pending, !pending.isFromThisSession {
      throw Failure(
        .refused,
        "\(store.name): \(pending.author) has applied the changes in another session; to keep them, confirm the id "
          + "\(pending.id).")
    }
    let isDurable: Bool
    do throws(ConfirmationError) {
      guard let id = id ?? pending?.id else { throw ConfirmationError.nothingPending }
      isDurable = try store.confirm(id)
    } catch {
      throw Failure(error, file: store.name)
    }
    if !isDurable {
      Output.complain(
        "\(store.name): confirmed, but the system did not confirm that this would survive a crash.")
    }
    if isJSON, let pending {
      let json: JSONValue = ["file": .string(store.name), "confirmed": pending.report]
      Output.print(json)
    } else {
      Output.print("\(store.name): the changes stay.")
    }
  }
}
