/// The formats of JSON Schema whose grammar is defined by a standard for ASCII.
///
/// JSON Schema leaves it open whether a format is checked. For a schema of another author, text without its format is a
/// warning here, since a file that another program reads must not become invalid by an opinion. The internationalized
/// formats (`idn-email`, `iri`) and `uri-template` aren't checked.
package enum SchemaFormat: String, Hashable, Sendable, CaseIterable {
  case date, time, duration, email, hostname, ipv4, ipv6, uri, uuid, regex
  case dateTime = "date-time"
  case uriReference = "uri-reference"
  case jsonPointer = "json-pointer"

  /// Whether a string has the format. Dates are checked down to the days of the month: `2025-02-29` isn't one.
  ///
  /// Cost: linear in the length of the string.
  package func allows(_ text: String) -> Bool {
    text.withBytes { bytes in
      switch self {
      case .date: DateTimeGrammar.isDate(bytes[...])
      case .time: DateTimeGrammar.isTime(bytes[...])
      case .dateTime: DateTimeGrammar.isDateTime(bytes[...])
      case .duration: DurationGrammar.isStrictDuration(bytes[...])
      case .email: EmailGrammar.isAddress(bytes[...])
      case .hostname: HostGrammar.isName(bytes[...])
      case .ipv4: HostGrammar.isIPv4(bytes[...])
      case .ipv6: HostGrammar.isIPv6(bytes[...])
      case .uri: URIGrammar.isURI(bytes[...])
      case .uriReference: URIGrammar.isReference(bytes[...])
      case .uuid: UUIDGrammar.isUUID(bytes[...])
      case .jsonPointer: (text.isEmpty || text.hasPrefix("/")) && (try? SettingPath(parsing: text)) != nil
      case .regex: (try? TextPattern(text)) != nil
      }
    }
  }
}

extension SchemaFormat {
  /// The format in words, as the object of "Use …" in a sentence.
  var name: String {
    switch self {
    case .date: "a date"
    case .time: "a time with zone"
    case .dateTime: "a date with time and zone"
    case .duration: "a duration"
    case .email: "an email address"
    case .hostname: "a host name"
    case .ipv4: "an IPv4 address"
    case .ipv6: "an IPv6 address"
    case .uri: "a URL"
    case .uriReference: "a URL or a relative reference"
    case .uuid: "a UUID"
    case .jsonPointer: "a JSON Pointer"
    case .regex: "a regular expression"
    }
  }

  /// A value that has the format, which a message shows. Addresses are those that RFC 2606, RFC 3849 and RFC 5737
  /// reserve for examples.
  var example: String {
    switch self {
    case .date: "2025-01-31"
    case .time: "12:00:00Z"
    case .dateTime: "2025-01-31T12:00:00Z"
    case .duration: "PT90S"
    case .email: "name@example.com"
    case .hostname: "www.example.com"
    case .ipv4: "192.0.2.1"
    case .ipv6: "2001:db8::1"
    case .uri: "https://example.com/"
    case .uriReference: "images/logo.png"
    case .uuid: "12345678-9abc-4def-8012-3456789abcde"
    case .jsonPointer: "/servers/0/port"
    case .regex: "^[a-z]+$"
    }
  }
}

extension TextLimits.Format {
  /// The format in words, as the object of "Use …" in a sentence.
  var name: String {
    switch self {
    case .uri: "a URL"
    case .uuid: "a UUID"
    case .dateTime: "a date with time and zone"
    case .duration: "a duration in weeks, or in days, hours, minutes and seconds,"
    case .base64: "Base64"
    }
  }

  /// A value that has the format, which a message shows.
  var example: String {
    switch self {
    case .uri: "https://example.com/"
    case .uuid: "12345678-9abc-4def-8012-3456789abcde"
    case .dateTime: "2025-01-31T12:00:00Z"
    case .duration: "PT1.5S"
    case .base64: "SGVsbG8="
    }
  }
}

extension TextLimits.Format {
  /// Whether a string has the format.
  ///
  /// A duration has a fixed length, as Swift's `Duration` does: years and months, which JSON Schema allows, are
  /// refused, and a leading sign is allowed. Base64 is refused if it isn't padded, or has line breaks.
  ///
  /// Cost: linear in the length of the string.
  package func allows(_ text: String) -> Bool {
    text.withBytes { bytes in
      switch self {
      case .uri: URIGrammar.isURI(bytes[...])
      case .uuid: UUIDGrammar.isUUID(bytes[...])
      case .dateTime: DateTimeGrammar.isDateTime(bytes[...])
      case .duration: (try? FixedDuration(text)) != nil
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

extension TextLimits.Format {
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
    case .uri, .uuid, .base64: nil
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
}
