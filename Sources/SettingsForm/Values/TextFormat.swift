/// The formats of strings whose grammar is defined by a standard for ASCII.
///
/// Settings of a form have some of them, by which values are checked, edited and shown. For a schema of another author, JSON Schema
/// leaves it open whether a format is checked: text without its format is a warning here, since a file that another program
/// reads must not become invalid by an opinion. The internationalized formats (`idn-email`, `iri`) and `uri-template`
/// aren't checked.
package enum TextFormat: String, Hashable, Sendable, CaseIterable {
  case date, time, email, hostname, ipv4, ipv6, regex
  /// A URL, RFC 3986.
  case uri
  case uriReference = "uri-reference"
  /// A UUID, RFC 4122.
  case uuid
  /// A date with time, RFC 3339.
  case dateTime = "date-time"
  case jsonPointer = "json-pointer"
  /// A duration of fixed length, ISO 8601: `PT1.5S`; without years and months.
  case duration
  /// A duration as JSON Schema has it, with years and months, and without fractions.
  case calendarDuration = "calendar-duration"
  /// Bytes in Base64, RFC 4648. In JSON Schema it is a `contentEncoding`, and not a `format`.
  case base64

  /// The formats that settings of a form have.
  package static let ofForms: [TextFormat] = [.uri, .uuid, .dateTime, .duration, .base64]

  /// The format that `format` names in a form; `nil` for any other one.
  package init?(form name: String) {
    guard let format = TextFormat(rawValue: name), Self.ofForms.contains(format), format != .base64 else {
      return nil
    }
    self = format
  }

  /// The format that `format` names in a schema of any author; `nil` for one that isn't checked.
  init?(schema name: String) {
    guard let format = TextFormat(rawValue: name), format != .base64, format != .calendarDuration else {
      return nil
    }
    self = format == .duration ? .calendarDuration : format
  }
}

extension TextFormat {
  /// The format in words, as the object of "Use …" in a sentence.
  package var name: String { words.name }

  /// A value that has the format, which a message shows. Addresses are those that RFC 2606, RFC 3849 and RFC 5737
  /// reserve for examples.
  var example: String { words.example }

  private var words: (name: String, example: String) {
    switch self {
    case .date: ("a date", "2025-01-31")
    case .time: ("a time with zone", "12:00:00Z")
    case .dateTime: ("a date with time and zone", "2025-01-31T12:00:00Z")
    case .duration: ("a duration in weeks, or in days, hours, minutes and seconds,", "PT1.5S")
    case .calendarDuration: ("a duration", "PT90S")
    case .email: ("an email address", "name@example.com")
    case .hostname: ("a host name", "www.example.com")
    case .ipv4: ("an IPv4 address", "192.0.2.1")
    case .ipv6: ("an IPv6 address", "2001:db8::1")
    case .uri: ("a URL", "https://example.com/")
    case .uriReference: ("a URL or a relative reference", "images/logo.png")
    case .uuid: ("a UUID", "12345678-9abc-4def-8012-3456789abcde")
    case .jsonPointer: ("a JSON Pointer", "/servers/0/port")
    case .regex: ("a regular expression", "^[a-z]+$")
    case .base64: ("Base64", "SGVsbG8=")
    }
  }

  /// Whether a string has the format. Dates are checked down to the days of the month: `2025-02-29` isn't one.
  ///
  /// A duration of a form has a fixed length, as Swift's `Duration` does: years and months, which JSON Schema allows,
  /// are refused, and a leading sign is allowed. Base64 is refused if it isn't padded, or has line breaks.
  ///
  /// Cost: linear in the length of the string.
  package func allows(_ text: String) -> Bool {
    text.withBytes { bytes in
      switch self {
      case .date: DateTimeGrammar.isDate(bytes[...])
      case .time: DateTimeGrammar.isTime(bytes[...])
      case .dateTime: DateTimeGrammar.isDateTime(bytes[...])
      case .duration: (try? FixedDuration(text)) != nil
      case .calendarDuration: DurationGrammar.isStrictDuration(bytes[...])
      case .email: EmailGrammar.isAddress(bytes[...])
      case .hostname: HostGrammar.isName(bytes[...])
      case .ipv4: HostGrammar.isIPv4(bytes[...])
      case .ipv6: HostGrammar.isIPv6(bytes[...])
      case .uri: URIGrammar.isURI(bytes[...])
      case .uriReference: URIGrammar.isReference(bytes[...])
      case .uuid: UUIDGrammar.isUUID(bytes[...])
      case .jsonPointer: (text.isEmpty || text.hasPrefix("/")) && (try? SettingPath(parsing: text)) != nil
      case .regex: (try? TextPattern(text)) != nil
      case .base64: Base64Grammar.isBase64(bytes[...])
      }
    }
  }
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
