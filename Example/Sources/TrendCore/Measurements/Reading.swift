/// One value, measured or computed, of one day.
public struct Reading: Hashable, Sendable {
  /// When.
  public var day: Day
  /// How much, in the unit of the file.
  public var value: Double

  /// Makes a reading.
  public init(day: Day, value: Double) {
    self.day = day
    self.value = value
  }
}
