/// The exact value of a JSON number: a significand times a power of ten, in normal form.
///
/// Almost all numbers have few digits and a small exponent, and need no heap memory.
package struct JSONDecimal: Hashable {
  /// The significand, which doesn't end in a zero.
  let significand: BigInteger
  /// The power of ten of the significand's last digit; 0 for zero.
  let exponent: BigInteger

  /// Creates `significand * 10^exponent`.
  init(_ significand: BigInteger, exponent: BigInteger) {
    switch significand {
    case .word(0): (self.significand, self.exponent) = (0, 0)
    case .long(let digits, _) where digits.last != 0:
      (self.significand, self.exponent) = (significand, exponent)
    case .word(var word):
      var zeros = 0
      while word.isMultiple(of: 10) {
        word /= 10
        zeros += 1
      }
      (self.significand, self.exponent) = (.word(word), exponent + .word(zeros))
    case .long(let digits, let isNegative):
      let end = (digits.lastIndex { $0 != 0 } ?? 0) + 1
      self.significand = BigInteger(digits: digits[..<end], isNegative: isNegative)
      self.exponent = exponent + .word(digits.count - end)
    }
  }

  /// Creates the value of a number.
  package init(_ number: JSONNumber) {
    self = number.spelling.withBytes(JSONDecimal.init)
  }

  /// Creates the value of a well-formed spelling.
  init(_ spelling: UnsafeBufferPointer<UInt8>) {
    if let short = Self.short(spelling) {
      self = short
      return
    }
    let isNegative = spelling.first == UInt8(ascii: "-")
    let mantissa = spelling.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    let point = mantissa.firstIndex(of: UInt8(ascii: "."))
    let digits = mantissa.lazy.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ".") }.map { $0 & 0x0f }
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

  /// Returns the value of an exponent with its letter; zero for a number without an exponent.
  private static func exponent(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> BigInteger {
    let digits = text.drop { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0) }
    return BigInteger(
      digits: digits.lazy.map { $0 & 0x0f }, isNegative: text.dropFirst().first == UInt8(ascii: "-"))
  }

  /// Whether the number has no fraction, as `1.0` and `1e400`.
  package var isWhole: Bool { !exponent.isNegative }

  /// The power of ten of the first digit; 0 for zero.
  package var leadingExponent: BigInteger {
    significand == 0 ? 0 : exponent + .word(significand.digitCount - 1)
  }

  /// Returns the value as an integer; `nil` for a fraction and for a number out of range.
  package func integer<Integer: FixedWidthInteger>() -> Integer? {
    // Ten to the power of the number of bits is out of range.
    guard let zeros = exponent.word, 0...Integer.bitWidth ~= zeros else { return nil }
    return switch significand.timesTen(toThe: zeros) {
    case .word(let word): Integer(exactly: word)
    case let integer: Integer(integer.description)
    }
  }

  /// The nearest double, if one multiplication or division of exact doubles produces it (William Clinger, How to Read Floating
  /// Point Numbers Accurately, 1990); `nil` for other numbers, and for zero, because the sign is lost.
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
