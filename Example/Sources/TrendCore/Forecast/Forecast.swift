/// The forecast of a trend.
public struct Forecast: Hashable, Sendable {
  /// The trend's last day.
  public let start: Day
  /// The value on that day.
  public let value: Double
  /// The change per day.
  public let slope: Double

  /// The values of the next days.
  public func readings(days: Int) -> [Reading] {
    (0..<max(0, days)).map { offset in
      Reading(day: start.advanced(by: offset + 1), value: value + slope * Double(offset + 1))
    }
  }

  /// The first day on which a goal is reached, or `nil` if that is more than ten years away or never.
  public func day(reaching goal: Double) -> Day? {
    if goal == value { return start }
    let days = ((goal - value) / slope).rounded(.up)
    guard days.isFinite, days > 0, days <= 3650 else { return nil }
    return start.advanced(by: Int(days))
  }
}
