public import Settings

/// Settings that another module can use.
public struct PublicSettings: SettingsGroup {
  /// How to reach the others.
  public struct Network: SettingsGroup {
    // setting: range = 1...65535, sideEffect = reconnect
    /// Where to listen.
    public var port = 8080
    /// What is on.
    public var features: Feature.Options = [.push]

    /// The defaults.
    public init() {}
  }

  /// The network.
  public var network = Network()
  /// What is logged.
  public var level = Level.info
  var inner = 1

  /// What holds between the settings.
  public static let rules = RuleBook(for: PublicSettings.self) { s in
    s.level == .debug => s.network.port > 1024
  }

  /// The defaults.
  public init() {}
}

// setting: OptionsBinding
/// What can be on.
public enum Feature: Sendable {
  /// Sending.
  case push
  /// Asking.
  case pull
}

/// What is logged.
public enum Level: Sendable {
  /// Everything.
  case debug
  /// The most.
  case info
}
