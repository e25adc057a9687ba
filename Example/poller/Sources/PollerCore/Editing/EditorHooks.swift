import Foundation
import Settings
import Synchronization

/// The editor's view of the daemon, which is another process: the editor reads the daemon's status file, and sends it signals. The daemon
/// runs the side effects of the editor's changes.
package final class EditorHooks: PollerEditorHooks {
  /// There is no daemon to act.
  struct NoDaemon: Error, CustomStringConvertible {
    var description: String { "`poller run` isn't running" }
  }

  private let place: Place
  /// The targets that the editor's own store has.
  private let targets = Mutex<@Sendable () -> [PollerSettings.Target]>({ [] })

  package init(place: Place) {
    self.place = place
  }

  /// Offers the targets of a store as choices.
  package func offerTargets(of store: SettingsStore<PollerSettings>) {
    targets.withLock { $0 = { [weak store] in store?.saved.targets ?? [] } }
  }

  package func targetNames() -> [SettingsChoice] {
    targets.withLock { $0 }().map { SettingsChoice($0.name, help: $0.url) }
  }

  package func lastPoll() -> String {
    guard let status = DaemonStatus.ofRunningDaemon(at: place) else { return "the daemon isn't running" }
    guard let last = status.lastPoll else { return "none yet" }
    return
      "\(Self.text(since: last)) ago, \(status.pollCount) poll\(status.pollCount == 1 ? "" : "s"), \(status.health)"
  }

  package func uptime() -> String {
    DaemonStatus.ofRunningDaemon(at: place).map { Self.text(since: $0.startedAt) }
      ?? "the daemon isn't running"
  }

  package func pollAllNow(_ progress: ActionProgress) async throws {
    guard let before = DaemonStatus.ofRunningDaemon(at: place) else { throw NoDaemon() }
    try signal(SIGUSR1)
    while true {
      guard let status = DaemonStatus.ofRunningDaemon(at: place) else { throw NoDaemon() }
      guard status.roundCount == before.roundCount else {
        return progress("polled \(status.targets.count) targets: \(status.health)")
      }
      progress("\(status.pollCount - before.pollCount) polls")
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  package func forgetStatistics(_ progress: ActionProgress) async throws {
    try signal(SIGUSR2)
    progress("asked the daemon to forget them")
  }

  private func signal(_ number: Int32) throws {
    guard let process = DaemonLock.holder(of: place.lock), kill(process, number) == 0 else {
      throw NoDaemon()
    }
  }

  /// The time since a date in its largest units: `2 h 5 min`.
  static func text(since date: Date, now: Date = .now) -> String {
    let seconds = max(0, Int(now.timeIntervalSince(date)))
    let parts = [
      (seconds / 86_400, "d"), (seconds / 3_600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s"),
    ]
    let shown = parts.drop { $0.0 == 0 }.prefix(2)
    return shown.isEmpty ? "0 s" : shown.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }
}
