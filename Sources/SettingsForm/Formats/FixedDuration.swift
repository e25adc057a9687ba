/// A duration of fixed length, the value of a setting of type `Duration`: `P1DT2H`, `PT0.25S`, `-PT1S`.
///
/// The format is that of ISO 8601: weeks alone, or days, hours, minutes and seconds. The seconds have up to 18 decimals, and a
/// negative duration starts with a sign. Years and months are refused, because their length depends on the calendar; JSON
/// Schema's `duration`, which allows them, is ``DurationGrammar``.
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

  /// Creates a duration; returns `nil` if it has too many seconds for 64 bits.
  package init?(attoseconds: Int128) {
    guard attoseconds.magnitude / UInt128(Self.second) <= UInt128(Int64.max) else { return nil }
    self.attoseconds = attoseconds
  }

  /// Creates a duration of a number of seconds, divided by ten to the power of `places`. Returns `nil` if the result is finer
  /// than attoseconds, or has too many seconds for 64 bits.
  package init?(_ number: JSONNumber, places: Int = 0) {
    guard let attoseconds: Int128 = JSONDecimal(number).timesTen(toThe: 18 - places).integer() else {
      return nil
    }
    self.init(attoseconds: attoseconds)
  }

  /// Parses a string.
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
