/// An enum whose cases are flags that may be set together.
///
/// The generator gives it an option set, `Options`, with one member a case, `none` and `all`. In the settings file it
/// is an array of case names.
///
/// ```swift
/// enum Show: String, CaseIterable, Codable, OptionsBinding { case border, labels }
///
/// struct Display: SettingsGroup {
///   var show: Show.Options = [.border]
/// }
/// ```
public protocol OptionsBinding: CaseIterable {}
