/// The formats of text that settings of a form have, by which values are checked, edited and shown.
///
/// Schemas of other authors name more: see `SourceSchema.formats`.
package enum TextFormat: String, Hashable, Sendable, CaseIterable {
  /// A URL, RFC 3986.
  case uri
  /// A UUID, RFC 4122.
  case uuid
  /// A date with time, RFC 3339.
  case dateTime = "date-time"
  /// A duration of fixed length, ISO 8601: `PT1.5S`; without years and months.
  case duration
  /// Bytes in Base64, RFC 4648. In JSON Schema it is a `contentEncoding`, and not a `format`.
  case base64

  /// The format that `format` names in a form; `nil` for any other one.
  package init?(form name: String) {
    guard let format = TextFormat(rawValue: name), format != .base64 else { return nil }
    self = format
  }
}

extension TextFormat {
  /// The format in words, as the object of "Use …" in a sentence.
  package var name: String { grammar.name }

  package func allows(_ text: String) -> Bool { grammar.allows(text) }

  /// A value that has the format, which a message shows. Hosts are those that RFC 2606 reserves for examples.
  var example: String { grammar.example }

  /// How text is checked. Dates are checked down to the days of the month: `2025-02-29` isn't one.
  ///
  /// A duration of a form has a fixed length, as Swift's `Duration` does: years and months, which JSON Schema allows,
  /// are refused, and a leading sign is allowed. Base64 is refused if it isn't padded, or has line breaks.
  package var grammar: TextGrammar {
    switch self {
    case .dateTime:
      TextGrammar(
        "a date with time and zone", example: "2025-01-31T12:00:00Z", bytes: DateTimeGrammar.isDateTime)
    case .duration:
      TextGrammar("a duration in weeks, or in days, hours, minutes and seconds,", example: "PT1.5S") {
        (try? FixedDuration($0)) != nil
      }
    case .uri: TextGrammar("a URL", example: "https://example.com/", bytes: URIGrammar.isURI)
    case .uuid:
      TextGrammar("a UUID", example: "12345678-9abc-4def-8012-3456789abcde", bytes: UUIDGrammar.isUUID)
    case .base64: TextGrammar("Base64", example: "SGVsbG8=", bytes: Base64Grammar.isBase64)
    }
  }
}

/// A format of text whose grammar a standard defines for ASCII, with the words of its problem: "Use a URL such as https://example.com/."
package struct TextGrammar: Sendable {
  package let name: String
  package let example: String
  /// Whether a string has the format. Cost: linear in the length of the string.
  package let allows: @Sendable (String) -> Bool

  package init(_ name: String, example: String, allows: @escaping @Sendable (String) -> Bool) {
    self.name = name
    self.example = example
    self.allows = allows
  }

  package init(_ name: String, example: String, bytes: @escaping @Sendable (TextBytes) -> Bool) {
    self.init(name, example: example) { $0.withBytes { bytes($0[...]) } }
  }
}

/// Functions can't be compared. No two grammars have the same words, since a person couldn't tell their problems apart.
extension TextGrammar: Hashable {
  package static func == (left: Self, right: Self) -> Bool { left.name == right.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The bytes of a string, or of a part of it. All grammars take such a slice and cut parts off its beginning, so no
/// string is created for a part.
package typealias TextBytes = Slice<UnsafeBufferPointer<UInt8>>

extension TextBytes {
  /// Removes the next byte if it is this ASCII character; returns whether it was. Otherwise, nothing is removed, so
  /// alternatives can be tried one after the other.
  package mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let first, UInt32(first) == character.value else { return false }
    removeFirst()
    return true
  }

  /// Removes a number of decimal digits, and returns their value; returns `nil`, and removes nothing, if there are
  /// fewer digits. More than 18 digits would overflow.
  package mutating func takeNumber(digits: Int) -> Int? {
    guard count >= digits, prefix(digits).allSatisfy(\.isASCIIDigit) else { return nil }
    let value = prefix(digits).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    removeFirst(digits)
    return value
  }

  /// Removes all decimal digits at the beginning; returns how many there were, which can be none.
  mutating func takeDigits() -> Int {
    let digits = prefix(while: \.isASCIIDigit).count
    removeFirst(digits)
    return digits
  }

  /// Returns the parts before and after the first of a character; `nil` if there is no such character.
  func split(at character: Unicode.Scalar) -> (before: TextBytes, after: TextBytes)? {
    guard let index = firstIndex(where: { UInt32($0) == character.value }) else { return nil }
    return (self[startIndex..<index], self[(index + 1)...])
  }
}

extension TextFormat {
  /// Whether strings of the format are times, which can have limits and a step.
  package var isTime: Bool { self == .duration || self == .dateTime }

  /// Returns the time that a string represents, in units of 10^-18 seconds: the length of a duration, or the time since
  /// 1970 of a date. Returns `nil` for a malformed string, and for other formats.
  ///
  /// `PT1M` is 60 × 10^18, and `1970-01-01T01:00:00+01:00` is 0. A leap second counts as the first second of the next
  /// day.
  package func attoseconds(of text: String) -> Int128? {
    switch self {
    case .duration: (try? FixedDuration(text))?.attoseconds
    case .dateTime: text.withBytes { DateTimeGrammar.attoseconds(of: $0[...]) }
    default: nil
    }
  }
}

extension DateTimeGrammar {
  /// Returns the time since 1970 in units of 10^-18 seconds, without further decimals; `nil` for a malformed date. The
  /// parts are read at fixed places, which the check of the grammar before has ensured.
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
    let seconds = days(to: year, month, day: day) * 86_400 + hour * 3_600 + minute * 60 + second - offset
    return Int128(seconds) * 1_000_000_000_000_000_000 + fraction
  }

  /// Returns the number of days from 1970 to a date of the Gregorian calendar.
  ///
  /// Years are counted from March, so that the leap day is the last day of a year, and the first n months have
  /// `(153 * n + 2) / 5` days. Day 719 468 is 1970-01-01 (Howard Hinnant, "chrono-Compatible Low-Level Date
  /// Algorithms", `days_from_civil`).
  ///
  /// For January 1, 1970, the year is 1969 and the month the tenth from March on, n = 10: 1969 × 365 + 477 leap days +
  /// 306 days is 719 468.
  private static func days(to year: Int, _ month: Int, day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let leaps =
      floorDivide(year, divisor: 4) - floorDivide(year, divisor: 100) + floorDivide(year, divisor: 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return year * 365 + leaps + dayOfYear - 719_468
  }

  /// Divides and rounds down, also for negative numbers: the year 0 counts from March, so January of it is in the year
  /// -1.
  private static func floorDivide(_ value: Int, divisor: Int) -> Int {
    (value - (value % divisor + divisor) % divisor) / divisor
  }

  /// Returns the date in UTC of a time since 1970 in units of 10^-18 seconds; `nil` for a year without four digits.
  ///
  /// `Date.distantPast` is in the year 0 of the calendar of RFC 3339: `0000-12-30T00:00:00Z`.
  package static func text(attoseconds: Int128) -> String? {
    let second: Int128 = 1_000_000_000_000_000_000
    let whole = attoseconds >= 0 ? attoseconds / second : -((-attoseconds + second - 1) / second)
    guard let seconds = Int(exactly: whole), -62_167_219_200..<253_402_300_800 ~= seconds else { return nil }
    let day = floorDivide(seconds, divisor: 86_400)
    let (time, date) = (seconds - day * 86_400, Self.date(ofDay: day))
    func padded(_ number: Int, _ width: Int) -> String {
      String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
    }
    // A duration of less than a second has the decimals, after `PT0`.
    let decimals =
      FixedDuration(attoseconds: attoseconds - whole * second)?.seconds.spelling.dropFirst() ?? ""
    // Milliseconds have three digits, as most programs write them.
    let zeros = decimals.isEmpty ? "" : String(repeating: "0", count: max(0, 4 - decimals.count))
    return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
      + "T\(padded(time / 3_600, 2)):\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2))\(decimals)\(zeros)Z"
  }

  /// Returns the date of a number of days from 1970, the opposite of ``days(to:_:day:)`` (`civil_from_days` in the same article): each era
  /// of 400 years has 146 097 days.
  private static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = day + 719_468
    let era = floorDivide(shifted, divisor: 146_097)
    let dayOfEra = shifted - era * 146_097
    let year = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    return (
      year + era * 400 + (month < 10 ? 0 : 1), month < 10 ? month + 3 : month - 9,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }
}
