/// A duration of ISO 8601 in the grammar of RFC 3339, appendix A: `P3Y6M4DT12H30M5S`, `P2W`.
///
/// In addition, seconds can have a fraction, `PT1.5S`, as in ISO 8601, and units between others can be left out, `PT1H5S`.
/// ``FixedDuration`` computes the length of a duration from its parts.
enum DurationGrammar {
  /// The units, in the order in which a duration may have them.
  enum Unit: CaseIterable {
    case years, months, weeks, days, hours, minutes, seconds

    fileprivate var isTime: Bool { self == .hours || self == .minutes || self == .seconds }

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

  /// A number with its unit.
  struct Part {
    let unit: Unit
    let digits: TextBytes
    /// The digits after the decimal point; `nil` without a decimal point.
    let fraction: TextBytes?
  }

  static func isDuration(_ bytes: TextBytes) -> Bool { parts(of: bytes) != nil }

  /// Whether a string is a duration without the additions.
  static func isStrictDuration(_ bytes: TextBytes) -> Bool {
    guard let parts = parts(of: bytes), parts.allSatisfy({ $0.fraction == nil }) else { return false }
    // In RFC 3339, the units of a date, and those of a time, are without gaps.
    return zip(parts, parts.dropFirst()).allSatisfy { part, next in
      switch (part.unit, next.unit) {
      case (.years, .months), (.months, .days), (.hours, .minutes), (.minutes, .seconds): true
      case (.years, _), (.months, _): next.unit.isTime
      case (.hours, _): false
      default: true
      }
    }
  }

  /// Returns the numbers of a duration; `nil` for any other string.
  static func parts(of text: TextBytes) -> [Part]? {
    var bytes = text
    guard bytes.take("P") else { return nil }
    var rest = bytes
    let weeks = takeParts([.weeks], &rest)
    if weeks.count == 1, rest.isEmpty { return weeks }
    let date = takeParts([.years, .months, .days], &bytes)
    guard bytes.take("T") else { return !date.isEmpty && bytes.isEmpty ? date : nil }
    let time = takeParts([.hours, .minutes, .seconds], &bytes)
    return !time.isEmpty && bytes.isEmpty ? date + time : nil
  }

  /// Removes numbers with units, in the order of the units, from the beginning, and returns them.
  private static func takeParts(_ units: [Unit], _ bytes: inout TextBytes) -> [Part] {
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
