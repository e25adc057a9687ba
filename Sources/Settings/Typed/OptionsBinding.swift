/// An enum whose cases are flags that can be combined.
///
/// The generator emits an option set for it, `Options`, with one member for each case, `none` and `all`. In the settings file
/// it is an array of case names.
///
/// ```swift
/// enum Show: String, CaseIterable, Codable, OptionsBinding { case border, labels }
///
/// struct Display: SettingsGroup {
///   var show: Show.Options = [.border]
/// }
/// ```
public protocol OptionsBinding: CaseIterable {}
