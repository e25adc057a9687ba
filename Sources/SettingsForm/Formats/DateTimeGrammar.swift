/// A date with time and zone, `2025-01-31T12:00:00Z`, and its parts (RFC 3339, section 5.6).
package enum DateTimeGrammar {
  package static func isDateTime(_ bytes: TextBytes) -> Bool {
    var bytes = bytes
    guard takeDate(&bytes), bytes.take("T") || bytes.take("t") else { return false }
    return isTime(bytes)
  }

  static func isDate(_ bytes: TextBytes) -> Bool {
    var bytes = bytes
    return takeDate(&bytes) && bytes.isEmpty
  }

  static func isTime(_ bytes: TextBytes) -> Bool {
    var bytes = bytes
    guard let hour = bytes.takeNumber(digits: 2), hour < 24, bytes.take(":"),
      let minute = bytes.takeNumber(digits: 2), minute < 60, bytes.take(":"),
      let second = bytes.takeNumber(digits: 2), second <= 60
    else { return false }
    if bytes.take("."), bytes.takeDigits() == 0 { return false }
    guard let offset = takeOffset(&bytes), bytes.isEmpty else { return false }
    // A leap second is the last second of a day in UTC.
    // The offset is less than a day; two more days keep the sum positive.
    return second < 60 || (hour * 60 + minute - offset + 2 * 1440) % 1440 == 1439
  }

  private static func takeDate(_ bytes: inout TextBytes) -> Bool {
    guard let year = bytes.takeNumber(digits: 4), bytes.take("-"),
      let month = bytes.takeNumber(digits: 2), (1...12).contains(month), bytes.take("-"),
      let day = bytes.takeNumber(digits: 2)
    else { return false }
    return (1...days(in: month, of: year)).contains(day)
  }

  /// Returns the offset from UTC in minutes.
  private static func takeOffset(_ bytes: inout TextBytes) -> Int? {
    if bytes.take("Z") || bytes.take("z") { return 0 }
    let isNegative = bytes.take("-")
    guard isNegative || bytes.take("+"),
      let hours = bytes.takeNumber(digits: 2), hours < 24, bytes.take(":"),
      let minutes = bytes.takeNumber(digits: 2), minutes < 60
    else { return nil }
    return (isNegative ? -1 : 1) * (hours * 60 + minutes)
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
