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
    // A later apply has its own watcher. If that apply fails, this apply is pending again.
    while let pending = try store.pending(), pending.id == id || pending.remaining() > .zero {
      if pending.remaining() > .zero {
        try? await Task.sleep(for: min(pending.remaining(), Self.interval))
      } else if await store.rollBackIfExpired() == nil {
        // Another process may have locked the file; try again.
        try? await Task.sleep(for: .seconds(1))
      }
    }
  }
}
