import Settings

extension PollerSettings {
  /// An HTTP server that tells other programs the status.
  // setting: detail = uptime
  package struct StatusServer: SettingsGroup {
    // setting: title = "Enabled", requiresRestart
    package var isEnabled = false

    // setting: requiresRestart
    package var port: UInt16 = 8099

    /// Whether only programs on this machine can connect.
    // setting: requiresRestart
    package var isLocal = true

    // setting: pattern = "^/[^ ]*$"
    package var path = "/status"

    package init() {}
  }
}
