import Settings

extension PollerSettings {
  /// What is reported when a target changes.
  package struct Alerts: SettingsGroup {
    // setting: title = "Enabled"
    package var isEnabled = false

    /// The only target that alerts (default: all).
    // setting: choices = targetNames
    package var target: String?

    package var events: Occasion.Options = [.down, .up]

    /// The time after which the alert for a target that stays down is repeated (default: never).
    // setting: range = 1s...7d
    package var repeatAfter: Duration?

    /// The address that gets each alert in a POST request.
    // setting: pattern = "^https?://[^/ ]+(/[^ ]*)?$"
    package var webhook: String?

    /// The text of an alert; `{target}` and `{state}` are replaced.
    // setting: multiline, length = 1...500
    package var message = "{target} is {state}"

    package var quiet = Quiet()

    package init() {}
  }

  /// Hours without alerts.
  package struct Quiet: SettingsGroup {
    // setting: title = "Enabled"
    package var isEnabled = false

    /// The first and the last of the hours, in local time.
    // setting: range = 0...23
    package var hours = 0...6

    package init() {}
  }

  package enum Occasion: String, CaseIterable, Codable, Sendable, OptionsBinding {
    /// A target doesn't answer any more, or not as expected.
    case down
    /// A target answers again.
    case up
    /// A target answers slowly.
    case slow
  }
}
