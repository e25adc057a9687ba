/// A date with time and zone, `2025-01-31T12:00:00Z`, and its parts (RFC 3339, section 5.6). The zone is required,
/// because a time without one is a different moment on each machine. A space instead of the `T` isn't accepted.
package enum DateTimeGrammar {
  /// Whether a string is a date with time and zone. Both letters can be lowercase, as RFC 3339 allows.
  package static func isDateTime(_ bytes: TextBytes) -> Bool {
    var bytes = bytes
    guard takeDate(&bytes), bytes.take("T") || bytes.take("t") else { return false }
    return isTime(bytes)
  }

  package static func isDate(_ bytes: TextBytes) -> Bool {
    var bytes = bytes
    return takeDate(&bytes) && bytes.isEmpty
  }

  /// Whether a string is a time with its zone. Seconds can have any number of decimals.
  ///
  /// For example, `23:59:60Z` and `18:59:60-05:00` are valid leap seconds; `12:00:60Z` isn't.
  package static func isTime(_ bytes: TextBytes) -> Bool {
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

  /// Removes a date with four digits of the year, and returns whether there was one. The day has to exist in its month.
  private static func takeDate(_ bytes: inout TextBytes) -> Bool {
    guard let year = bytes.takeNumber(digits: 4), bytes.take("-"),
      let month = bytes.takeNumber(digits: 2), (1...12).contains(month), bytes.take("-"),
      let day = bytes.takeNumber(digits: 2)
    else { return false }
    return (1...days(in: month, of: year)).contains(day)
  }

  /// Returns the offset from UTC in minutes; `nil` if there is none. `-00:00`, which stands for an unknown offset in
  /// RFC 3339, counts as UTC.
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

/// A duration of ISO 8601 in the grammar of RFC 3339, appendix A: `P3Y6M4DT12H30M5S`, `P2W`.
///
/// In addition, seconds can have a fraction, `PT1.5S`, as in ISO 8601, and units between others can be left out,
/// `PT1H5S`. ``FixedDuration`` computes the length of a duration from its parts.
///
/// A duration has at least one number: `P` and `PT` aren't durations, and `P1DT` isn't, because the `T` has to be
/// followed by a time. Weeks stand alone.
package enum DurationGrammar {
  /// The units, in the order in which a duration can have them.
  package enum Unit: CaseIterable {
    case years, months, weeks, days, hours, minutes, seconds

    package var isTime: Bool { self == .hours || self == .minutes || self == .seconds }

    fileprivate var letter: Unicode.Scalar {
      switch self {
      case .years: "Y"
      case .months, .minutes: "M"
      case .weeks: "W"
      case .days: "D"
      case .hours: "H"
      case .seconds: "S"
      }
    }
  }

  package struct Part {
    package let unit: Unit
    let digits: TextBytes
    /// The digits after the decimal point; `nil` without a decimal point.
    package let fraction: TextBytes?
  }

  /// Returns the numbers of a duration with their units, the largest first; `nil` for any other string. `P1DT12H` has
  /// two parts.
  package static func parts(of text: TextBytes) -> [Part]? {
    var bytes = text
    guard bytes.take("P") else { return nil }
    var rest = bytes
    // Weeks are tried first, because they exclude everything else.
    let weeks = takeParts([.weeks], bytes: &rest)
    if weeks.count == 1, rest.isEmpty { return weeks }
    let date = takeParts([.years, .months, .days], bytes: &bytes)
    guard bytes.take("T") else { return !date.isEmpty && bytes.isEmpty ? date : nil }
    let time = takeParts([.hours, .minutes, .seconds], bytes: &bytes)
    return !time.isEmpty && bytes.isEmpty ? date + time : nil
  }

  /// Removes numbers with units, in the order of the units, from the beginning, and returns them. It stops at the first number with another
  /// unit or a unit out of order: `PT5S1H` leaves `1H`, which makes it malformed.
  private static func takeParts(_ units: [Unit], bytes: inout TextBytes) -> [Part] {
    var parts: [Part] = []
    for unit in units {
      var rest = bytes
      let digits = rest.prefix(while: \.isASCIIDigit)
      guard rest.takeDigits() > 0 else { break }
      var fraction: TextBytes?
      if unit == .seconds, rest.take(".") {
        fraction = rest.prefix(while: \.isASCIIDigit)
        guard rest.takeDigits() > 0 else { break }
      }
      guard rest.take(unit.letter) else { continue }
      bytes = rest
      parts.append(Part(unit: unit, digits: digits, fraction: fraction))
    }
    return parts
  }
}

/// A duration of fixed length, the value of a setting of type `Duration`: `P1DT2H`, `PT0.25S`, `-PT1S`.
///
/// The format is ISO 8601: weeks alone, or days, hours, minutes and seconds. The seconds have up to 18 decimals, and a
/// negative duration starts with a sign. Years and months are refused, because their length depends on the calendar;
/// JSON Schema's `duration`, which allows them, is ``DurationGrammar``.
///
/// Swift's `Duration` has the same range and precision: 64 bits of seconds, and attoseconds. So a value that is read
/// from a file, changed in an app and stored again loses nothing.
package struct FixedDuration: Hashable, Sendable {
  /// Why a string isn't a duration of fixed length.
  package enum Fault: Error, Hashable {
    /// It isn't a duration.
    case malformed
    /// It has years or months.
    case noFixedLength
    /// It has more than 18 decimals.
    case tooPrecise
    /// It has too many seconds for 64 bits.
    case tooLong
  }

  /// The length, in units of 10^-18 seconds.
  package let attoseconds: Int128

  private static let second: Int128 = 1_000_000_000_000_000_000

  /// Creates a duration; returns `nil` if it has too many seconds for 64 bits, as 300 billion years have.
  package init?(attoseconds: Int128) {
    guard attoseconds.magnitude / UInt128(Self.second) <= UInt128(Int64.max) else { return nil }
    self.attoseconds = attoseconds
  }

  /// Creates a duration of a number of seconds, divided by ten to the power of `places`: 1500 with three places, for
  /// milliseconds, is `PT1.5S`.
  ///
  /// Returns `nil` if the result is finer than attoseconds, or has too many seconds for 64 bits.
  package init?(_ number: JSONNumber, places: Int = 0) {
    guard let attoseconds: Int128 = JSONDecimal(number).timesTen(toThe: 18 - places).integer() else {
      return nil
    }
    self.init(attoseconds: attoseconds)
  }

  /// Parses a string.
  ///
  /// - Throws: ``Fault``, so that a message can give the reason: for `P1M`, that a month has no fixed length.
  package init(_ text: String) throws(Fault) {
    let result = text.withBytes { bytes -> Result<Int128, Fault> in
      do throws(Fault) { return .success(try Self.attoseconds(of: bytes[...])) } catch {
        return .failure(error)
      }
    }
    guard let duration = FixedDuration(attoseconds: try result.get()) else { throw .tooLong }
    self = duration
  }

  private static func attoseconds(of text: TextBytes) throws(Fault) -> Int128 {
    var text = text
    let isNegative = text.take("-")
    guard let parts = DurationGrammar.parts(of: text) else { throw .malformed }
    var total: Int128 = 0
    for part in parts {
      guard let seconds = part.unit.seconds else { throw .noFixedLength }
      // Each part has at most 64 bits of seconds, so the sum can't overflow.
      guard let count = Int64(String(decoding: part.digits, as: UTF8.self)), count <= Int64.max / seconds
      else {
        throw .tooLong
      }
      total += Int128(count) * Int128(seconds) * second
      guard let fraction = part.fraction else { continue }
      guard fraction.count <= 18 else { throw .tooPrecise }
      total += attoseconds(ofDecimals: fraction)
    }
    return isNegative ? -total : total
  }

  /// Returns the part of a second that digits after a decimal point represent, without those after the 18th.
  ///
  /// For `25`, the result is 25 × 10^16: the digits are a number, and each place that is missing multiplies it by ten.
  static func attoseconds(ofDecimals digits: TextBytes) -> Int128 {
    let kept = digits.prefix(18)
    let significand = kept.reduce(Int128(0)) { $0 * 10 + Int128($1 & 0x0f) }
    return (kept.count..<18).reduce(significand) { scaled, _ in scaled * 10 }
  }

  /// The exact number of seconds.
  package var seconds: JSONNumber { JSONNumber(checked: (attoseconds < 0 ? "-" : "") + digits) }

  /// The duration in ISO 8601, in seconds: `PT90S`, `PT0.25S`.
  package var text: String { (attoseconds < 0 ? "-PT" : "PT") + digits + "S" }

  /// The seconds without a sign: `0.25`.
  ///
  /// The rest gets a 1 in front of its 18 places, which keeps its zeros when it becomes text: 0.05 s is `1050000000000000000`, without the
  /// 1 and the zeros at the end `05`.
  private var digits: String {
    let (whole, rest) = attoseconds.magnitude.quotientAndRemainder(dividingBy: UInt128(Self.second))
    guard rest > 0 else { return String(whole) }
    let decimals = String(UInt128(Self.second) + rest).dropFirst()
    let end = decimals.lastIndex { $0 != "0" } ?? decimals.startIndex
    return "\(whole).\(decimals[...end])"
  }
}

extension DurationGrammar.Unit {
  /// The unit's length; `nil` if it depends on the calendar.
  fileprivate var seconds: Int64? {
    switch self {
    case .years, .months: nil
    case .weeks: 604_800
    case .days: 86_400
    case .hours: 3_600
    case .minutes: 60
    case .seconds: 1
    }
  }
}
