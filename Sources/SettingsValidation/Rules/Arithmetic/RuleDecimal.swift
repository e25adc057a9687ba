/// A decimal number of at most 34 significant digits, for the arithmetic of rules.
///
/// A result is exact if it has at most 34 digits, as in IEEE 754's decimal128. Otherwise, it is rounded to the nearest number
/// with 34 digits, half to even.
struct RuleDecimal {
  /// The maximum number of digits of a result.
  static let precision = 34
  /// The allowed powers of ten of the first digit.
  static let exponents = -6144...6144

  /// The digits as a whole number below ten to the power of `precision`. It doesn't end in a zero.
  let significand: Int128
  /// The power of ten of the last digit.
  let exponent: Int

  private var magnitude: UInt128 { significand.magnitude }
  private var digitCount: Int { Self.digitCount(magnitude) }

  /// Creates a decimal from a number, rounded if it has too many digits; returns `nil` if it is too large or too small.
  init?(_ number: JSONNumber) {
    switch JSONDecimal(number) {
    case .small(let significand, let exponent):
      self.init(rounding: significand.magnitude128, isNegative: significand < 0, exponent: exponent)
    case .large(let decimal):
      guard let exponent = decimal.exponent.machineWord else { return nil }
      let kept = decimal.digits.prefix(37)
      var magnitude = kept.reduce(UInt128(0)) { $0 * 10 + UInt128($1) }
      var shift = decimal.digits.count - kept.count
      if shift > 0 {
        // The dropped digits aren't all zero. Represent them by a one after the kept digits, so that rounding takes them into
        // account.
        magnitude = magnitude * 10 + 1
        shift -= 1
      }
      self.init(rounding: magnitude, isNegative: decimal.isNegative, exponent: exponent + shift)
    }
  }

  /// Creates a decimal from a magnitude of any number of digits; returns `nil` if the number is too large or too small.
  private init?(rounding magnitude: UInt128, isNegative: Bool, exponent: Int) {
    guard magnitude != 0 else {
      (significand, self.exponent) = (0, 0)
      return
    }
    var (magnitude, exponent) = (magnitude, exponent)
    let excess = Self.digitCount(magnitude) - Self.precision
    if excess > 0 {
      let unit = Self.powers[excess]
      let (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: unit)
      let isUp = remainder > unit / 2 || remainder == unit / 2 && !quotient.isMultiple(of: 2)
      magnitude = isUp ? quotient + 1 : quotient
      exponent += excess
    }
    while magnitude.isMultiple(of: 10) {
      magnitude /= 10
      exponent += 1
    }
    guard Self.exponents.contains(exponent + Self.digitCount(magnitude) - 1) else { return nil }
    significand = isNegative ? -Int128(magnitude) : Int128(magnitude)
    self.exponent = exponent
  }

  /// The powers of ten that fit in 128 bits.
  private static let powers: [UInt128] = (1...38).reduce(into: [1]) { powers, place in
    powers.append(powers[place - 1] * 10)
  }

  private static func digitCount(_ magnitude: UInt128) -> Int {
    powers.firstIndex { magnitude < $0 } ?? powers.count
  }
}

extension RuleDecimal {
  /// The number as it is written in JSON.
  var number: JSONNumber {
    let digits = String(magnitude)
    let sign = significand < 0 ? "-" : ""
    let point = digits.count + exponent
    let text: String
    if exponent >= 0, point <= Self.precision {
      text = digits + String(repeating: "0", count: exponent)
    } else if exponent < 0, point > 0 {
      text = "\(digits.prefix(point)).\(digits.dropFirst(point))"
    } else if exponent < 0, point > -6 {
      text = "0." + String(repeating: "0", count: -point) + digits
    } else {
      let fraction = digits.count > 1 ? ".\(digits.dropFirst())" : ""
      text = "\(digits.prefix(1))\(fraction)e\(point - 1)"
    }
    return JSONNumber(checked: sign + text)
  }

  static func + (left: RuleDecimal, right: RuleDecimal) -> RuleDecimal? {
    if left.significand == 0 { return right }
    if right.significand == 0 { return left }
    let (high, low) = left.exponent >= right.exponent ? (left, right) : (right, left)
    let distance = high.exponent - low.exponent
    if high.digitCount + distance < powers.count - 1 {
      let sum = high.significand * Int128(powers[distance]) + low.significand
      return RuleDecimal(rounding: sum.magnitude, isNegative: sum < 0, exponent: low.exponent)
    }
    // The low number is less than a thousandth of the high one. Its part below the 37th digit only determines on which side of
    // a half the sum is.
    let shift = 37 - high.digitCount
    let scaled = high.significand * Int128(powers[shift])
    let dropped = distance - shift
    let unit = dropped < powers.count ? Int128(powers[dropped]) : Int128.max
    let (quotient, remainder) = low.significand.quotientAndRemainder(dividingBy: unit)
    let sum = (scaled + quotient) * 10 + remainder.signum()
    return RuleDecimal(
      rounding: sum.magnitude, isNegative: sum < 0, exponent: high.exponent - shift - 1)
  }

  static func - (left: RuleDecimal, right: RuleDecimal) -> RuleDecimal? {
    left + RuleDecimal(significand: -right.significand, exponent: right.exponent)
  }

  static func * (left: RuleDecimal, right: RuleDecimal) -> RuleDecimal? {
    let isNegative = (left.significand < 0) != (right.significand < 0)
    let exponent = left.exponent + right.exponent
    let excess = left.digitCount + right.digitCount - 37
    let product = left.magnitude.multipliedFullWidth(by: right.magnitude)
    guard excess > 0 else {
      return RuleDecimal(rounding: product.low, isNegative: isNegative, exponent: exponent)
    }
    let (quotient, remainder) = powers[excess].dividingFullWidth(product)
    return RuleDecimal(
      rounding: quotient * 10 + (remainder == 0 ? 0 : 1), isNegative: isNegative,
      exponent: exponent + excess - 1)
  }

  /// Returns the quotient by a number that isn't zero.
  static func / (left: RuleDecimal, right: RuleDecimal) -> RuleDecimal? {
    guard left.significand != 0 else { return left }
    let fill = precision - left.digitCount
    let shift = right.digitCount + 2
    let dividend = (left.magnitude * powers[fill]).multipliedFullWidth(by: powers[shift])
    // The quotient has 36 or 37 digits.
    let (quotient, remainder) = right.magnitude.dividingFullWidth(dividend)
    return RuleDecimal(
      rounding: quotient * 10 + (remainder == 0 ? 0 : 1),
      isNegative: (left.significand < 0) != (right.significand < 0),
      exponent: left.exponent - right.exponent - fill - shift - 1)
  }

  private init(significand: Int128, exponent: Int) {
    self.significand = significand
    self.exponent = exponent
  }
}

extension Int64 {
  fileprivate var magnitude128: UInt128 { UInt128(magnitude) }
}
