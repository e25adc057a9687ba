import Settings

/// Waits until an apply is confirmed or its deadline has passed, and then rolls it back. ``Watcher`` starts it.
enum ExpirationCommand: Command {
  static let name = Watcher.command
  static let operands = "FILE ID"
  static let operandCount = 2...2
  static let summary = "Rolls an apply back at its deadline."
  static let options = Watcher.options

  /// The longest time until the wall clock is checked again, because it can be adjusted and doesn't tick while the machine
  /// sleeps.
  private static let interval = Duration.seconds(5)

  static func run(_ arguments: Arguments, _ console: Console) async throws(Failure) {
    let id = try arguments.confirmationID
    let commands = try ParticipantCommands(arguments)
    let store = try SettingsFile(arguments).openWithoutRollback(
      for: .versions, ifAbsent: .allowed, participants: commands.participants)
    while true {
      let pending = try store.pending()
      switch Self.step(of: id, pending: pending?.id, timeLeft: pending?.remaining() ?? .zero) {
      case .end: return
      case .wait(let duration): try? await Task.sleep(for: duration)
      case .rollBack:
        // Another process may have locked the file; try again.
        if await store.rollBackIfExpired() == nil { try? await Task.sleep(for: .seconds(1)) }
      }
    }
  }

  /// What the process does next.
  enum Step: Hashable {
    case end
    case wait(Duration)
    case rollBack
  }

  /// Returns what the process does next for an apply while a confirmation is pending.
  ///
  /// A later apply has a process of its own. If that apply fails, the earlier one is pending again, so its process ends only
  /// after the deadline of the later one.
  static func step(of id: ConfirmationID?, pending: ConfirmationID?, timeLeft: Duration) -> Step {
    guard let pending else { return .end }
    if timeLeft > .zero { return .wait(min(timeLeft, interval)) }
    return pending == id ? .rollBack : .end
  }
}
