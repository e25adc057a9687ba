import Settings

// This struct and those beside it are all there is to write: the form, its texts, the editor and the command line come
// from them.

/// What `trend` reads, what it makes of it, and how it shows the result.
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
