import Settings

/// A second root of the target.
public struct ClientSettings: SettingsGroup {
  /// The address of the service.
  public var address = "localhost"

  /// Creates settings with their defaults.
  public init() {}
}
