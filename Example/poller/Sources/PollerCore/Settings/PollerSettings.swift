import Settings

/// The settings of `poller`.
package struct PollerSettings: SettingsGroup {
  /// The addresses that the daemon polls.
  // setting: length = ...200
  package var targets: [Target] = []

  package var polling = Polling()
  package var request = Request()
  package var judging = Judging()
  package var alerts = Alerts()
  package var server = StatusServer()
  package var applying = Applying()
  package var log = Logging()

  /// The name of the machine's group, which the provisioning writes. It is in the status, but in no editor.
  // setting: skipSetting
  package var fleet = ""

  package init() {}

  /// What earlier versions stored otherwise.
  package static let migrations: [SettingsMigration<PollerSettings>] = [
    // Quiet hours were two settings.
    .merge("alerts.quiet.from", "alerts.quiet.to", into: \.alerts.quiet.hours) { (first: Int, last: Int) in
      first <= last ? first...last : nil
    }
  ]
}

extension PollerSettings {
  /// The targets to poll: those that are enabled. Of targets with the same name, the first counts.
  package var activeTargets: [Target] {
    var names: Set<String> = []
    return targets.filter { $0.isEnabled && names.insert($0.name).inserted }
  }
}
