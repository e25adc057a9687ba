import Settings

/// Waits until an apply is confirmed or its deadline has passed, and then rolls it back. ``Watcher`` starts it.
enum ExpirationCommand: Command {
  static let name = Watcher.command
  static let operands = "FILE ID"
  static let operandCount = 2...2
  static let summary = "Rolls an apply back at its deadline."
  static let options = Watcher.options

  /// The maximum time until the clocks are read again: the wall clock can be set, and `Task.sleep` may not count the time while the
  /// machine sleeps.
  private static let interval = Duration.seconds(5)
  /// How often the file is opened again if that fails, for example because another program is saving it: once a second.
  private static let maxAttempts = 60

  static func run(_ arguments: Arguments, _ console: Console) async throws(Failure) {
    let id = try arguments.confirmationID
    let commands = try ParticipantCommands(arguments)
    let store = try await open(SettingsFile(arguments), commands, console)
    while true {
      let pending = try store.pending()
      switch Self.step(of: id, pending: pending?.id, timeLeft: pending?.remaining() ?? .zero) {
      case .end: return
      case .wait(let duration): try? await console.sleep(duration)
      case .rollBack:
        // Another process may have locked the file; try again.
        if await store.rollBackIfExpired() == nil { try? await console.sleep(.seconds(1)) }
      }
    }
  }

  private static func open(
    _ file: SettingsFile, _ commands: ParticipantCommands, _ console: Console
  ) async throws(Failure) -> UntypedStore {
    var attempts = 0
    while true {
      do throws(Failure) {
        return try file.openWithoutRollback(
          for: .versions, ifAbsent: .allowed, participants: commands.participants)
      } catch {
        attempts += 1
        guard attempts < maxAttempts else { throw error }
        try? await console.sleep(.seconds(1))
      }
    }
  }

  /// The next step of the process.
  enum Step: Hashable {
    case end
    case wait(Duration)
    case rollBack
  }

  /// Returns the next step of the process of an apply while a confirmation is pending.
  ///
  /// A later apply has its own process. If that apply fails, the earlier one is pending again, so the earlier process ends only after
  /// the deadline of the later apply.
  static func step(of id: ConfirmationID?, pending: ConfirmationID?, timeLeft: Duration) -> Step {
    guard let pending else { return .end }
    if timeLeft > .zero { return .wait(min(timeLeft, interval)) }
    return pending == id ? .rollBack : .end
  }
}
