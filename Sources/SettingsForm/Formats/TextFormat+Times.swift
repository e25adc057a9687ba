extension TextLimits.Format {
  /// Whether the strings represent times, which have an order.
  package var isTime: Bool { self == .duration || self == .dateTime }

  /// Returns the time that a string represents, in units of 10^-18 seconds: the length of a duration, or the time since 1970 of
  /// a date. Returns `nil` for a malformed string, and for other formats.
  package func attoseconds(of text: String) -> Int128? {
    switch self {
    case .duration: (try? FixedDuration(text))?.attoseconds
    case .dateTime: text.withBytes { DateTimeGrammar.attoseconds(of: $0[...]) }
    case .uri, .uuid, .base64: nil
    }
  }
}

extension DateTimeGrammar {
  /// Returns the time since 1970 in units of 10^-18 seconds, without further decimals; `nil` for a malformed date.
  static func attoseconds(of text: TextBytes) -> Int128? {
    guard isDateTime(text) else { return nil }
    var bytes = text
    func number(_ digits: Int) -> Int { bytes.takeNumber(digits: digits) ?? 0 }
    let (year, _, month, _, day) = (number(4), bytes.popFirst(), number(2), bytes.popFirst(), number(2))
    bytes.removeFirst()
    let (hour, _, minute, _, second) = (number(2), bytes.popFirst(), number(2), bytes.popFirst(), number(2))
    var fraction: Int128 = 0
    if bytes.take(".") {
      let decimals = bytes.prefix(while: \.isASCIIDigit)
      bytes.removeFirst(decimals.count)
      fraction = FixedDuration.attoseconds(ofDecimals: decimals)
    }
    var offset = 0
    // Nothing follows a `Z`.
    if let sign = bytes.popFirst(), !bytes.isEmpty {
      offset = number(2) * 60
      bytes.removeFirst()
      offset = (offset + number(2)) * (sign == UInt8(ascii: "-") ? -60 : 60)
    }
    let seconds = days(to: year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset
    return Int128(seconds) * 1_000_000_000_000_000_000 + fraction
  }

  /// Returns the number of days from 1970 to a date of the Gregorian calendar.
  ///
  /// Years are counted from March, so that the leap day is the last day of a year, and the first n months have
  /// `(153 * n + 2) / 5` days. Day 719 468 is 1970-01-01 (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms",
  /// `days_from_civil`).
  private static func days(to year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let leaps = floorDivide(year, 4) - floorDivide(year, 100) + floorDivide(year, 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return year * 365 + leaps + dayOfYear - 719_468
  }

  private static func floorDivide(_ value: Int, _ divisor: Int) -> Int {
    (value - (value % divisor + divisor) % divisor) / divisor
  }
}
