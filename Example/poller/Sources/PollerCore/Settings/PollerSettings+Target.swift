import Settings

extension PollerSettings {
  /// An address that is polled.
  package struct Target: SettingsGroup, Hashable {
    /// The name in the log and the status.
    // setting: length = 1...40, pattern = "^[a-z0-9.-]+$"
    package var name = "new"

    /// The address.
    // setting: title = "URL", pattern = "^https?://[^/ ]+(/[^ ]*)?$"
    package var url = "http://localhost/"

    /// The time between two polls (default: that of all targets).
    // setting: range = 50ms...1d
    package var interval: Duration?

    package var method = Method.get

    /// The status code of a target that is up.
    // setting: range = 100...599
    package var expectedStatus = 200

    /// Whether the target is polled.
    // setting: title = "Enabled"
    package var isEnabled = true

    package init() {}
  }

  package enum Method: String, CaseIterable, Codable, Sendable {
    /// Asks for the whole answer.
    case get  // setting: title = "GET"
    /// Asks for the header only.
    case head  // setting: title = "HEAD"
  }
}
