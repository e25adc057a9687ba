import Settings

extension TrendSettings {
  /// Where `trend export` addresses its request to.
  struct Export: SettingsGroup {
    /// The address of the service.
    // setting: title = "URL", pattern = "^https?://[^/ ]+(/[^ ]*)?$"
    var url = "https://trend.example/api/forecast"

    /// What the service knows you by; sent as `Authorization: Bearer …`, left out if empty.
    // setting: title = "API Token", secret, pattern = "^[A-Za-z0-9._~+/=-]*$", length = 0...200
    var token = ""
  }
}
