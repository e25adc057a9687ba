/// A struct of settings: its stored properties are the settings, their initial values the defaults.
///
/// ```swift
/// /// How forecasts are computed.
/// struct Calculation: SettingsGroup {
///   /// Days the average looks back.
///   // setting: range = 1...30, unit = "days"
///   var timePeriod = 7
/// }
/// ```
///
/// A conforming struct that isn't a member of another is the root: the whole settings file.
public protocol SettingsGroup: Codable, Sendable {
  /// Creates a group with the default of every setting.
  init()
}
