import SettingsEditing
import SettingsTUI

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
