import Settings

/// Waits until an apply is confirmed, or until its time is over, and then brings the old content back: what ``Watcher``
/// starts.
struct WatchCommand: Command {
  static let name = "__watch"
  static let operands = "FILE ID"
  static let summary = "Brings the old content back when its time is over."
  static let options: [Option] = [.schema] + ParticipantCommands.options

  /// How long to wait between two looks at the clock on the wall, which may be put right, or stand still in a machine
  /// that sleeps.
  private static let patience = Duration.seconds(5)

  private let file: SettingsFile
  private let id: ConfirmationID
  private let commands: ParticipantCommands

  init(_ arguments: Arguments) throws(Failure) {
    guard arguments.operands.count == 2, let id = ConfirmationID(arguments.operands[1]) else {
      throw .usage("\(Self.name) takes FILE ID.")
    }
    file = SettingsFile(arguments.operands[0], arguments)
    self.id = id
    commands = try ParticipantCommands(arguments)
  }

  func run() async throws(Failure) {
    let store = try file.openAsIs(ifAbsent: .allowed, participants: commands.participants)
    // A later apply has a watcher of its own; should it fail, this one's apply waits again.
    while let pending = try store.pending(), pending.id == id || pending.remaining() > .zero {
      if pending.remaining() > .zero {
        try? await Task.sleep(for: min(pending.remaining(), Self.patience))
      } else if await store.rollBackIfExpired() == nil {
        // What could not be brought back, because another process had the file locked, is tried again.
        try? await Task.sleep(for: .seconds(1))
      }
    }
  }
}
