/// A whole number of any size. A number that fits in a machine word needs no heap memory.
///
/// The limits of a form and the values of a file are compared exactly: `0.1` with 40 digits isn't `0.1`, and
/// `multipleOf: 0.01` must not fail because of binary fractions. Doubles can't do that. Nearly all numbers fit in a
/// word, where each operation is one machine instruction with a check for overflow. The others are rare, so they are
/// arrays of digits in the base 10^18, whose conversions from and to text are simple, and the algorithms are the ones taught at
/// school.
///
/// Each number has one representation: a number that fits in a word is always a `word`. So the equality and the hash that Swift derives
/// from the cases are right. Every initializer and operation has to keep that.
///
/// Products take quadratic time. The number of digits is bounded where numbers are read, by `InputLimits.numberLength`,
/// and rules round each of their results.
package enum BigInteger: Hashable {
  case word(Int)
  /// A number that doesn't fit in a word: its limbs, the digits in the base 10^18, the lowest first. The last one isn't zero.
  case long([UInt64], isNegative: Bool)

  /// The base of limbs, and the number of decimal digits in each.
  private static let base: Int128 = 1_000_000_000_000_000_000
  static let limbDigits = 18

  /// Creates a number from its digits, 0 to 9 each. Zeros may precede them, and no digits are zero.
  init(digits: [UInt8], isNegative: Bool = false) {
    let limbs = stride(from: digits.count, to: 0, by: -Self.limbDigits).map { end in
      digits[max(0, end - Self.limbDigits)..<end].reduce(0) { $0 * 10 + UInt64($1) }
    }
    self.init(limbs: limbs, isNegative: isNegative)
  }

  /// Creates a number from its limbs, after which zeros may stand.
  private init(limbs: [UInt64], isNegative: Bool) {
    let count = (limbs.lastIndex { $0 != 0 } ?? -1) + 1
    if count <= 2 {
      let magnitude = limbs[..<count].reversed().reduce(Int128(0)) { $0 * Self.base + Int128($1) }
      if let word = Int(exactly: isNegative ? -magnitude : magnitude) {
        self = .word(word)
        return
      }
    }
    self = .long(Array(limbs[..<count]), isNegative: isNegative)
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

  /// The limbs, the lowest first, without zeros after the last; empty for zero.
  private var limbs: [UInt64] {
    switch self {
    case .word(0): return []
    case .word(let word):
      let (high, low) = word.magnitude.quotientAndRemainder(dividingBy: UInt(Self.base))
      return high == 0 ? [UInt64(low)] : [UInt64(low), UInt64(high)]
    case .long(let limbs, _): return limbs
    }
  }

  /// The number without its sign, in decimal digits.
  private var magnitude: String {
    switch self {
    case .word(let word): String(word.magnitude)
    case .long(let limbs, _):
      limbs.dropLast().reversed().reduce(String(limbs.last ?? 0)) { text, limb in
        // A limb behind the first one has its zeros.
        text + String(limb + UInt64(Self.base)).dropFirst()
      }
    }
  }

  /// The digits, 0 to 9 each, without leading zeros; empty for zero.
  var digits: [UInt8] { self == 0 ? [] : magnitude.utf8.map { $0 & 0x0f } }

  /// The number of digits; 0 for zero.
  var digitCount: Int {
    // Each comparison of decimals asks for it, so a word makes no list.
    var (count, rest): (Int, UInt) =
      switch self {
      case .word(let word): (0, word.magnitude)
      case .long(let limbs, _): ((limbs.count - 1) * Self.limbDigits, UInt(limbs.last ?? 0))
      }
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

  /// Compares two numbers, at least one of which doesn't fit in a word: by the signs, then by the number of limbs, then limb by limb. If
  /// both are negative, the number with the larger magnitude is the smaller one.
  private static func isBelow(_ left: BigInteger, _ right: BigInteger) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    let (smaller, larger) = left.isNegative ? (right.limbs, left.limbs) : (left.limbs, right.limbs)
    return smaller.count == larger.count
      ? smaller.reversed().lexicographicallyPrecedes(larger.reversed()) : smaller.count < larger.count
  }
}

extension BigInteger: CustomStringConvertible {
  package var description: String {
    (isNegative ? "-" : "") + magnitude
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
    return BigInteger(limbs: number.limbs, isNegative: !number.isNegative)
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

  /// Adds numbers as on paper: a column for each power of the base has the sum of two limbs, and the carries are made afterwards.
  ///
  /// The last nonzero column determines the sign, because those before it can't outweigh it.
  private static func longSum(_ left: BigInteger, _ right: BigInteger) -> BigInteger {
    // One column more than the longer number has, for the carry.
    var columns = [Int128](repeating: 0, count: max(left.limbs.count, right.limbs.count) + 1)
    for number in [left, right] {
      for (place, limb) in number.limbs.enumerated() {
        columns[place] += Int128(limb) * (number.isNegative ? -1 : 1)
      }
    }
    let isNegative = columns.last { $0 != 0 } ?? 0 < 0
    var carry: Int128 = 0
    let limbs = columns.map { column in
      let total = (isNegative ? -column : column) + carry
      let limb = (total % base + base) % base
      carry = (total - limb) / base
      return UInt64(limb)
    }
    return BigInteger(limbs: limbs, isNegative: isNegative)
  }

  /// Multiplies each limb by each.
  private static func longProduct(_ left: BigInteger, _ right: BigInteger) -> BigInteger {
    let (first, second) = (left.limbs, right.limbs)
    var limbs = [UInt64](repeating: 0, count: first.count + second.count)
    for (place, limb) in first.enumerated() {
      var carry: Int128 = 0
      for (other, factor) in second.enumerated() {
        let total = Int128(limb) * Int128(factor) + Int128(limbs[place + other]) + carry
        limbs[place + other] = UInt64(total % base)
        carry = total / base
      }
      limbs[place + second.count] = UInt64(carry)
    }
    return BigInteger(limbs: limbs, isNegative: left.isNegative != right.isNegative)
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

  /// Returns the quotient, rounded toward zero, and whether there is no remainder. The divisor isn't zero.
  ///
  /// Dividing the smallest word by -1 overflows, so that divisor takes the general way, whose result needn't fit in a
  /// word.
  func divided(by divisor: BigInteger) -> (quotient: BigInteger, isExact: Bool) {
    if case .word(let dividend) = self, case .word(let divisor) = divisor, divisor != -1 {
      return (.word(dividend / divisor), dividend % divisor == 0)
    }
    let (quotient, isExact) = Self.longDivision(of: self, by: divisor)
    return (BigInteger(limbs: quotient, isNegative: isNegative != divisor.isNegative), isExact)
  }

  /// Divides without regard to the signs (D. E. Knuth, "The Art of Computer Programming", volume 2, algorithm 4.3.1 D).
  private static func longDivision(
    of dividend: BigInteger, by divisor: BigInteger
  ) -> (quotient: [UInt64], isExact: Bool) {
    // If the last limb of the divisor is at least half the base, each estimate of a limb is too large by two at most.
    let factor = BigInteger.word(Int(base / (Int128(divisor.limbs.last ?? 0) + 1)))
    let divisor = (divisor * factor).limbs.map { Int128($0) }
    let count = divisor.count
    // The remainder so far, with the next limb of the dividend. It has one limb more than the divisor.
    var rest = [Int128](repeating: 0, count: count + 1)
    // Adds a multiple of the divisor to the remainder, and returns the carry, which is negative for a negative sum.
    func add(_ times: Int128) -> Int128 {
      var carry: Int128 = 0
      for place in rest.indices {
        let total = rest[place] + (place < count ? divisor[place] * times : 0) + carry
        rest[place] = (total % base + base) % base
        carry = (total - rest[place]) / base
      }
      return carry
    }
    let quotient = (dividend * factor).limbs.reversed().map { limb in
      rest.removeLast()
      rest.insert(Int128(limb), at: 0)
      var estimate = min((rest[count] * base + rest[count - 1]) / divisor[count - 1], base - 1)
      var carry = add(-estimate)
      while carry < 0 {
        estimate -= 1
        carry += add(1)
      }
      return UInt64(estimate)
    }
    return (quotient.reversed(), rest.allSatisfy { $0 == 0 })
  }
}
