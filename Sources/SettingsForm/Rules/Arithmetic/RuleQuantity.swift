/// The number of seconds that a duration or a date represents: a duration's length, or the time since 1970 in UTC.
struct RuleQuantity: Hashable {
  /// The seconds, exact.
  let seconds: JSONNumber

  /// The length of a duration; `nil` for a malformed one, and for one without a fixed length, as years and months have.
  init?(duration text: String) {
    guard let seconds = (try? FixedDuration(text))?.seconds else { return nil }
    self.seconds = seconds
  }

  /// The time since 1970 of a date with time (RFC 3339); `nil` for a malformed one.
  init?(dateTime text: String) {
    guard let seconds = text.withBytes({ bytes in Self.instant(bytes[...]) }) else { return nil }
    self.seconds = seconds
  }

  private static func instant(_ text: TextBytes) -> JSONNumber? {
    guard DateTimeGrammar.isDateTime(text) else { return nil }
    var bytes = text
    func number(_ digits: Int) -> Int { bytes.takeNumber(digits: digits) ?? 0 }
    let (year, _, month, _, day) = (number(4), bytes.popFirst(), number(2), bytes.popFirst(), number(2))
    bytes.removeFirst()
    let (hour, _, minute, _, second) = (number(2), bytes.popFirst(), number(2), bytes.popFirst(), number(2))
    var fraction = ""
    if bytes.take(".") {
      let decimals = bytes.prefix(while: \.isASCIIDigit)
      bytes.removeFirst(decimals.count)
      fraction = String(decoding: decimals, as: UTF8.self)
    }
    var offset = 0
    if let sign = bytes.popFirst(), !bytes.isEmpty {
      offset = number(2) * 60
      bytes.removeFirst()
      offset = (offset + number(2)) * (sign == UInt8(ascii: "-") ? -60 : 60)
    }
    let whole =
      days(to: year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset
    // A fraction counts forward, also before 1970.
    let scale = fraction.isEmpty ? "" : "e-\(fraction.utf8.count)"
    guard whole < 0 else { return JSONNumber("\(whole)\(fraction.isEmpty ? "" : "." + fraction)") }
    guard let whole = JSONNumber("\(whole)"), let part = JSONNumber("\(Int64(fraction) ?? 0)\(scale)") else {
      return nil
    }
    return try? RuleArithmetic.add(whole, part)
  }

  /// The days from 1970 to a date of the Gregorian calendar.
  ///
  /// Years are counted from March, so that the leap day is the last day of a year.
  private static func days(to year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let leaps = floorDivide(year, 4) - floorDivide(year, 100) + floorDivide(year, 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return year * 365 + leaps + dayOfYear - 719_468
  }

  private static func floorDivide(_ value: Int, _ divisor: Int) -> Int {
    (value - (value % divisor + divisor) % divisor) / divisor
  }

  /// The text of a duration; `nil` if it is too long, or finer than attoseconds.
  static func durationText(_ seconds: JSONNumber) -> String? {
    FixedDuration(seconds)?.text
  }
}
