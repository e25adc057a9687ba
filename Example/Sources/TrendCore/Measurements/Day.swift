/// A day of the Gregorian calendar, without a time or a time zone.
public struct Day: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01; negative before.
  public let number: Int

  /// Creates a day from its distance to 1970-01-01.
  public init(number: Int) {
    self.number = number
  }

  /// Creates a day, or `nil` if the calendar has no such day.
  ///
  /// The conversion both ways follows Howard Hinnant, “chrono-Compatible Low-Level Date Algorithms”:
  /// years begin in March, so that the leap day is the last one, and 400 years are an era of 146 097 days.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...Day.length(ofMonth: month, year: year)).contains(day)
    else { return nil }
    let marchYear = month <= 2 ? year - 1 : year
    let era = marchYear / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    number = era * 146_097 + dayOfEra - 719_468
  }

  /// Reads `2025-03-01` (ISO 8601); `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].utf8.count == 4, parts[1].utf8.count == 2, parts[2].utf8.count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Year, month (from 1) and day of the month (from 1).
  public var civil: (year: Int, month: Int, day: Int) {
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  /// The day a number of days later.
  public func advanced(by days: Int) -> Day {
    Day(number: number + days)
  }

  /// The number of days from this day to another; negative if the other is earlier.
  public func distance(to other: Day) -> Int {
    other.number - number
  }

  /// Whether one day is before another.
  public static func < (left: Day, right: Day) -> Bool {
    left.number < right.number
  }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Day: CustomStringConvertible {
  /// The day as ISO 8601 writes it: `2025-03-01`.
  public var description: String {
    let (year, month, day) = civil
    return [(year, 4), (month, 2), (day, 2)].map { number, width in
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }.joined(separator: "-")
  }
}
