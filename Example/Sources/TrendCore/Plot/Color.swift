/// A color of every terminal.
public enum Color: Int, Hashable, Sendable {
  /// The terminal's text color.
  case standard = 39
  /// Red.
  case red = 31
  /// Green.
  case green = 32
  /// Yellow.
  case yellow = 33
  /// Blue.
  case blue = 34
  /// Magenta.
  case magenta = 35
  /// Cyan.
  case cyan = 36
}

/// The meaning of a character in a picture.
public enum Ink: Hashable, Sendable {
  /// Nothing, a frame or a label.
  case text
  /// A measurement.
  case reading
  /// The trend.
  case trend
  /// The trend's continuation.
  case forecast
  /// The target value.
  case goal
}

/// The colors of a picture.
public struct Palette: Hashable, Sendable {
  /// The measurements.
  public var reading: Color
  /// The trend.
  public var trend: Color
  /// The trend's continuation.
  public var forecast: Color
  /// The target value.
  public var goal: Color

  /// Creates a palette.
  public init(
    reading: Color = .standard, trend: Color = .green, forecast: Color = .cyan, goal: Color = .yellow
  ) {
    self.reading = reading
    self.trend = trend
    self.forecast = forecast
    self.goal = goal
  }

  /// The color of a kind of ink.
  public subscript(ink: Ink) -> Color {
    switch ink {
    case .text: .standard
    case .reading: reading
    case .trend: trend
    case .forecast: forecast
    case .goal: goal
    }
  }
}
