extension BigInteger {
  @inline(__always)
  package static func + (left: BigInteger, right: BigInteger) -> BigInteger {
    short(left, right) { $0.addingReportingOverflow($1) } ?? longSum(left, right)
  }

  @inline(__always)
  package static func - (left: BigInteger, right: BigInteger) -> BigInteger {
    short(left, right) { $0.subtractingReportingOverflow($1) } ?? longSum(left, -right)
  }

  @inline(__always)
  package static func * (left: BigInteger, right: BigInteger) -> BigInteger {
    short(left, right) { $0.multipliedReportingOverflow(by: $1) } ?? longProduct(left, right)
  }

  package static prefix func - (number: BigInteger) -> BigInteger {
    if case .word(let word) = number, word != .min { return .word(-word) }
    return BigInteger(digits: number.digits, isNegative: !number.isNegative)
  }

  /// Returns the result of an operation if both numbers and the result fit in words.
  @inline(__always)
  private static func short(
    _ left: BigInteger, _ right: BigInteger, _ operation: (Int, Int) -> (partialValue: Int, overflow: Bool)
  ) -> BigInteger? {
    guard case .word(let left) = left, case .word(let right) = right else { return nil }
    let (result, overflows) = operation(left, right)
    return overflows ? nil : .word(result)
  }

  private static func longSum(_ left: BigInteger, _ right: BigInteger) -> BigInteger {
    let terms = [left, right].map { (digits: $0.digits, sign: $0.isNegative ? -1 : 1) }
    // One column more than the longer number has, for the carry.
    var columns = [Int](repeating: 0, count: max(terms[0].digits.count, terms[1].digits.count) + 1)
    for (digits, sign) in terms {
      let start = columns.count - digits.count
      for (place, digit) in digits.enumerated() { columns[start + place] += sign * Int(digit) }
    }
    return BigInteger(columns: columns)
  }

  private static func longProduct(_ left: BigInteger, _ right: BigInteger) -> BigInteger {
    let (digits, factors) = (left.digits, right.digits)
    let sign = left.isNegative == right.isNegative ? 1 : -1
    var columns = [Int](repeating: 0, count: digits.count + factors.count)
    for (place, digit) in digits.enumerated() {
      for (other, factor) in factors.enumerated() {
        columns[place + other + 1] += sign * Int(digit) * Int(factor)
      }
    }
    return BigInteger(columns: columns)
  }

  /// Creates a number from amounts of powers of ten, the last one of ones. There is a column for each digit.
  ///
  /// The first nonzero amount determines the sign: all amounts have the same sign, or each is between -9 and 9, so that those after
  /// the first can't outweigh it.
  private init(columns: [Int]) {
    let isNegative = columns.first { $0 != 0 } ?? 0 < 0
    var digits = [UInt8](repeating: 0, count: columns.count)
    var carry = 0
    for place in columns.indices.reversed() {
      let total = (isNegative ? -columns[place] : columns[place]) + carry
      let digit = (total % 10 + 10) % 10
      digits[place] = UInt8(digit)
      carry = (total - digit) / 10
    }
    self.init(digits: digits, isNegative: isNegative)
  }

  /// Returns the product with a power of ten, or the number itself for a negative power.
  @inline(__always)
  func timesTen(toThe power: Int) -> BigInteger {
    if power <= 0 { return self }
    if case .word(var word) = self {
      var overflows = false
      for _ in 0..<power where !overflows {
        (word, overflows) = word.multipliedReportingOverflow(by: 10)
      }
      if !overflows { return .word(word) }
    }
    return longShift(power)
  }

  private func longShift(_ power: Int) -> BigInteger {
    BigInteger(digits: digits + [UInt8](repeating: 0, count: power), isNegative: isNegative)
  }

  /// Returns the quotient, rounded toward zero, and whether there is no remainder. The divisor isn't zero.
  func divided(by divisor: BigInteger) -> (quotient: BigInteger, isExact: Bool) {
    if case .word(let dividend) = self, case .word(let divisor) = divisor, divisor != -1 {
      return (.word(dividend / divisor), dividend % divisor == 0)
    }
    let (quotient, isExact) =
      divisor.digitCount <= Self.shortDigits
      ? Self.shortDivision(of: digits, by: divisor.digits.reduce(0) { $0 * 10 + UInt64($1) })
      : Self.longDivision(of: digits, by: divisor.digits)
    return (BigInteger(digits: quotient, isNegative: isNegative != divisor.isNegative), isExact)
  }

  /// The maximum number of digits of a number that is still below 2^64 with one more digit.
  static let shortDigits = 18

  private static func shortDivision(
    of digits: [UInt8], by divisor: UInt64
  ) -> (quotient: [UInt8], isExact: Bool) {
    var rest: UInt64 = 0
    let quotient = digits.map { digit in
      let quotient: UInt64
      (quotient, rest) = (rest * 10 + UInt64(digit)).quotientAndRemainder(dividingBy: divisor)
      return UInt8(quotient)
    }
    return (quotient, rest == 0)
  }

  private static func longDivision(
    of digits: [UInt8], by divisor: [UInt8]
  ) -> (quotient: [UInt8], isExact: Bool) {
    // The remainder is in a window with one digit more than the divisor.
    let divisor = [0] + divisor
    var rest = [UInt8](repeating: 0, count: divisor.count)
    let quotient = digits.map { digit in
      rest.removeFirst()
      rest.append(digit)
      var quotient: UInt8 = 0
      while !rest.lexicographicallyPrecedes(divisor) {
        var borrow: UInt8 = 0
        for place in divisor.indices.reversed() {
          let taken = divisor[place] + borrow
          borrow = rest[place] < taken ? 1 : 0
          rest[place] = rest[place] &+ (borrow == 1 ? 10 : 0) &- taken
        }
        quotient += 1
      }
      return quotient
    }
    return (quotient, rest.allSatisfy { $0 == 0 })
  }
}
