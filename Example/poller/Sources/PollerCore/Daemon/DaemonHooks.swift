import Settings

/// The daemon's side effects, of changes by any process.
package struct DaemonHooks: PollerSideEffects {
  let log: Log
  let inbox: AsyncStream<Daemon.Event>.Continuation

  /// If the file can't be opened, the daemon keeps its settings.
  package func reopenLog(_ changes: [SettingChange]) async throws {
    guard let change = changes.last(where: { $0.path == ["log", "file"] }) else { return }
    guard case .string(let path) = change.new else { return try log.open(nil) }
    try log.open(path)
  }

  package func countAgain(_ changes: [SettingChange]) async throws {
    inbox.yield(.engine(.countAgain))
  }
}
