/// The name of a group of settings in sources that were written for AutomaticSettings.
public typealias AutomaticSettings = SettingsGroup

/// The conformances of an enum in such sources.
public typealias AutomaticSettingsEnum = CaseIterable & Codable & Hashable & Sendable
