import Settings

extension PollerSettings {
  /// What the daemon sends.
  package struct Request: SettingsGroup {
    /// The name by which the daemon introduces itself.
    // setting: length = 1...80, was = "agent"
    package var userAgent = "poller"

    /// The token for the targets, sent as `Authorization: Bearer …` if not empty.
    // setting: title = "API Token", secret, pattern = "^[A-Za-z0-9._~+/=-]*$", length = ...200
    package var token = ""

    /// Additional header fields.
    package var headers: [String: String] = [:]

    /// Whether a poll follows redirections to another address.
    package var followsRedirects = true

    /// The size above which an answer is a failure.
    // setting: range = 1..., unit = "bytes", advanced
    package var maximumBody = 1_000_000

    package init() {}
  }
}
