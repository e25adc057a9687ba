import Settings
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

/// Waits until an apply is confirmed or its deadline has passed, and then rolls it back. ``Watcher`` starts it.
///
///     step(of: A, pending: nil, …)          end: confirmed, canceled, or rolled back by another process
///     step(of: A, pending: A, 12 s left)    wait for 5 s, then look again
///     step(of: A, pending: A, 0 s left)     roll back
///     step(of: A, pending: B, 12 s left)    wait: if B fails, A is pending again
///     step(of: A, pending: B, 0 s left)     end: the process of B rolls back
///
/// It has no terminal and nobody who reads its output. So it tries again where other commands fail: a file that is being saved, or that is
/// locked.
enum ExpirationCommand: Command {
  static let name = Watcher.command
  static let operands: [Operand] = [.file, .one("ID", .confirmation)]
  static let summary = "Rolls an apply back at its deadline."
  static let options = Watcher.options

  /// The maximum time until the clocks are read again: the wall clock can be set, and `Task.sleep` may not count the time while the
  /// machine sleeps.
  private static let interval = Duration.seconds(5)
  /// How often something that fails is tried again, for example because another program is saving the file: for about half an hour.
  private static let maxAttempts = 60

  /// Waits and looks at the log in turn, until there is nothing to do anymore.
  ///
  /// A rollback that fails is tried again as long as the apply is pending. Throws if the file can't be opened, or if the log can't be read,
  /// for half an hour; the next command on the file does the rest.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure) {
    let id = try arguments.confirmationID
    let commands = try ParticipantCommands(arguments)
    let file = SettingsFile(arguments)
    var store: StoreEngine?
    var pause = GrowingPause(from: .seconds(1), to: .seconds(30))
    var attempts = 0
    while true {
      do throws(Failure) {
        let open =
          if let store { store } else {
            try file.openWithoutRollback(
              for: .versions, ifAbsent: .allowed, participants: commands.participants)
          }
        store = open
        let pending = try open.pending()
        switch Self.step(of: id, pending: pending?.id, timeLeft: pending?.remaining() ?? .zero) {
        case .end: return
        case .wait(let duration): try? await console.sleep(duration)
        case .rollBack:
          do throws(ApplyError) { _ = try await open.rollBackIfExpired() } catch {
            // Another process might have locked the file, or the disk is full. But nothing brings back damaged content.
            if case .damaged = error { return }
            try? await console.sleep(pause.next())
            continue
          }
        }
        (attempts, pause) = (0, GrowingPause(from: .seconds(1), to: .seconds(30)))
      } catch {
        attempts += 1
        guard attempts < maxAttempts else { throw error }
        try? await console.sleep(pause.next())
      }
    }
  }

  /// The next step of the process. It is a value, so tests decide about times without waiting.
  enum Step: Hashable {
    case end
    case wait(Duration)
    case rollBack
  }

  /// Returns the next step of the process of an apply while a confirmation is pending.
  ///
  /// A later apply has its own process. If that apply fails, the earlier apply is pending again, so the earlier process ends only after the
  /// deadline of the later apply.
  static func step(of id: ConfirmationID?, pending: ConfirmationID?, timeLeft: Duration) -> Step {
    guard let pending else { return .end }
    if timeLeft > .zero { return .wait(min(timeLeft, interval)) }
    return pending == id ? .rollBack : .end
  }
}
