/// The exact value of a JSON number: a significand times a power of ten, in normal form.
///
/// Almost all numbers have at most 18 significant digits and a small exponent, and need no heap memory. Other numbers store all
/// their digits; an exponent that doesn't fit in a machine word is stored as digits, too.
package enum JSONDecimal: Hashable {
  /// `significand * 10^exponent`. The significand doesn't end in a zero, and zero is `0 * 10^0`.
  case small(significand: Int64, exponent: Int)
  /// Any other number.
  case large(LargeDecimal)

  /// The maximum number of digits of a small significand. Any 18 digits fit in an `Int64`.
  static let smallDigits = 18
  /// The exponents of small numbers. The range ensures that sums of exponents don't overflow.
  private static let smallExponents = -100_000_000_000_000_000...100_000_000_000_000_000

  /// Creates the value of a number.
  package init(_ number: JSONNumber) {
    self = number.spelling.withBytes(JSONDecimal.init)
  }

  /// Creates the value of a well-formed spelling.
  init(_ spelling: UnsafeBufferPointer<UInt8>) {
    self = Self.small(from: spelling) ?? .large(LargeDecimal(spelling))
  }

  private static func small(from bytes: UnsafeBufferPointer<UInt8>) -> JSONDecimal? {
    let isNegative = bytes.first == UInt8(ascii: "-")
    var significand: Int64 = 0
    var digits = 0
    var zeros = 0
    var exponent = 0
    var isFraction = false
    var at = isNegative ? 1 : 0
    while at < bytes.count, bytes[at] | 0x20 != UInt8(ascii: "e") {
      let byte = bytes[at]
      at += 1
      if byte == UInt8(ascii: ".") {
        isFraction = true
        continue
      }
      if isFraction { exponent -= 1 }
      if byte == UInt8(ascii: "0") {
        if significand != 0 { zeros += 1 }
        continue
      }
      digits += zeros + 1
      guard digits <= smallDigits else { return nil }
      significand = significand * powerOfTen(zeros + 1) + Int64(byte & 0x0f)
      zeros = 0
    }
    guard significand != 0 else { return .small(significand: 0, exponent: 0) }
    exponent += zeros
    if at < bytes.count {
      guard let written = LargeExponent(bytes[(at + 1)...]).machineWord else { return nil }
      exponent += written
    }
    guard smallExponents.contains(exponent) else { return nil }
    return .small(significand: isNegative ? -significand : significand, exponent: exponent)
  }

  /// Returns `10^power` for a power of 0 to 18.
  package static func powerOfTen(_ power: Int) -> Int64 {
    var result: Int64 = 1
    for _ in 0..<power { result *= 10 }
    return result
  }

  /// The number as a list of digits.
  var digits: LargeDecimal {
    switch self {
    case .small(let significand, let exponent):
      LargeDecimal(significand: significand, exponent: exponent)
    case .large(let decimal): decimal
    }
  }
}

extension JSONDecimal {
  /// The nearest double, if one multiplication or division of exact doubles produces it (William Clinger, How to Read Floating
  /// Point Numbers Accurately, 1990); `nil` for other numbers, and for zero, because the sign is lost.
  var exactDouble: Double? {
    guard case .small(let significand, let exponent) = self, significand != 0,
      significand.magnitude <= 1 << 53, -18...18 ~= exponent
    else { return nil }
    // Powers of ten up to 10^22 are exact doubles.
    let power = Double(Self.powerOfTen(abs(exponent)))
    return exponent < 0 ? Double(significand) / power : Double(significand) * power
  }
}

extension JSONDecimal: Comparable {
  package static func < (left: JSONDecimal, right: JSONDecimal) -> Bool {
    guard case .small(let a, let aExponent) = left, case .small(let b, let bExponent) = right else {
      return left.digits < right.digits
    }
    if aExponent == bExponent || a.signum() != b.signum() || a == 0 { return a < b }
    // Scale both numbers to the same exponent. A number that overflows is farther from zero than the other one.
    let distance = aExponent - bExponent
    guard abs(distance) <= smallDigits else { return (distance > 0) == (a < 0) }
    let power = powerOfTen(abs(distance))
    let (scaled, overflows) = (distance > 0 ? a : b).multipliedReportingOverflow(by: power)
    if overflows { return (distance > 0) == (a < 0) }
    return distance > 0 ? scaled < b : a < scaled
  }
}

extension JSONDecimal {
  /// Returns the value as an integer; `nil` for a fraction and for a number out of range.
  func integer<Integer: FixedWidthInteger>() -> Integer? {
    let decimal = digits
    guard let zeros = decimal.exponent.machineWord, zeros >= 0 else { return nil }
    var result: Integer = 0
    func append(_ digit: UInt8) -> Bool {
      let (product, isTooBig) = result.multipliedReportingOverflow(by: 10)
      let (sum, overflows) =
        decimal.isNegative
        ? product.subtractingReportingOverflow(Integer(digit))
        : product.addingReportingOverflow(Integer(digit))
      result = sum
      return !isTooBig && !overflows
    }
    for digit in decimal.digits where !append(digit) { return nil }
    if result != 0 {
      for _ in 0..<zeros where !append(0) { return nil }
    }
    return result
  }

  /// Whether the number is an integer multiple of another.
  package func isMultiple(of divisor: JSONDecimal) -> Bool {
    if let isMultiple = isSmallMultiple(of: divisor) { return isMultiple }
    let dividend = digits
    let divisorDigits = divisor.digits
    if dividend.digits.isEmpty { return true }
    if divisorDigits.digits.isEmpty { return false }
    // The quotient is a*10^i / b*10^j, where a doesn't end in a zero. If i - j is negative, it isn't an integer.
    let shift = dividend.exponent.subtracting(divisorDigits.exponent)
    guard !shift.isNegative else { return false }
    // A divisor of n digits has fewer than 4n factors of two and five; more zeros than that change nothing.
    let zeros = min(shift.machineWord ?? .max, 4 * divisorDigits.digits.count)
    let scaled = dividend.digits + Array(repeating: 0, count: zeros)
    if case .small(let significand, _) = divisor {
      let modulus = significand.magnitude
      // A remainder below 10^18, times ten, plus a digit fits in 64 bits.
      return scaled.reduce(UInt64(0)) { ($0 * 10 + UInt64($1)) % modulus } == 0
    }
    return LargeDecimal.remainderIsZero(of: scaled, by: divisorDigits.digits)
  }
}

extension JSONDecimal {
  /// Returns whether the number is an integer multiple of another; `nil` if 64 bits aren't enough to determine that.
  private func isSmallMultiple(of divisor: JSONDecimal) -> Bool? {
    guard case .small(let value, let exponent) = self, case .small(let unit, let unitExponent) = divisor,
      unit != 0, 0...Self.smallDigits ~= exponent - unitExponent
    else { return nil }
    let (scaled, overflows) = value.multipliedReportingOverflow(by: Self.powerOfTen(exponent - unitExponent))
    return overflows ? nil : scaled % unit == 0
  }
}
