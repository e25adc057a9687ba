extension JSONNumber {
  /// Whether the distance from an origin is a whole number of steps.
  ///
  /// Exact for numbers of up to 38 digits between the highest and the lowest decimal place of the three;
  /// beyond that as exact as doubles are.
  func isMultiple(of step: JSONNumber, from origin: JSONNumber?) -> Bool {
    guard let origin, origin != JSONNumber(0) else { return isMultiple(of: step) }
    if let value = Decimal128(self), let origin = Decimal128(origin), let step = Decimal128(step),
      let remainder = Decimal128.remainder(value, origin, step)
    {
      return remainder == 0
    }
    return (double - origin.double).truncatingRemainder(dividingBy: step.double) == 0
  }
}

/// A decimal fraction of at most 38 digits.
private struct Decimal128 {
  var significand: Int128
  var exponent: Int

  /// Reads JSON's spelling; `nil` if there are too many digits.
  init?(_ number: JSONNumber) {
    (significand, exponent) = (0, 0)
    var isNegative = false
    var isFraction = false
    var bytes = number.spelling.utf8[...]
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        guard let power = Int(Substring(bytes)), abs(power) < 1000 else { return nil }
        exponent += power
        bytes = bytes[bytes.endIndex...]
      default:
        let (tens, isTooLarge) = significand.multipliedReportingOverflow(by: 10)
        let (sum, isStillTooLarge) = tens.addingReportingOverflow(Int128(byte &- UInt8(ascii: "0")))
        if isTooLarge || isStillTooLarge { return nil }
        significand = sum
        if isFraction { exponent -= 1 }
      }
    }
    if isNegative { significand = -significand }
  }

  /// What is left of the distance between two numbers after whole steps; `nil` if it takes too many digits.
  static func remainder(_ value: Decimal128, _ origin: Decimal128, _ step: Decimal128) -> Int128? {
    let lowest = min(value.exponent, origin.exponent, step.exponent)
    guard let value = value.scaled(to: lowest), let origin = origin.scaled(to: lowest),
      let step = step.scaled(to: lowest), step != 0
    else { return nil }
    let (distance, isTooLarge) = value.subtractingReportingOverflow(origin)
    return isTooLarge ? nil : distance % step
  }

  private func scaled(to exponent: Int) -> Int128? {
    var scaled = significand
    if scaled == 0 { return 0 }
    for _ in exponent..<self.exponent {
      let (next, isTooLarge) = scaled.multipliedReportingOverflow(by: 10)
      if isTooLarge { return nil }
      scaled = next
    }
    return scaled
  }
}
