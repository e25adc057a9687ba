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
/// One struct that conforms and is no other's member is the root: the whole settings file.
public protocol SettingsGroup: Codable, Sendable {
  /// Makes a group in which every setting has its default.
  init()
}
