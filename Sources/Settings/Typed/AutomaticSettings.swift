/// The name that a group of settings has in sources written for AutomaticSettings.
public typealias AutomaticSettings = SettingsGroup
