import Settings

extension PollerSettings {
  /// How `poller settings` applies changes.
  package struct Applying: SettingsGroup {
    /// Whether each target that changes is polled once, and changes are refused if one can't be reached.
    package var checksTargets = true

    /// Whether an apply waits until the daemon uses the changes, and rolls them back if that fails.
    package var waitsForDaemon = true

    /// The time that the daemon has to use the changes.
    // setting: range = 100ms...5min
    package var daemonTimeout: Duration = .seconds(20)

    /// The part of the targets that must answer for the daemon to be healthy.
    // setting: range = 0...1, step = 0.05
    package var requiredShare = 0.5

    /// Who confirms changes that were applied for a limited time.
    package var confirmedBy = Confirmer.person

    package init() {}
  }

  package enum Confirmer: String, CaseIterable, Codable, Sendable {
    /// The person who applied them.
    case person
    /// The daemon, once it has polled all targets and is healthy.
    case daemon
  }
}
