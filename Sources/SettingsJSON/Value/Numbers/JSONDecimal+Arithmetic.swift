extension JSONDecimal {
  /// The maximum distance of the exponents of two numbers that are added.
  private static let maxDistance = 20_000

  /// Returns the exact sum; `nil` if the exponents differ by more than 20 000.
  package func adding(_ other: JSONDecimal) -> JSONDecimal? {
    if significand == 0 { return other }
    if other.significand == 0 { return self }
    guard let distance = (exponent - other.exponent).word, distance.magnitude <= Self.maxDistance else {
      return nil
    }
    return JSONDecimal(
      significand.timesTen(toThe: distance) + other.significand.timesTen(toThe: -distance),
      exponent: distance > 0 ? other.exponent : exponent)
  }

  /// Returns the exact difference; `nil` if the exponents differ by more than 20 000.
  package func subtracting(_ other: JSONDecimal) -> JSONDecimal? { adding(-other) }

  static prefix func - (number: JSONDecimal) -> JSONDecimal {
    JSONDecimal(-number.significand, exponent: number.exponent)
  }

  /// Returns the exact product.
  package static func * (left: JSONDecimal, right: JSONDecimal) -> JSONDecimal {
    JSONDecimal(left.significand * right.significand, exponent: left.exponent + right.exponent)
  }

  /// Returns the product with a power of ten.
  package func timesTen(toThe power: Int) -> JSONDecimal {
    JSONDecimal(significand, exponent: exponent + .word(power))
  }

  /// Whether the number is an integer multiple of another.
  package func isMultiple(of divisor: JSONDecimal) -> Bool {
    if significand == 0 { return true }
    if divisor.significand == 0 { return false }
    // The quotient is a*10^i / b*10^j, where a doesn't end in a zero. If i - j is negative, it isn't an integer.
    let shift = exponent - divisor.exponent
    guard !shift.isNegative else { return false }
    // A divisor of n digits has fewer than 4n factors of two and five; more zeros than that change nothing.
    let zeros = min(shift.word ?? .max, 4 * divisor.significand.digitCount)
    return significand.isMultiple(of: divisor.significand, afterZeros: zeros)
  }
}

/// Decimal arithmetic that rounds to nearest, half to even.
extension JSONDecimal {
  /// Returns the number with at most this many significant digits.
  package func rounded(toDigits count: Int) -> JSONDecimal {
    let excess = significand.digitCount - count
    guard excess > 0 else { return self }
    let digits = significand.digits
    let (kept, dropped) = (digits.prefix(count), digits.dropFirst(count))
    // The last digit isn't zero, so only a single 5 is a half.
    let isUp = dropped.elementsEqual([5]) ? kept.last?.isMultiple(of: 2) == false : dropped.first ?? 0 >= 5
    let isNegative = significand.isNegative
    let truncated = BigInteger(digits: kept, isNegative: isNegative)
    let rounded = isUp ? truncated + (isNegative ? -1 : 1) : truncated
    return JSONDecimal(rounded, exponent: exponent + .word(excess))
  }

  /// Returns the quotient with at most this many significant digits; `nil` for a division by zero.
  package func divided(by divisor: JSONDecimal, digits: Int) -> JSONDecimal? {
    guard divisor.significand != 0 else { return nil }
    let exponent = exponent - divisor.exponent
    // Most quotients that have an end have few digits.
    let few = max(0, BigInteger.shortDigits - significand.digitCount)
    let short = significand.timesTen(toThe: few).divided(by: divisor.significand)
    if short.isExact {
      return JSONDecimal(short.quotient, exponent: exponent - .word(few)).rounded(toDigits: digits)
    }
    // The quotient has more digits than the result. Represent those that it doesn't have by a one, so that rounding takes them into
    // account.
    let zeros = max(0, digits + 1 + divisor.significand.digitCount - significand.digitCount)
    let (quotient, isExact) = significand.timesTen(toThe: zeros).divided(by: divisor.significand)
    let all = quotient.digits + [isExact ? 0 : 1]
    return JSONDecimal(
      BigInteger(digits: all, isNegative: quotient.isNegative), exponent: exponent - .word(zeros + 1)
    ).rounded(toDigits: digits)
  }
}
