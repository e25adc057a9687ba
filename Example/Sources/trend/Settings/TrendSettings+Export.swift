import Settings

extension TrendSettings {
  /// The service that `trend export` addresses.
  struct Export: SettingsGroup {
    /// The address of the service.
    // setting: title = "URL", pattern = "^https?://[^/ ]+(/[^ ]*)?$"
    var url = "https://trend.example/api/forecast"

    /// Your token for the service, sent as `Authorization: Bearer …` if not empty.
    // setting: title = "API Token", secret, pattern = "^[A-Za-z0-9._~+/=-]*$", length = 0...200
    var token = ""
  }
}
