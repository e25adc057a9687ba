/// What a JSON number is worth, exactly: a significand times a power of ten, in normal form.
///
/// Numbers of up to 18 significant digits and a sane exponent, which is nearly all, need no memory;
/// the others keep their digits, and an exponent that no machine word holds keeps its digits, too.
package enum JSONDecimal: Hashable {
  /// `significand * 10^exponent`; the significand does not end in a zero, and zero is `0 * 10^0`.
  case small(significand: Int64, exponent: Int)
  /// Everything else.
  case large(LargeDecimal)

  /// The most digits of a small significand: what fits an `Int64` whatever the digits.
  private static let smallDigits = 18
  /// The largest exponent of a small number, far from overflow.
  private static let smallExponents = -100_000_000_000_000_000...100_000_000_000_000_000

  /// Reads a number's spelling, which is known to be well-formed.
  package init(_ number: JSONNumber) {
    self = number.spelling.withBytes(JSONDecimal.init)
  }

  /// Reads a spelling, which is known to be well-formed.
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

  /// `10^power` for a power of 0 to 18.
  package static func powerOfTen(_ power: Int) -> Int64 {
    var result: Int64 = 1
    for _ in 0..<power { result *= 10 }
    return result
  }

  /// The number with its digits spelt out.
  private var spelt: LargeDecimal {
    switch self {
    case .small(let significand, let exponent):
      LargeDecimal(significand: significand, exponent: exponent)
    case .large(let decimal): decimal
    }
  }
}

extension JSONDecimal {
  /// The nearest double where one division or multiplication of exact doubles gives it (William Clinger, How to Read
  /// Floating Point Numbers Accurately, 1990); `nil` for other numbers, and for zero, whose sign is not kept.
  var exactDouble: Double? {
    guard case .small(let significand, let exponent) = self, significand != 0,
      significand.magnitude <= 1 << 53, -18...18 ~= exponent
    else { return nil }
    // Ten to the power of up to 22 is an exact double.
    let power = Double(Self.powerOfTen(abs(exponent)))
    return exponent < 0 ? Double(significand) / power : Double(significand) * power
  }
}

extension JSONDecimal: Comparable {
  package static func < (left: JSONDecimal, right: JSONDecimal) -> Bool {
    guard case .small(let a, let aExponent) = left, case .small(let b, let bExponent) = right else {
      return left.spelt < right.spelt
    }
    if aExponent == bExponent || a.signum() != b.signum() || a == 0 { return a < b }
    // Brought to the same exponent, a number that is too large for that is farther from zero than the other.
    let distance = aExponent - bExponent
    guard abs(distance) <= smallDigits else { return (distance > 0) == (a < 0) }
    let power = powerOfTen(abs(distance))
    let (scaled, overflows) = (distance > 0 ? a : b).multipliedReportingOverflow(by: power)
    if overflows { return (distance > 0) == (a < 0) }
    return distance > 0 ? scaled < b : a < scaled
  }
}

extension JSONDecimal {
  /// The value as an integer; `nil` if it has a fraction or does not fit.
  func integer<Integer: FixedWidthInteger>() -> Integer? {
    let decimal = spelt
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

  /// Whether the number is a whole multiple of another.
  func isMultiple(of divisor: JSONDecimal) -> Bool {
    let dividend = spelt
    let divisorDigits = divisor.spelt
    if dividend.digits.isEmpty { return true }
    if divisorDigits.digits.isEmpty { return false }
    // a*10^i / b*10^j, a without a zero at its end: below zero, i - j can't be made up for.
    let shift = dividend.exponent.subtracting(divisorDigits.exponent)
    guard !shift.isNegative else { return false }
    // A divisor of n digits holds fewer than 4n twos and fives; more zeros than that change nothing.
    let zeros = min(shift.machineWord ?? .max, 4 * divisorDigits.digits.count)
    let digits = dividend.digits + Array(repeating: 0, count: zeros)
    if case .small(let significand, _) = divisor {
      let modulus = significand.magnitude
      // Below 10^18 times ten and nine more: fits 64 bits.
      return digits.reduce(UInt64(0)) { ($0 * 10 + UInt64($1)) % modulus } == 0
    }
    return LargeDecimal.remainderIsZero(of: digits, by: divisorDigits.digits)
  }
}
