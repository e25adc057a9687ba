/// The name that a group of settings has in sources written for AutomaticSettings.
public typealias AutomaticSettings = SettingsGroup

/// What an enum of such sources conforms to.
public typealias AutomaticSettingsEnum = CaseIterable & Codable & Hashable & Sendable
