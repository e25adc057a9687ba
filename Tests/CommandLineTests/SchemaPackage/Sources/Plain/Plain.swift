import Settings

/// The settings of a target without the plugin.
struct PlainSettings: SettingsGroup {
  var isFast = false
}
