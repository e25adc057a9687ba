import Settings

// This struct and its extensions are the whole declaration. The form, the editor and the command line are generated
// from them.

/// The settings of `trend`.
// setting: app = "trend"
struct TrendSettings: SettingsGroup {
  var input = Input()
  var calculation = Calculation()
  var smoothing = Smoothing()
  var display = Display()
  var export = Export()

  /// The interval in seconds at which `trend watch` looks for changes of the measurements.
  ///
  /// The program uses it, but the editor and the exported form don't have it.
  // setting: skipSetting
  var pollInterval = 0.5
}
