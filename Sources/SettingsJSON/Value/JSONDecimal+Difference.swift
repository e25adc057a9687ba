extension JSONDecimal {
  /// The maximum number of digits of a difference.
  private static let maxDigits = 10_000

  /// Returns the exact difference; `nil` if it has more than 10 000 digits.
  package func subtracting(_ other: JSONDecimal) -> JSONDecimal? {
    smallDifference(other) ?? Self.difference(digits, other.digits)
  }

  /// Returns the difference; `nil` if it has more than 18 digits.
  private func smallDifference(_ other: JSONDecimal) -> JSONDecimal? {
    guard case .small(let left, let leftExponent) = self, case .small(let right, let rightExponent) = other,
      abs(leftExponent - rightExponent) <= Self.smallDigits
    else { return nil }
    var exponent = min(leftExponent, rightExponent)
    let (first, isTooLarge) = left.multipliedReportingOverflow(by: Self.powerOfTen(leftExponent - exponent))
    let (second, isOtherTooLarge) = right.multipliedReportingOverflow(
      by: Self.powerOfTen(rightExponent - exponent))
    var (significand, overflows) = first.subtractingReportingOverflow(second)
    guard !isTooLarge, !isOtherTooLarge, !overflows,
      significand.magnitude < Self.powerOfTen(Self.smallDigits).magnitude
    else { return nil }
    guard significand != 0 else { return .small(significand: 0, exponent: 0) }
    while significand.isMultiple(of: 10) {
      significand /= 10
      exponent += 1
    }
    return .small(significand: significand, exponent: exponent)
  }

  private static func difference(_ left: LargeDecimal, _ right: LargeDecimal) -> JSONDecimal? {
    guard let leftExponent = left.exponent.machineWord, let rightExponent = right.exponent.machineWord else {
      return nil
    }
    let lowest = min(leftExponent, rightExponent)
    // One digit more than the longer number has, for the carry.
    let width = max(leftExponent + left.digits.count, rightExponent + right.digits.count) - lowest + 1
    guard width <= maxDigits else { return nil }
    var digits = [Int](repeating: 0, count: width)
    for (number, exponent, sign) in [
      (left, leftExponent, left.isNegative ? -1 : 1), (right, rightExponent, right.isNegative ? 1 : -1),
    ] {
      let start = width - (exponent - lowest) - number.digits.count
      for (place, digit) in number.digits.enumerated() { digits[start + place] += sign * Int(digit) }
    }
    // All digits have the same sign, or are from -9 to 9, so the first nonzero digit determines the sign.
    let isNegative = (digits.first { $0 != 0 } ?? 0) < 0
    var carry = 0
    for place in digits.indices.reversed() {
      let total = (isNegative ? -digits[place] : digits[place]) + carry
      digits[place] = (total % 10 + 10) % 10
      carry = (total - digits[place]) / 10
    }
    let spelling = (isNegative ? "-" : "") + digits.map(String.init).joined() + "e\(lowest)"
    return JSONDecimal(JSONNumber(checked: spelling))
  }
}
