/// A whole number of any size. A number that fits in a machine word needs no heap memory.
package enum BigInteger: Hashable {
  case word(Int)
  /// A number that doesn't fit in a word: its digits, 0 to 9 each, without leading zeros.
  case long([UInt8], isNegative: Bool)

  /// Creates a number from its digits, 0 to 9 each. Zeros may precede them.
  init(digits: some Collection<UInt8>, isNegative: Bool = false) {
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
