import Settings

extension TrendSettings {
  /// How the report looks.
  // setting: injectHeader = displayHeader
  struct Display: SettingsGroup {
    /// What the report shows besides the trend.
    var show: Show.Options = [.border, .labels, .readings]

    /// The width of the plot (default: the terminal's width).
    // setting: range = 20...300, unit = "columns"
    var width: Int?

    /// The height of the plot.
    // setting: range = 4...60, unit = "rows"
    var height = 16

    /// The number of decimal places.
    // setting: range = 0...3
    var places = 1

    /// The unit of the measurements.
    // setting: pattern = "^[A-Za-z%°/]{0,8}$"
    var unit = "kg"

    var colors = Colors()
  }

  /// The colors of the plot.
  struct Colors: SettingsGroup {
    var trend = Color.green
    var readings = Color.standard
    var forecast = Color.cyan
    var goal = Color.yellow
  }

  enum Show: String, CaseIterable, Codable, OptionsBinding {
    /// A shaded background behind the plot.
    case background
    /// A frame around the plot.
    case border
    /// Values to the left of the plot and dates below it.
    case labels
    /// The measurements themselves.
    case readings
    /// The newest value in large figures.
    case largeFont
  }

  enum Color: String, CaseIterable, Codable {
    /// The terminal's text color.
    case standard
    case red, green, yellow, blue, magenta, cyan
  }
}
