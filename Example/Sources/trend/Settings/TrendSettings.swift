import Settings

/// What `trend` reads, what it makes of it, and how it shows the result.
///
/// This and the other structs of this folder are all there is to write: the form, the texts, the editor and the command line
/// come from them.
struct TrendSettings: SettingsGroup {
  var input = Input()
  var calculation = Calculation()
  var smoothing = Smoothing()
  var display = Display()
  var export = Export()

  /// Seconds between two looks at the file of measurements in `trend watch`.
  ///
  /// It can be set in the file by hand, but nobody should have to know about it.
  // setting: skipSetting
  var pollInterval = 0.5
}
