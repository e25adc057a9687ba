/// A whole number of any size. A number that fits in a machine word needs no heap memory.
///
/// The limits of a form and the values of a file are compared exactly: `0.1` with 40 digits isn't `0.1`, and
/// `multipleOf: 0.01` must not fail because of binary fractions. Doubles can't do that. Nearly all numbers fit in a
/// word, where each operation is one machine instruction with a check for overflow. The others are rare, so they are
/// arrays of decimal digits, whose conversions from and to text are trivial, and the algorithms are the ones taught at
/// school; only the test whether a number is a multiple of a very long one uses larger digits.
///
/// Each number has one representation: a number that fits in a word is always a `word`. So the equality and the hash that Swift derives
/// from the cases are right. Every initializer and operation has to keep that.
///
/// Products take quadratic time. The number of digits is bounded where numbers are read, by `InputLimits.numberLength`,
/// and rules round each of their results.
package enum BigInteger: Hashable {
  case word(Int)
  /// A number that doesn't fit in a word: its digits, 0 to 9 each, without leading zeros.
  case long([UInt8], isNegative: Bool)

  /// Creates a number from its digits, 0 to 9 each. Zeros may precede them, and no digits are zero.
  init(digits: [UInt8], isNegative: Bool = false) {
    var word = 0
    for digit in digits {
      let (tens, isTooLarge) = word.multipliedReportingOverflow(by: 10)
      let (sum, overflows) =
        isNegative
        ? tens.subtractingReportingOverflow(Int(digit)) : tens.addingReportingOverflow(Int(digit))
      guard !isTooLarge, !overflows else {
        self = .long(Array(digits.drop { $0 == 0 }), isNegative: isNegative)
        return
      }
      word = sum
    }
    self = .word(word)
  }

  /// Whether the number is below zero.
  package var isNegative: Bool {
    switch self {
    case .word(let word): word < 0
    case .long(_, let isNegative): isNegative
    }
  }

  /// -1, 0 or 1.
  var signum: Int {
    switch self {
    case .word(let word): word.signum()
    case .long(_, let isNegative): isNegative ? -1 : 1
    }
  }

  /// The number, if it fits in a word.
  package var word: Int? {
    if case .word(let word) = self { return word }
    return nil
  }

  /// The digits, 0 to 9 each, without leading zeros; empty for zero.
  var digits: [UInt8] {
    switch self {
    case .word(0): []
    case .word(let word): String(word.magnitude).utf8.map { $0 & 0x0f }
    case .long(let digits, _): digits
    }
  }

  /// The number of digits; 0 for zero.
  var digitCount: Int {
    guard case .word(let word) = self else { return digits.count }
    var (count, rest) = (0, word.magnitude)
    while rest > 0 {
      rest /= 10
      count += 1
    }
    return count
  }
}

extension BigInteger: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) { self = .word(value) }
}

extension BigInteger: Comparable {
  @inline(__always)
  package static func < (left: BigInteger, right: BigInteger) -> Bool {
    if case .word(let first) = left, case .word(let second) = right { return first < second }
    return isBelow(left, right)
  }

  /// Compares two numbers, at least one of which doesn't fit in a word: by the signs, then by the number of digits, then digit by digit. If
  /// both are negative, the number with the larger magnitude is the smaller one.
  private static func isBelow(_ left: BigInteger, _ right: BigInteger) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    let (smaller, larger) = left.isNegative ? (right.digits, left.digits) : (left.digits, right.digits)
    return smaller.count == larger.count
      ? smaller.lexicographicallyPrecedes(larger) : smaller.count < larger.count
  }
}

extension BigInteger: CustomStringConvertible {
  package var description: String {
    if case .word(let word) = self { return String(word) }
    return (isNegative ? "-" : "") + String(decoding: digits.map { $0 | 0x30 }, as: UTF8.self)
  }
}

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
    _ left: BigInteger, _ right: BigInteger, operation: (Int, Int) -> (partialValue: Int, overflow: Bool)
  ) -> BigInteger? {
    guard case .word(let left) = left, case .word(let right) = right else { return nil }
    let (result, overflows) = operation(left, right)
    return overflows ? nil : .word(result)
  }

  /// Adds numbers as on paper: a column for each power of ten has the sum of two digits, from -18 to 18, and the
  /// carries are made afterwards.
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

  /// Multiplies each digit by each. A column sums up at most as many products as the shorter number has digits, which
  /// fits in a word.
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

  /// Creates a number from amounts of powers of ten, from the highest to the units. There is a column for each digit.
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

  /// Returns the product with a power of ten, or the number itself for a negative power. The caller bounds the power,
  /// because the zeros are written out.
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

  /// Whether the number, with zeros appended, is a multiple of a divisor, which isn't zero.
  ///
  /// Up to 18 digits of the divisor, a division digit by digit is fast enough. A longer divisor, which only hostile
  /// forms have, would make that quadratic with a large factor, so the numbers are converted to digits of 64 bits
  /// first.
  func isMultiple(of divisor: BigInteger, afterZeros zeros: Int) -> Bool {
    guard divisor.digitCount > Self.shortDigits else {
      return timesTen(toThe: zeros).divided(by: divisor).isExact
    }
    var dividend = Self.limbs(of: digits + [UInt8](repeating: 0, count: zeros))
    var divisor = Self.limbs(of: divisor.digits)
    // If the first bit of the divisor is set, each estimate of a quotient is too large by two at most.
    let factor: UInt64 = 1 << UInt64(divisor[divisor.count - 1].leadingZeroBitCount)
    Self.multiply(&dividend, by: factor, adding: 0)
    Self.multiply(&divisor, by: factor, adding: 0)
    return Self.isMultiple(dividend, of: divisor)
  }

  /// Returns the number in the base 2^64, the last limb first. Eighteen decimal digits at a time are multiplied in.
  private static func limbs(of digits: [UInt8]) -> [UInt64] {
    var limbs: [UInt64] = []
    for end in stride(from: digits.count % shortDigits, through: digits.count, by: shortDigits) {
      let part = digits[max(0, end - shortDigits)..<end].reduce(0) { $0 * 10 + UInt64($1) }
      multiply(&limbs, by: 1_000_000_000_000_000_000, adding: part)
    }
    return limbs
  }

  /// Multiplies by a factor and adds a number, in place; a carry out of the last limb becomes another limb.
  private static func multiply(_ limbs: inout [UInt64], by factor: UInt64, adding carry: UInt64) {
    var carry = carry
    for place in limbs.indices {
      let (high, low) = limbs[place].multipliedFullWidth(by: factor)
      let (sum, overflows) = low.addingReportingOverflow(carry)
      limbs[place] = sum
      carry = high + (overflows ? 1 : 0)
    }
    if carry > 0 { limbs.append(carry) }
  }

  /// Whether there is no remainder (D. E. Knuth, "The Art of Computer Programming", volume 2, algorithm 4.3.1 D, without the
  /// quotient).
  private static func isMultiple(_ dividend: [UInt64], of divisor: [UInt64]) -> Bool {
    let count = divisor.count
    let first = divisor[count - 1]
    // The remainder so far, with the next limb of the dividend. It has one limb more than the divisor.
    var rest = [UInt64](repeating: 0, count: count + 1)
    for limb in dividend.reversed() {
      for place in stride(from: count, to: 0, by: -1) { rest[place] = rest[place - 1] }
      rest[0] = limb
      let estimate =
        rest[count] < first ? first.dividingFullWidth((rest[count], rest[count - 1])).quotient : .max
      if estimate == 0 { continue }
      var carry: UInt64 = 0
      for place in 0..<count {
        let (high, low) = divisor[place].multipliedFullWidth(by: estimate)
        let (taken, overflows) = low.addingReportingOverflow(carry)
        let (difference, borrows) = rest[place].subtractingReportingOverflow(taken)
        rest[place] = difference
        carry = high + (overflows ? 1 : 0) + (borrows ? 1 : 0)
      }
      var missing = carry - min(carry, rest[count])
      rest[count] -= min(carry, rest[count])
      // The estimate was too large, and more was subtracted than there was.
      while missing > 0 {
        var carry: UInt64 = 0
        for place in 0..<count {
          let (sum, overflows) = rest[place].addingReportingOverflow(divisor[place])
          let (total, overflowsAgain) = sum.addingReportingOverflow(carry)
          rest[place] = total
          carry = (overflows ? 1 : 0) + (overflowsAgain ? 1 : 0)
        }
        missing -= min(missing, carry)
      }
    }
    return rest.allSatisfy { $0 == 0 }
  }

  /// Returns the quotient, rounded toward zero, and whether there is no remainder. The divisor isn't zero.
  ///
  /// Dividing the smallest word by -1 overflows, so that divisor takes the general way, whose result needn't fit in a
  /// word.
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

  /// Divides from the first digit on; the rest is always below the divisor, so with the next digit, it stays below
  /// 2^64.
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

  /// Divides from the first digit on by repeated subtraction, at most nine times for each digit of the result.
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
