/// The exact value of a JSON number: a significand times a power of ten, in normal form.
///
/// Almost all numbers have few digits and a small exponent, and need no heap memory.
///
/// `1.50`, `15e-1` and `1.5` are all 15 · 10⁻¹. The normal form, a significand that doesn't end in a zero, makes
/// equality and hashing a comparison of two numbers. The exponent is a `BigInteger` as well, because
/// `1e99999999999999999999` is valid JSON and must neither crash nor equal infinity. Operations that would write the
/// zeros out are bounded, so such a number costs no memory, either.
///
/// The limits of a form and `multipleOf` are checked with this type, and rules calculate with it: 0.1 + 0.2 is 0.3 here. A setting that a
/// program reads becomes a `Double` only at the very end.
package struct JSONDecimal: Hashable {
  /// The significand, which doesn't end in a zero.
  let significand: BigInteger
  /// The power of ten of the significand's last digit; 0 for zero.
  let exponent: BigInteger

  /// Creates `significand * 10^exponent` in normal form: `150 * 10^-2` becomes `15 * 10^-1`, and zero gets the exponent
  /// 0.
  init(_ significand: BigInteger, exponent: BigInteger) {
    switch significand {
    case .word(0): (self.significand, self.exponent) = (0, 0)
    case .word(var word):
      var zeros = 0
      while word.isMultiple(of: 10) {
        word /= 10
        zeros += 1
      }
      (self.significand, self.exponent) = (.word(word), exponent + .word(zeros))
    case .long(_, let isNegative):
      let digits = significand.digits
      let end = (digits.lastIndex { $0 != 0 } ?? 0) + 1
      let shortened = BigInteger(digits: Array(digits[..<end]), isNegative: isNegative)
      (self.significand, self.exponent) = (shortened, exponent + .word(digits.count - end))
    }
  }

  package init(_ number: JSONNumber) {
    self = number.spelling.withBytes(JSONDecimal.init)
  }

  /// Creates the value of a well-formed spelling. The digits before and after the point become the significand, and
  /// each one behind the point lowers the exponent by one.
  init(_ spelling: UnsafeBufferPointer<UInt8>) {
    if let short = Self.short(spelling) {
      self = short
      return
    }
    let isNegative = spelling.first == UInt8(ascii: "-")
    let mantissa = spelling.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    let point = mantissa.firstIndex(of: UInt8(ascii: "."))
    var digits: [UInt8] = []
    digits.reserveCapacity(mantissa.count)
    for byte in mantissa where byte >= UInt8(ascii: "0") { digits.append(byte & 0x0f) }
    self.init(
      BigInteger(digits: digits, isNegative: isNegative),
      exponent: Self.exponent(spelling[mantissa.endIndex...])
        - .word(point.map { mantissa.endIndex - $0 - 1 } ?? 0))
  }

  /// Returns the value of a spelling with at most 18 digits and without an exponent; `nil` for other spellings.
  private static func short(_ spelling: UnsafeBufferPointer<UInt8>) -> JSONDecimal? {
    // Any 18 digits fit in a word.
    guard spelling.count <= 18 else { return nil }
    var significand = 0
    var decimals: Int?
    for byte in spelling {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        significand = significand &* 10 &+ Int(byte & 0x0f)
        decimals? += 1
      case UInt8(ascii: "."): decimals = 0
      case UInt8(ascii: "-"): continue
      default: return nil
      }
    }
    let isNegative = spelling.first == UInt8(ascii: "-")
    return JSONDecimal(.word(isNegative ? -significand : significand), exponent: .word(-(decimals ?? 0)))
  }

  /// Returns the value of an exponent with its letter, `e-3` or `E+10`; zero for a number without an exponent.
  private static func exponent(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> BigInteger {
    let digits = text.drop { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0) }
    return BigInteger(
      digits: digits.map { $0 & 0x0f }, isNegative: text.dropFirst().first == UInt8(ascii: "-"))
  }

  /// Whether the number has no fraction, as `1.0` and `1e400`. In normal form, that is the sign of the exponent.
  package var isWhole: Bool { !exponent.isNegative }

  /// The power of ten of the first digit; 0 for zero.
  package var leadingExponent: BigInteger {
    significand == 0 ? 0 : exponent + .word(significand.digitCount - 1)
  }

  /// Returns the value as an integer; `nil` for a fraction and for a number out of range. A number with an enormous
  /// exponent is refused before its zeros are written out.
  package func integer<Integer: FixedWidthInteger>() -> Integer? {
    // Ten to the power of the number of bits is out of range.
    guard let zeros = exponent.word, 0...Integer.bitWidth ~= zeros else { return nil }
    return switch significand.timesTen(toThe: zeros) {
    case .word(let word): Integer(exactly: word)
    case let integer: Integer(integer.description)
    }
  }

  /// The nearest double, if one multiplication or division of exact doubles produces it (William Clinger, How to Read
  /// Floating Point Numbers Accurately, 1990); `nil` for other numbers, and for zero, because the sign is lost.
  ///
  /// `1.5` is 15 / 10: both are exact doubles, and IEEE 754 rounds their quotient correctly. For a significand of more
  /// than 53 bits, the first rounding could make the second one wrong.
  var exactDouble: Double? {
    guard let significand = significand.word, significand != 0, significand.magnitude <= 1 << 53,
      let exponent = exponent.word, -18...18 ~= exponent,
      // Powers of ten up to 10^22 are exact doubles.
      let power = BigInteger(1).timesTen(toThe: abs(exponent)).word.map(Double.init)
    else { return nil }
    return exponent < 0 ? Double(significand) / power : Double(significand) * power
  }
}

extension JSONDecimal: Comparable {
  /// The sign decides first, then the power of ten of the first digit. Only numbers of the same magnitude, such as 15 and 15.01, are
  /// brought to the same exponent, and there the number of zeros to add is less than the number of digits.
  package static func < (left: JSONDecimal, right: JSONDecimal) -> Bool {
    // Most values and their limits are whole numbers of few digits. The general comparison takes three times as long.
    if case .word(let a) = left.significand, case .word(let b) = right.significand,
      case .word(let aExponent) = left.exponent, case .word(let bExponent) = right.exponent,
      aExponent == bExponent
    {
      return a < b
    }
    if left.exponent == right.exponent || left.significand.signum != right.significand.signum {
      return left.significand < right.significand
    }
    let (first, second) = (left.leadingExponent, right.leadingExponent)
    if first != second { return (first < second) != left.significand.isNegative }
    // Then the exponents differ by less than the number of digits.
    let distance = (left.exponent - right.exponent).word ?? 0
    return left.significand.timesTen(toThe: distance) < right.significand.timesTen(toThe: -distance)
  }
}

extension JSONDecimal {
  /// The maximum distance of the exponents of two numbers that are added: the sum of `1e20000` and `1` has 20 001
  /// digits.
  private static let maxDistance = 20_000

  /// Returns the exact sum; `nil` if the exponents differ by more than 20 000, because the sum would have as many
  /// digits. A rule reports that as an error.
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

  package func subtracting(_ other: JSONDecimal) -> JSONDecimal? { adding(-other) }

  static prefix func - (number: JSONDecimal) -> JSONDecimal {
    JSONDecimal(-number.significand, exponent: number.exponent)
  }

  package static func * (left: JSONDecimal, right: JSONDecimal) -> JSONDecimal {
    JSONDecimal(left.significand * right.significand, exponent: left.exponent + right.exponent)
  }

  package func timesTen(toThe power: Int) -> JSONDecimal {
    JSONDecimal(significand, exponent: exponent + .word(power))
  }

  /// Whether the number is an integer multiple of another, exactly: 0.3 is a multiple of 0.1, which it isn't as a
  /// double. Zero is a multiple of every number, also of zero.
  package func isMultiple(of divisor: JSONDecimal) -> Bool {
    if significand == 0 { return true }
    if divisor.significand == 0 { return false }
    // The quotient is a*10^i / b*10^j, where a doesn't end in a zero. If i - j is negative, it isn't an integer.
    let shift = exponent - divisor.exponent
    guard !shift.isNegative else { return false }
    // A divisor of n digits has fewer than 4n factors of two and five; more zeros than that change nothing.
    let zeros = min(shift.word ?? .max, 4 * divisor.significand.digitCount)
    return significand.timesTen(toThe: zeros).divided(by: divisor.significand).isExact
  }
}

/// Decimal arithmetic that rounds to nearest, half to even.
extension JSONDecimal {
  /// Returns the number with at most this many significant digits: 2.5 with one digit is 2, 3.5 is 4, and 2.51 is 3.
  package func rounded(toDigits count: Int) -> JSONDecimal {
    let excess = significand.digitCount - count
    guard excess > 0 else { return self }
    let whole = JSONDecimal(significand, exponent: .word(-excess)).roundedToWhole(.toNearestOrEven)
    return JSONDecimal(whole.significand, exponent: whole.exponent + exponent + .word(excess))
  }

  /// Returns the whole number by one of Swift's rules of rounding.
  package func roundedToWhole(_ rule: FloatingPointRoundingRule) -> JSONDecimal {
    guard !isWhole else { return self }
    let digits = significand.digits
    // Below 1, no digit is before the point; below 0.1, the significand lacks the zeros after it, and the number is less than a half.
    let count = (exponent + .word(digits.count)).word ?? -1
    let kept = Array(digits.prefix(max(0, count)))
    let dropped = count < 0 ? [] : digits.dropFirst(count)
    let isHalf = dropped.elementsEqual([5])
    let isMore = !isHalf && dropped.first ?? 0 >= 5
    let isNegative = significand.isNegative
    let isAway =
      switch rule {
      case .up: !isNegative
      case .down: isNegative
      case .awayFromZero: true
      case .toNearestOrAwayFromZero: isHalf || isMore
      case .toNearestOrEven: isMore || isHalf && kept.last?.isMultiple(of: 2) == false
      case .towardZero: false
      @unknown default: false
      }
    let whole = kept.isEmpty ? 0 : BigInteger(digits: kept, isNegative: isNegative)
    return JSONDecimal(isAway ? whole + (isNegative ? -1 : 1) : whole, exponent: 0)
  }

  /// Returns the quotient with at most this many significant digits, correctly rounded; `nil` for a division by zero. 1
  /// / 4 is 0.25, and 2 / 3 with four digits is 0.6667.
  package func divided(by divisor: JSONDecimal, digits: Int) -> JSONDecimal? {
    guard divisor.significand != 0 else { return nil }
    let exponent = exponent - divisor.exponent
    // Most quotients that have an end have few digits.
    let few = max(0, BigInteger.limbDigits - significand.digitCount)
    let short = significand.timesTen(toThe: few).divided(by: divisor.significand)
    if short.isExact {
      return JSONDecimal(short.quotient, exponent: exponent - .word(few)).rounded(toDigits: digits)
    }
    // The quotient has more digits than the result. A digit 1 stands for all that are left out, because rounding has to know that there is
    // something.
    let zeros = max(0, digits + 1 + divisor.significand.digitCount - significand.digitCount)
    let (quotient, isExact) = significand.timesTen(toThe: zeros).divided(by: divisor.significand)
    let all = quotient.digits + [isExact ? 0 : 1]
    return JSONDecimal(
      BigInteger(digits: all, isNegative: quotient.isNegative), exponent: exponent - .word(zeros + 1)
    ).rounded(toDigits: digits)
  }
}
