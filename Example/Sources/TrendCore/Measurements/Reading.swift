/// One value, measured or computed, of one day.
public struct Reading: Hashable, Sendable {
  /// The day.
  public var day: Day
  /// The value, in the unit of the file.
  public var value: Double

  /// Creates a reading.
  public init(day: Day, value: Double) {
    self.day = day
    self.value = value
  }
}
