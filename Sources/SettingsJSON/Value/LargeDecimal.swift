/// A decimal number of any precision, as a list of digits in normal form.
package struct LargeDecimal: Hashable {
  /// Whether the number is negative.
  package let isNegative: Bool
  /// The significant digits, 0 to 9 each, without leading and trailing zeros; empty for zero.
  package let digits: [UInt8]
  /// The power of ten of the last digit.
  package let exponent: LargeExponent

  /// Creates the value of a well-formed spelling.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var digits: [UInt8] = []
    var shift = 0
    var isFraction = false
    let mantissaEnd = bytes.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? bytes.count
    for byte in bytes[..<mantissaEnd] {
      switch byte {
      case UInt8(ascii: "-"): continue
      case UInt8(ascii: "."): isFraction = true
      default:
        if isFraction { shift -= 1 }
        if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte & 0x0f) }
      }
    }
    while digits.last == 0 {
      digits.removeLast()
      shift += 1
    }
    let isZero = digits.isEmpty
    self.digits = digits
    isNegative = bytes.first == UInt8(ascii: "-") && !isZero
    let written = mantissaEnd < bytes.count ? LargeExponent(bytes[(mantissaEnd + 1)...]) : LargeExponent(0)
    exponent = isZero ? LargeExponent(0) : written.adding(shift)
  }

  /// Creates the digits of a small number.
  init(significand: Int64, exponent: Int) {
    isNegative = significand < 0
    digits = significand == 0 ? [] : String(significand.magnitude).utf8.map { $0 & 0x0f }
    self.exponent = LargeExponent(exponent)
  }

  /// Whether one list of digits is divisible by another, by long division.
  static func remainderIsZero(of digits: [UInt8], by divisor: [UInt8]) -> Bool {
    // The remainder is in a window with one digit more than the divisor.
    var rest = [UInt8](repeating: 0, count: divisor.count + 1)
    for digit in digits {
      rest.removeFirst()
      rest.append(digit)
      while !rest.lexicographicallyPrecedes([0] + divisor) {
        var borrow: UInt8 = 0
        for place in divisor.indices.reversed() {
          let taken = divisor[place] + borrow
          borrow = rest[place + 1] < taken ? 1 : 0
          rest[place + 1] = rest[place + 1] &+ (borrow == 1 ? 10 : 0) &- taken
        }
        rest[0] -= borrow
      }
    }
    return rest.allSatisfy { $0 == 0 }
  }
}

extension LargeDecimal: Comparable {
  package static func < (left: LargeDecimal, right: LargeDecimal) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative ? right.isSmaller(than: left) : left.isSmaller(than: right)
  }

  /// Whether the number is closer to zero than another.
  private func isSmaller(than other: LargeDecimal) -> Bool {
    if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
    let leads = exponent.adding(digits.count)
    let otherLeads = other.exponent.adding(other.digits.count)
    return leads == otherLeads ? digits.lexicographicallyPrecedes(other.digits) : leads < otherLeads
  }
}

/// An exponent of any size, as a list of digits.
package struct LargeExponent: Hashable {
  /// Whether the number is negative.
  let isNegative: Bool
  /// The digits, 0 to 9 each, without leading zeros; empty for zero.
  private let digits: [UInt8]

  /// Creates the value of the digits after an `e`, with their sign.
  init(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    let digits = bytes.drop { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "0") }
    self.init(
      isNegative: bytes.first == UInt8(ascii: "-") && !digits.isEmpty, digits: digits.map { $0 & 0x0f })
  }

  init(_ value: Int) {
    self.init(
      isNegative: value < 0, digits: value == 0 ? [] : String(value.magnitude).utf8.map { $0 & 0x0f })
  }

  private init(isNegative: Bool, digits: [UInt8]) {
    self.isNegative = isNegative
    self.digits = digits
  }

  /// The value as an integer; `nil` if it has more than 18 digits.
  package var machineWord: Int? {
    guard digits.count <= 18 else { return nil }
    let magnitude = digits.reduce(0) { $0 * 10 + Int($1) }
    return isNegative ? -magnitude : magnitude
  }

  /// Returns the sum with a number of digits, which is much less than 10^18.
  func adding(_ count: Int) -> LargeExponent {
    if let word = machineWord { return LargeExponent(word + count) }
    var sum = digits
    var carry = isNegative ? -count : count
    for place in sum.indices.reversed() where carry != 0 {
      let total = Int(sum[place]) + carry
      let digit = (total % 10 + 10) % 10
      sum[place] = UInt8(digit)
      carry = (total - digit) / 10
    }
    if carry > 0 { sum = LargeExponent(carry).digits + sum }
    return LargeExponent(isNegative: isNegative, digits: Array(sum.drop { $0 == 0 }))
  }

  /// Returns the difference. Only its sign is exact if it doesn't fit in a machine word.
  func subtracting(_ other: LargeExponent) -> LargeExponent {
    if let count = other.machineWord { return adding(-count) }
    if machineWord != nil || isNegative != other.isNegative {
      return LargeExponent(isNegative: !other.isNegative, digits: other.digits)
    }
    let width = max(digits.count, other.digits.count)
    let left = [UInt8](repeating: 0, count: width - digits.count) + digits
    let right = [UInt8](repeating: 0, count: width - other.digits.count) + other.digits
    let isLess = left.lexicographicallyPrecedes(right)
    var difference: [UInt8] = []
    var borrow = 0
    for (more, less) in zip(isLess ? right : left, isLess ? left : right).reversed() {
      let digit = Int(more) - Int(less) - borrow
      borrow = digit < 0 ? 1 : 0
      difference.append(UInt8(digit < 0 ? digit + 10 : digit))
    }
    let kept = Array(difference.reversed().drop { $0 == 0 })
    return LargeExponent(isNegative: !kept.isEmpty && isLess != isNegative, digits: kept)
  }
}

extension LargeExponent: Comparable {
  package static func < (left: LargeExponent, right: LargeExponent) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    if left.digits.count != right.digits.count {
      return (left.digits.count < right.digits.count) != left.isNegative
    }
    return left.isNegative
      ? right.digits.lexicographicallyPrecedes(left.digits)
      : left.digits.lexicographicallyPrecedes(right.digits)
  }
}
